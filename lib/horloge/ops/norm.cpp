#include "horloge/ops/norm.h"

#include <fmt/format.h>

#include <algorithm>

#include "horloge/autograd/record.h"
#include "horloge/core/error.h"
#include "horloge/kernels/norm.h"

namespace horloge {
namespace {

void check_parameter(const Tensor& parameter, const Shape& shape, const char* name) {
  if (parameter.defined() && parameter.shape() != shape)
    throw ShapeError(fmt::format("{} {} must have the normalized shape {}", name,
                                 to_string(parameter.shape()), to_string(shape)));
}

// Both norms, over rows of n numbers. Inputs of the operation: 0 x, 1 weight, 2 bias.
Tensor normalize(const char* op, bool centred, const Tensor& x, std::size_t n, const Tensor& weight,
                 const Tensor& bias, double eps) {
  const std::size_t rows = n == 0 ? 0 : x.size() / n;
  const auto problem = [=](const real* numbers, const real* weights) {
    return detail::NormProblem{rows, n, centred, numbers, weights};
  };
  Array y = empty(x.shape());
  Array kept = empty({2, rows});
  detail::norm_forward(problem(x.data(), weight.defined() ? weight.data() : nullptr),
                       bias.defined() ? bias.data() : nullptr, eps, y.data(), kept.data());
  return record(op, std::move(y), {x, weight, bias},
                [problem, x = Saved(x), weight = Saved(weight), kept = std::move(kept)](
                    Array& dy, Gradients& d) {
                  detail::norm_backward(problem(x.data(), weight.kept() ? weight.data() : nullptr),
                                        kept.data(), dy.data(), {d.into(0), d.into(1), d.into(2)});
                });
}

}  // namespace

Tensor layer_norm(const Tensor& x, const Shape& normalized_shape, const Tensor& weight,
                  const Tensor& bias, double eps) {
  const std::size_t axes = normalized_shape.size();
  if (axes == 0 || axes > x.rank() ||
      !std::equal(normalized_shape.begin(), normalized_shape.end(),
                  x.shape().end() - static_cast<std::ptrdiff_t>(axes)))
    throw ShapeError(fmt::format("[layer_norm] x {} must end in the normalized shape {}",
                                 to_string(x.shape()), to_string(normalized_shape)));
  check_parameter(weight, normalized_shape, "[layer_norm] weight");
  check_parameter(bias, normalized_shape, "[layer_norm] bias");
  return normalize("layer_norm", true, x, element_count(normalized_shape), weight, bias, eps);
}

Tensor rms_norm(const Tensor& x, const Tensor& weight, double eps) {
  if (x.rank() == 0) throw ShapeError("[rms_norm] x (…, N) needs an axis, got ()");
  const std::size_t n = x.shape().back();
  check_parameter(weight, {n}, "[rms_norm] weight");
  return normalize("rms_norm", false, x, n, weight, {}, eps);
}

}  // namespace horloge
