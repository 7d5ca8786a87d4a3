#include "horloge/train/sgd.h"

#include <fmt/format.h>

#include "horloge/core/error.h"

namespace horloge {
namespace {

void descend(real* p, const real* g, std::size_t n, real lr, real decay) {
#pragma omp simd
  for (std::size_t i = 0; i < n; ++i) p[i] -= lr * (g[i] + decay * p[i]);
}

// b = keep * b + take * d. The buffer starts as zeros, so 0 and 1 make the first one the gradient.
struct Momentum {
  real keep;
  real take;
  real momentum;
  bool nesterov;
};

void descend_with_momentum(real* p, real* b, const real* g, std::size_t n, real lr, real decay,
                           Momentum m) {
#pragma omp simd
  for (std::size_t i = 0; i < n; ++i) {
    const real d = g[i] + decay * p[i];
    const real buffer = m.keep * b[i] + m.take * d;
    b[i] = buffer;
    p[i] -= lr * (m.nesterov ? d + m.momentum * buffer : buffer);
  }
}

}  // namespace

SGD::SGD(const std::vector<Tensor>& parameters, const SGDOptions& options)
    : SGD(std::vector<ParameterGroup<SGDOptions>>{{parameters, options}}) {}

SGD::SGD(const std::vector<ParameterGroup<SGDOptions>>& groups) : Optimizer("SGD") {
  if (groups.empty()) throw ValueError("[SGD] there are no parameters: nothing to optimize");
  for (const auto& group : groups) {
    const SGDOptions& s = group.options;
    require(s.momentum >= 0, "momentum", "must not be negative", s.momentum);
    require(s.weight_decay >= 0, "weight_decay", "must not be negative", s.weight_decay);
    require(true, "dampening", "", s.dampening);
    require(!s.nesterov || s.momentum > 0, "momentum", "must be above 0 for nesterov", s.momentum);
    require(!s.nesterov || s.dampening == 0, "dampening", "must be 0 for nesterov", s.dampening);
    add_group(group.parameters, s.lr);
    options_.push_back(s);
  }
}

std::vector<std::string> SGD::buffer_names(std::size_t group) const {
  if (options_[group].momentum == 0) return {};
  return {"momentum_buffer"};
}

std::string SGD::describe_group(std::size_t group) const {
  const SGDOptions& s = options_[group];
  return fmt::format("momentum {}, dampening {}, weight_decay {}, nesterov {}", s.momentum,
                     s.dampening, s.weight_decay, s.nesterov);
}

Optimizer::Update SGD::update(Entry& entry, double lr) {
  const SGDOptions& s = options_[entry.group];
  const auto rate = static_cast<real>(lr);
  const auto decay = static_cast<real>(s.weight_decay);
  const real* g = entry.parameter.grad().data();
  real* p = entry.parameter.mutable_array().data();
  if (entry.buffers.empty())
    return [=](std::size_t begin, std::size_t end) {
      descend(p + begin, g + begin, end - begin, rate, decay);
    };

  const bool first = entry.steps == 1;
  const Momentum m{static_cast<real>(first ? 0 : s.momentum),
                   static_cast<real>(first ? 1 : 1 - s.dampening), static_cast<real>(s.momentum),
                   s.nesterov};
  real* b = entry.buffers[0].mutable_array().data();
  return [=](std::size_t begin, std::size_t end) {
    descend_with_momentum(p + begin, b + begin, g + begin, end - begin, rate, decay, m);
  };
}

}  // namespace horloge
