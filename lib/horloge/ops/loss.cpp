#include "horloge/ops/loss.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <vector>

#include "horloge/autograd/record.h"
#include "horloge/core/broadcast.h"
#include "horloge/core/error.h"
#include "horloge/core/parallel.h"
#include "horloge/kernels/lanes.h"
#include "horloge/kernels/lines.h"
#include "horloge/kernels/simd_math.h"

namespace horloge {
namespace {

constexpr std::size_t elements = elements_per_tile / 4;  // an exp is worth a few additions

// ln sum_j exp(x_j) = largest + rest. Kept apart: where logits are large, their sum rounds away
// what the difference to a logit is about.
struct LogSum {
  real largest, rest;
};

LogSum row_logsumexp(const real* x, std::size_t n) {
  const real largest = detail::line_max(x, n);
  const real sum = sum_over(n, [=](std::size_t i) { return vexp(x[i] - largest); });
  return {largest, std::log(sum)};
}

// The loss of a target spread over all classes: minus the weighted sum of log-probabilities.
real row_spread_loss(const real* x, LogSum total, const real* w, std::size_t n) {
  return sum_over(n, [=](std::size_t i) { return w[i] * (total.rest + (total.largest - x[i])); });
}

// dx += factor * (total * softmax(x) - even * w), or = where dx is fresh: known when compiled, or
// the loop would not become a vector loop.
template <bool fresh>
void row_backward(const real* x, LogSum logsumexp, const real* w, real factor, real total,
                  real even, real* dx, std::size_t n) {
#pragma omp simd
  for (std::size_t i = 0; i < n; ++i) {
    const real softmax = vexp((x[i] - logsumexp.largest) - logsumexp.rest);
    const real in_row = factor * (total * softmax - even * w[i]);
    dx[i] = fresh ? in_row : dx[i] + in_row;
  }
}

double sum_of(const Array& x) {
  const real* const in = x.data();
  double sum = 0;
#pragma omp simd reduction(+ : sum)
  for (std::size_t i = 0; i < x.size(); ++i) sum += static_cast<double>(in[i]);
  return sum;
}

Array scalar(double value) { return full({}, static_cast<real>(value)); }

// How a row's loss is put together. Constant through forward and backward, so backward holds it.
struct Classes {
  Ids targets;
  Array weight;  // (C)
  std::int64_t ignore_index;
  real on_target;  // 1 - e
  real on_all;     // e / C
  double weight_sum;

  bool ignored(std::size_t row) const { return targets.data()[row] == ignore_index; }
  std::size_t target(std::size_t row) const {
    return static_cast<std::size_t>(targets.data()[row]);
  }
  real target_weight(std::size_t row) const {
    return ignored(row) ? real{0} : weight.data()[target(row)];
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
          fmt::format("[cross_entropy] target {} at {} is none of the {} classes, "
                      "nor ignore_index {}",
                      t, to_string(index_of(i, rows)), C, options.ignore_index));
  }
}

}  // namespace

Tensor cross_entropy(const Tensor& logits, const Ids& targets, const CrossEntropyOptions& options) {
  check(logits, targets, options);
  const std::size_t C = logits.shape().back();
  const std::size_t rows = targets.size();
  Classes classes{targets,
                  options.class_weight.defined() ? options.class_weight.array() : ones({C}),
                  options.ignore_index,
                  static_cast<real>(1 - options.label_smoothing),
                  static_cast<real>(options.label_smoothing / static_cast<double>(C)),
                  0};
  classes.weight_sum = sum_of(classes.weight);
  double counted = 0;
  for (std::size_t row = 0; row < rows; ++row) counted += classes.target_weight(row);

  Array losses = empty(Shape(targets.shape().begin(), targets.shape().end()));
  std::vector<LogSum> logsumexp(rows);
  parallel_for(rows, rows_per_tile(C, elements),
               [&, in = logits.data()](std::size_t begin, std::size_t end) {
                 for (std::size_t row = begin; row < end; ++row) {
                   if (classes.ignored(row)) {
                     losses.data()[row] = 0;
                     continue;
                   }
                   const real* const x = in + row * C;
                   const LogSum total = row_logsumexp(x, C);
                   logsumexp[row] = total;
                   real loss = classes.target_weight(row) *
                               (total.rest + (total.largest - x[classes.target(row)]));
                   if (classes.on_all > 0)  // else 0 times a logit of -infinity would be NaN
                     loss = classes.on_target * loss +
                            classes.on_all * row_spread_loss(x, total, classes.weight.data(), C);
                   losses.data()[row] = loss;
                 }
               });

  const Reduction reduction = options.reduction;
  Array y = reduction == Reduction::none   ? std::move(losses)
            : reduction == Reduction::mean ? scalar(sum_of(losses) / counted)
                                           : scalar(sum_of(losses));
  return record("cross_entropy", std::move(y), {logits},
                [=, x = Saved(logits), classes = std::move(classes),
                 logsumexp = std::move(logsumexp)](Array& dy, Gradients& d) {
                  const auto dx = d.into(0);
                  const auto backward = dx.fresh ? row_backward<true> : row_backward<false>;
                  parallel_for(
                      rows, rows_per_tile(C, elements),
                      [&, in = x.data()](std::size_t begin, std::size_t end) {
                        for (std::size_t row = begin; row < end; ++row) {
                          real* const to = dx.data + row * C;
                          if (classes.ignored(row)) {
                            if (dx.fresh) std::fill_n(to, C, real{0});
                            continue;
                          }
                          real upstream = dy.data()[reduction == Reduction::none ? row : 0];
                          if (reduction == Reduction::mean) upstream /= static_cast<real>(counted);
                          const real at_target = classes.on_target * classes.target_weight(row);
                          const real total =
                              at_target + classes.on_all * static_cast<real>(classes.weight_sum);
                          backward(in + row * C, logsumexp[row], classes.weight.data(), upstream,
                                   total, classes.on_all, to, C);
                          to[classes.target(row)] -= upstream * at_target;
                        }
                      });
                });
}

Tensor mse_loss(const Tensor& a, const Tensor& b, Reduction reduction) {
  if (a.shape() != b.shape())
    throw ShapeError(fmt::format("[mse_loss] needs two tensors of one shape: {} and {}",
                                 to_string(a.shape()), to_string(b.shape())));
  Array squares =
      zip_arrays(a.array(), b.array(), [](real p, real q) { return (p - q) * (p - q); });
  const auto count = static_cast<double>(squares.size());
  Array y = reduction == Reduction::none   ? std::move(squares)
            : reduction == Reduction::mean ? scalar(sum_of(squares) / count)
                                           : scalar(sum_of(squares));
  return record(
      "mse_loss", std::move(y), {a, b}, [=, a = Saved(a), b = Saved(b)](Array& dy, Gradients& d) {
        real factor = reduction == Reduction::mean ? static_cast<real>(2 / count) : 2;
        if (reduction != Reduction::none) factor *= *dy.data();
        Array da = zip_arrays(*a, *b, [factor](real p, real q) { return factor * (p - q); });
        if (reduction == Reduction::none)
          da = zip_arrays(da, dy, [](real g, real upstream) { return g * upstream; });
        if (d.wants(1)) d.add(1, map_array(da, [](real g) { return -g; }));
        d.add(0, std::move(da));
      });
}

}  // namespace horloge
