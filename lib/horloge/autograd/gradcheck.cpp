#include "horloge/autograd/gradcheck.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "horloge/core/error.h"
#include "horloge/core/rng.h"

namespace horloge {
namespace {

double dot(const Array& a, const Array& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += static_cast<double>(a.data()[i]) * static_cast<double>(b.data()[i]);
  return sum;
}

// d(value) / d(number) by a central difference; the number is restored.
template <class Value>
double difference(const Value& value, real& number, double step) {
  const real middle = number;
  number = static_cast<real>(static_cast<double>(middle) + step);
  const double above_at = number;
  const double above = value();
  number = static_cast<real>(static_cast<double>(middle) - step);
  const double below_at = number;
  const double below = value();
  number = middle;
  return (above - below) / (above_at - below_at);
}

template <class Value>
std::vector<double> numeric_gradient(const Value& value, Tensor& x, double relative_step) {
  std::vector<double> gradient(x.size());
  for (std::size_t j = 0; j < gradient.size(); ++j) {
    real& number = x.mutable_array().data()[j];
    const double step = relative_step * std::max(1.0, std::fabs(static_cast<double>(number)));
    gradient[j] = (4 * difference(value, number, step / 2) - difference(value, number, step)) / 3;
  }
  return gradient;
}

// Keeps the worst error so far, or a NaN.
void compare(const Array& analytic, const std::vector<double>& numeric, std::size_t input,
             const GradcheckOptions& options, GradcheckResult& result) {
  double largest = sizeof(real) == sizeof(double) ? 1e-3 : 1;
  for (const double number : numeric) largest = std::max(largest, std::fabs(number));
  for (std::size_t j = 0; j < numeric.size() && !std::isnan(result.worst); ++j) {
    const double got = analytic.data()[j];
    const double error = std::fabs(got - numeric[j]) / largest;
    if (error <= result.worst) continue;
    result.worst = error;
    result.ok = error <= options.tolerance;
    result.message = fmt::format(
        "input {}, shape {}, element {}: backward gives {:.9g}, finite differences give "
        "{:.9g} (relative error {:.2g}, upstream seed {})",
        input, to_string(analytic.shape()), j, got, numeric[j], error, options.seed);
  }
}

}  // namespace

GradcheckResult gradcheck(const std::function<Tensor(const std::vector<Tensor>&)>& f,
                          const std::vector<Tensor>& inputs, const GradcheckOptions& options) {
  std::vector<Tensor> x;
  for (const Tensor& input : inputs) x.emplace_back(Array(input.array()), input.requires_grad());

  const Tensor y = f(x);
  Rng rng(options.seed);
  const Array dy = rng.normal(y.shape());
  y.backward(dy);

  const auto value = [&] {
    const NoGrad no_grad;
    return dot(f(x).array(), dy);
  };
  GradcheckResult result;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!x[i].requires_grad()) continue;
    const Array analytic = x[i].has_grad() ? Array(x[i].grad()) : zeros(x[i].shape());
    compare(analytic, numeric_gradient(value, x[i], options.step), i, options, result);
  }
  return result;
}

}  // namespace horloge
