#include "horloge/train/adam.h"

#include <fmt/format.h>

#include <cmath>

#include "horloge/core/error.h"

namespace horloge {
namespace {

// What all elements of a parameter share in one update. The step is
//   step_size * m / (sqrt(v) / r + eps)
// with r the square root of the second bias correction. Numerator and denominator are multiplied by
// r here, once, which saves a division per element.
struct Constants {
  real shrink;  // decoupled decay: p *= shrink
  real decay;   // decay in the gradient: d = g + decay * p
  real beta1, rest1;
  real beta2, rest2;
  real eps;
  real step_size;
};

struct Moments {
  real* m;
  real* v;
};

// Free functions that take the constants by value: no store through p, m or v can alias them, so
// they stay in registers.
inline void update_moments(real* p, const real* g, Moments s, std::size_t i, const Constants& c) {
  p[i] *= c.shrink;
  const real d = g[i] + c.decay * p[i];
  s.m[i] = c.beta1 * s.m[i] + c.rest1 * d;
  s.v[i] = c.beta2 * s.v[i] + c.rest2 * d * d;
}

inline real step_of(real m, real v, const Constants& c) {
  return c.step_size * m / (std::sqrt(v) + c.eps);
}

void adam_tile(real* p, const real* g, Moments s, std::size_t n, Constants c) {
#pragma omp simd
  for (std::size_t i = 0; i < n; ++i) {
    update_moments(p, g, s, i, c);
    p[i] -= step_of(s.m[i], s.v[i], c);
  }
}

void amsgrad_tile(real* p, const real* g, Moments s, real* largest, std::size_t n, Constants c) {
#pragma omp simd
  for (std::size_t i = 0; i < n; ++i) {
    update_moments(p, g, s, i, c);
    largest[i] = largest[i] > s.v[i] ? largest[i] : s.v[i];
    p[i] -= step_of(s.m[i], largest[i], c);
  }
}

}  // namespace

Adam::Adam(const std::vector<Tensor>& parameters, const AdamOptions& options)
    : Adam("Adam", Decay::in_gradient) {
  add(parameters, options);
}

Adam::Adam(const std::vector<ParameterGroup<AdamOptions>>& groups)
    : Adam("Adam", Decay::in_gradient) {
  if (groups.empty()) throw ValueError("[Adam] there are no parameters: nothing to optimize");
  for (const auto& group : groups) add(group.parameters, group.options);
}

AdamW::AdamW(const std::vector<Tensor>& parameters, const AdamWOptions& options)
    : Adam("AdamW", Decay::decoupled) {
  add(parameters, options);
}

AdamW::AdamW(const std::vector<ParameterGroup<AdamWOptions>>& groups)
    : Adam("AdamW", Decay::decoupled) {
  if (groups.empty()) throw ValueError("[AdamW] there are no parameters: nothing to optimize");
  for (const auto& group : groups) add(group.parameters, group.options);
}

void Adam::add(const std::vector<Tensor>& parameters, const AdamOptions& s) {
  for (const double beta : {s.betas.first, s.betas.second})
    require(beta >= 0 && beta < 1, "betas", "must be in [0, 1)", beta);
  require(s.eps >= 0, "eps", "must not be negative", s.eps);
  require(s.weight_decay >= 0, "weight_decay", "must not be negative", s.weight_decay);
  add_group(parameters, s.lr);
  options_.push_back(s);
}

std::vector<std::string> Adam::buffer_names(std::size_t group) const {
  if (options_[group].amsgrad) return {"exp_avg", "exp_avg_sq", "max_exp_avg_sq"};
  return {"exp_avg", "exp_avg_sq"};
}

std::string Adam::describe_group(std::size_t group) const {
  const AdamOptions& s = options_[group];
  return fmt::format("betas {} {}, eps {}, weight_decay {}, amsgrad {}", s.betas.first,
                     s.betas.second, s.eps, s.weight_decay, s.amsgrad);
}

Optimizer::Update Adam::update(Entry& entry, double lr) {
  const AdamOptions& s = options_[entry.group];
  const auto t = static_cast<double>(entry.steps);
  const bool decoupled = decay_ == Decay::decoupled;
  Constants c{};
  c.shrink = static_cast<real>(decoupled ? 1 - lr * s.weight_decay : 1);
  c.decay = static_cast<real>(decoupled ? 0 : s.weight_decay);
  c.beta1 = static_cast<real>(s.betas.first);
  c.rest1 = static_cast<real>(1 - s.betas.first);
  c.beta2 = static_cast<real>(s.betas.second);
  c.rest2 = static_cast<real>(1 - s.betas.second);
  const double root_correction2 = std::sqrt(1 - std::pow(s.betas.second, t));
  c.eps = static_cast<real>(s.eps * root_correction2);
  c.step_size = static_cast<real>(lr * root_correction2 / (1 - std::pow(s.betas.first, t)));

  const real* g = entry.parameter.grad().data();
  real* p = entry.parameter.mutable_array().data();
  const Moments moments{entry.buffers[0].mutable_array().data(),
                        entry.buffers[1].mutable_array().data()};
  real* largest = s.amsgrad ? entry.buffers[2].mutable_array().data() : nullptr;
  return [=](std::size_t begin, std::size_t end) {
    const Moments part{moments.m + begin, moments.v + begin};
    if (largest == nullptr)
      adam_tile(p + begin, g + begin, part, end - begin, c);
    else
      amsgrad_tile(p + begin, g + begin, part, largest + begin, end - begin, c);
  };
}

}  // namespace horloge
