#include "horloge/nn/init.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "horloge/core/error.h"

namespace horloge::init {
namespace {

double kaiming_deviation(const Shape& shape, const KaimingOptions& options) {
  const Fans of = fans(shape);
  const auto fan = static_cast<double>(options.mode == FanMode::in ? of.in : of.out);
  return gain(options.nonlinearity, options.slope) / std::sqrt(fan);
}

double fan_sum(const Shape& shape) {
  const Fans of = fans(shape);
  return static_cast<double>(of.in + of.out);
}

void uniform_within(const Tensor& x, Rng& rng, double bound) { uniform(x, rng, -bound, bound); }

bool has_ending(const std::string& name, const std::string& end) {
  return name.size() >= end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0;
}

bool adds_to_residual(const std::string& name) {
  const auto ends = {"out_proj.weight", "linear2.weight", "down.weight", "c_proj.weight"};
  return std::any_of(ends.begin(), ends.end(),
                     [&](const char* end) { return has_ending(name, end); });
}

// Where the parameters of position schemes are that start in a way of their own.
std::vector<std::string> prefixes_of_schemes(const Module& model) {
  const std::string scheme = "scheme";
  std::vector<std::string> prefixes;
  for (const NamedSetting& entry : model.named_settings())
    if (has_ending(entry.name, scheme) && entry.value != "learned")
      prefixes.push_back(entry.name.substr(0, entry.name.size() - scheme.size()));
  return prefixes;
}

// Draws a matrix anew but for its rows of zeros, if it has others.
void normal_but_zeros(Tensor x, Rng& rng, double deviation) {
  const std::size_t rows = x.shape().front(), columns = x.size() / std::max<std::size_t>(1, rows);
  std::vector<bool> empty;
  for (std::size_t i = 0; i < rows; ++i)
    empty.push_back(std::all_of(x.data() + i * columns, x.data() + (i + 1) * columns,
                                [](real v) { return v == 0; }));
  normal(x, rng, 0, deviation);
  if (std::find(empty.begin(), empty.end(), false) == empty.end()) return;
  for (std::size_t i = 0; i < rows; ++i)
    if (empty[i]) std::fill_n(x.mutable_array().data() + i * columns, columns, real{0});
}

}  // namespace

void constant(Tensor x, double value) { x.mutable_array().fill(static_cast<real>(value)); }
void zeros(Tensor x) { constant(std::move(x), 0); }
void ones(Tensor x) { constant(std::move(x), 1); }

void uniform(Tensor x, Rng& rng, double low, double high) {
  x.mutable_array() = rng.uniform(x.shape(), low, high);
}

void normal(Tensor x, Rng& rng, double mean, double deviation) {
  x.mutable_array() = rng.normal(x.shape(), mean, deviation);
}

void trunc_normal(Tensor x, Rng& rng, double mean, double deviation, double low, double high) {
  if (!(low < high && deviation > 0))
    throw ValueError(
        fmt::format("[init::trunc_normal] low {} must be below high {}, and the standard deviation "
                    "{} above 0",
                    low, high, deviation));
  if (mean < low - 2 * deviation || mean > high + 2 * deviation)
    throw ValueError(
        fmt::format("[init::trunc_normal] the mean {} is more than two standard deviations of {} "
                    "away from [{}, {}]",
                    mean, deviation, low, high));
  // From a narrow interval, numbers at even odds that are kept in proportion to their density.
  const bool narrow = high - low < deviation;
  const auto density = [&](double v) {
    const double z = (v - mean) / deviation;
    return std::exp(-z * z / 2);
  };
  const double highest = density(std::clamp(mean, low, high));
  for (real& v : x.mutable_array()) {
    double drawn = 0;
    do drawn = narrow ? low + (high - low) * rng.uniform() : mean + deviation * rng.normal();
    while (narrow ? rng.uniform() * highest > density(drawn) : drawn < low || drawn > high);
    v = static_cast<real>(drawn);
  }
}

Fans fans(const Shape& shape) {
  if (shape.size() < 2)
    throw ShapeError(fmt::format("[init::fans] needs a matrix (O, I), got {}", to_string(shape)));
  const std::size_t field =
      std::accumulate(shape.begin() + 2, shape.end(), std::size_t{1}, std::multiplies<>());
  return {shape[1] * field, shape[0] * field};
}

double gain(Nonlinearity nonlinearity, double slope) {
  switch (nonlinearity) {
    case Nonlinearity::tanh:
      return 5.0 / 3;
    case Nonlinearity::relu:
      return std::sqrt(2.0);
    case Nonlinearity::leaky_relu:
      return std::sqrt(2 / (1 + slope * slope));
    case Nonlinearity::selu:
      return 0.75;
    default:
      return 1;
  }
}

void xavier_uniform(const Tensor& x, Rng& rng, double gain) {
  uniform_within(x, rng, gain * std::sqrt(6 / fan_sum(x.shape())));
}

void xavier_normal(const Tensor& x, Rng& rng, double gain) {
  normal(x, rng, 0, gain * std::sqrt(2 / fan_sum(x.shape())));
}

void kaiming_uniform(const Tensor& x, Rng& rng, const KaimingOptions& options) {
  uniform_within(x, rng, std::sqrt(3.0) * kaiming_deviation(x.shape(), options));
}

void kaiming_normal(const Tensor& x, Rng& rng, const KaimingOptions& options) {
  normal(x, rng, 0, kaiming_deviation(x.shape(), options));
}

void gpt(const Module& model, std::size_t d_model, Rng& rng, const GptOptions& options) {
  if (d_model == 0 || !(options.deviation >= 0))
    throw ValueError(
        fmt::format("[init::gpt] d_model {} must not be 0, and the standard deviation {} not "
                    "negative",
                    d_model, options.deviation));
  const double deviation =
      options.deviation > 0 ? options.deviation : 1 / std::sqrt(3 * static_cast<double>(d_model));
  const auto schemes = prefixes_of_schemes(model);
  const auto parameters = model.named_parameters();
  const auto residuals =
      std::count_if(parameters.begin(), parameters.end(),
                    [](const NamedTensor& entry) { return adds_to_residual(entry.name); });
  for (const auto& [name, tensor] : parameters) {
    const auto is_within = [&n = name](const std::string& prefix) {
      return n.rfind(prefix, 0) == 0;
    };
    if (std::any_of(schemes.begin(), schemes.end(), is_within)) continue;
    const bool scaled = options.scale_residuals && adds_to_residual(name);
    const double divisor = scaled ? std::sqrt(static_cast<double>(residuals)) : 1;
    if (tensor.rank() >= 2 && has_ending(name, "weight"))
      normal_but_zeros(tensor, rng, deviation / divisor);
    else if (tensor.rank() == 1 && has_ending(name, "weight"))
      ones(tensor);
    else if (tensor.rank() == 1 && has_ending(name, "bias"))
      zeros(tensor);
  }
}

}  // namespace horloge::init
