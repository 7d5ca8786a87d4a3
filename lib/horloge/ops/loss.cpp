#include "horloge/ops/loss.h"

#include <fmt/format.h>

#include <vector>

#include "horloge/autograd/record.h"
#include "horloge/core/broadcast.h"
#include "horloge/core/error.h"
#include "horloge/kernels/cross_entropy.h"
#include "horloge/kernels/sums.h"

namespace horloge {
namespace {

// The losses, or one number; the mean divides by `count`.
Array reduced(Array losses, Reduction reduction, double count) {
  if (reduction == Reduction::none) return losses;
  const double sum = sum_in_double(losses.data(), losses.size());
  return full({}, static_cast<real>(reduction == Reduction::mean ? sum / count : sum));
}

// What cross-entropy keeps for backward, apart from the logits.
struct SavedTargets {
  Ids targets;
  Array weight;  // (C)
  std::int64_t ignore_index;
  double label_smoothing;

  detail::CrossEntropyProblem problem(const real* logits) const {
    const std::size_t C = weight.size();
    return {targets.size(),
            C,
            logits,
            targets.data(),
            weight.data(),
            static_cast<real>(sum_in_double(weight.data(), C)),
            ignore_index,
            static_cast<real>(1 - label_smoothing),
            static_cast<real>(label_smoothing / static_cast<double>(C))};
  }
};

void check(const Tensor& logits, const Ids& targets, const CrossEntropyOptions& options) {
  const Shape rows(targets.shape().begin(), targets.shape().end());
  if (logits.rank() == 0 || Shape(logits.shape().begin(), logits.shape().end() - 1) != rows)
    throw ShapeError(fmt::format(
        "[cross_entropy] logits (…, C) and targets (…) do not fit: {} and {}; the classes are on "
        "the last axis",
        to_string(logits.shape()), to_string(rows)));
  const std::size_t C = logits.shape().back();
  if (options.class_weight.defined() && options.class_weight.shape() != Shape{C})
    throw ShapeError(fmt::format("[cross_entropy] class_weight {} must have the shape ({},)",
                                 to_string(options.class_weight.shape()), C));
  if (!(options.label_smoothing >= 0 && options.label_smoothing <= 1))
    throw ValueError(fmt::format("[cross_entropy] label_smoothing must be in [0, 1], got {}",
                                 options.label_smoothing));
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const std::int64_t t = targets.data()[i];
    if (t != options.ignore_index && static_cast<std::uint64_t>(t) >= C)
      throw IndexError(
          fmt::format("[cross_entropy] target {} at {} is outside of the {} classes, and is not "
                      "ignore_index {}",
                      t, to_string(index_of(i, rows)), C, options.ignore_index));
  }
}

}  // namespace

Tensor cross_entropy(const Tensor& logits, const Ids& targets, const CrossEntropyOptions& options) {
  check(logits, targets, options);
  SavedTargets saved{
      targets,
      options.class_weight.defined() ? options.class_weight.array() : ones({logits.shape().back()}),
      options.ignore_index, options.label_smoothing};
  const detail::CrossEntropyProblem problem = saved.problem(logits.data());
  Array losses = empty(Shape(targets.shape().begin(), targets.shape().end()));
  std::vector<detail::LogSum> logsumexp(problem.rows);
  detail::cross_entropy_forward(problem, losses.data(), logsumexp.data());
  double counted = 0;
  for (std::size_t row = 0; row < problem.rows; ++row) counted += problem.target_weight(row);
  return record("cross_entropy", reduced(std::move(losses), options.reduction, counted), {logits},
                [x = Saved(logits), saved = std::move(saved), logsumexp = std::move(logsumexp),
                 counted, reduction = options.reduction](Array& dy, Gradients& d) {
                  if (reduction == Reduction::mean) *dy.data() /= static_cast<real>(counted);
                  detail::cross_entropy_backward(saved.problem(x.data()), logsumexp.data(),
                                                 dy.data(), reduction == Reduction::none ? 1 : 0,
                                                 d.into(0));
                });
}

Tensor mse_loss(const Tensor& a, const Tensor& b, Reduction reduction) {
  if (a.shape() != b.shape())
    throw ShapeError(fmt::format("[mse_loss] needs two tensors of one shape: {} and {}",
                                 to_string(a.shape()), to_string(b.shape())));
  Array squares =
      zip_arrays(a.array(), b.array(), [](real p, real q) { return (p - q) * (p - q); });
  const auto count = static_cast<double>(squares.size());
  return record("mse_loss", reduced(std::move(squares), reduction, count), {a, b},
                [=, a = Saved(a), b = Saved(b)](Array& dy, Gradients& d) {
                  real factor = reduction == Reduction::mean ? static_cast<real>(2 / count) : 2;
                  if (reduction != Reduction::none) factor *= *dy.data();
                  Array da =
                      zip_arrays(*a, *b, [factor](real p, real q) { return factor * (p - q); });
                  if (reduction == Reduction::none)
                    da = zip_arrays(da, dy, [](real g, real upstream) { return g * upstream; });
                  if (d.wants(1)) d.add(1, map_array(da, [](real g) { return -g; }));
                  d.add(0, std::move(da));
                });
}

}  // namespace horloge
