#include "horloge/autograd/gradcheck.h"

#include <fmt/format.h>

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
  const auto difference = [&](real& number, double step) {
    const real middle = number;
    number = static_cast<real>(static_cast<double>(middle) + step);
    const double above_at = number;
    const double above = value();
    number = static_cast<real>(static_cast<double>(middle) - step);
    const double below_at = number;
    const double below = value();
    number = middle;
    return (above - below) / (above_at - below_at);
  };

  GradcheckResult result;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!x[i].requires_grad()) continue;
    const Array analytic = x[i].has_grad() ? Array(x[i].grad()) : zeros(x[i].shape());
    std::vector<double> numeric(analytic.size());
    double largest = sizeof(real) == sizeof(double) ? 1e-3 : 1;
    for (std::size_t j = 0; j < numeric.size(); ++j) {
      real& number = x[i].mutable_array().data()[j];
      const double step = options.step * std::max(1.0, std::fabs(static_cast<double>(number)));
      numeric[j] = (4 * difference(number, step / 2) - difference(number, step)) / 3;
      largest = std::max(largest, std::fabs(numeric[j]));
    }
    for (std::size_t j = 0; j < numeric.size(); ++j) {
      const double got = analytic.data()[j];
      const double error = std::fabs(got - numeric[j]) / largest;
      if (error <= result.worst) continue;  // keeps the worst; a NaN falls through
      result.worst = error;
      result.ok = error <= options.tolerance;
      result.message = fmt::format(
          "input {}, shape {}, element {}: backward gives {:.9g}, finite differences give "
          "{:.9g} (relative error {:.2g}, upstream seed {})",
          i, to_string(x[i].shape()), j, got, numeric[j], error, options.seed);
      if (std::isnan(error)) return result;
    }
  }
  return result;
}

}  // namespace horloge
