#include "horloge/nn/position/kerple.h"

#include <cmath>
#include <limits>

#include "horloge/core/error.h"
#include "horloge/ops/arithmetic.h"
#include "horloge/ops/layout.h"
#include "horloge/ops/math.h"

namespace horloge {
namespace {

constexpr real least = real{0.01};

Shape per_head(std::size_t num_heads) {
  if (num_heads == 0) throw ValueError("[KerplePositions] num_heads must be 1 or more");
  return {num_heads, 1, 1};
}

// x within its limits, with the gradient of x itself.
Tensor within(const Tensor& x, real largest) {
  const Tensor free = x.detach();
  return x + (clamp(free, least, largest) - free);
}

// |i - j| as (1, T, S) or (B, 1, T, S), for all heads, through a function of it.
template <class F>
Tensor distances(const AttentionPositions& at, const F& f) {
  const Ids relative = relative_positions(at);
  Array out = empty(Shape(relative.shape().begin(), relative.shape().end()));
  for (std::size_t i = 0; i < out.size(); ++i)
    out.data()[i] = static_cast<real>(f(std::fabs(static_cast<double>(relative.data()[i]))));
  return unsqueeze(Tensor(std::move(out)), -3);
}

}  // namespace

KerplePositions::KerplePositions(std::size_t num_heads, Rng& rng, KerpleForm form)
    : bias_p(parameter("bias_p",
                       rng.uniform(per_head(num_heads), 0, form == KerpleForm::log ? 2 : 1))),
      bias_a(parameter("bias_a", rng.uniform(per_head(num_heads), 0, 1))),
      form_(form) {
  setting("scheme", form_ == KerpleForm::log ? "kerple, logarithmic" : "kerple, power");
}

Tensor KerplePositions::bias(const AttentionPositions& at) const {
  constexpr real unlimited = std::numeric_limits<real>::max();
  const Tensor a = within(bias_a, unlimited);
  if (form_ == KerpleForm::log)
    return -within(bias_p, unlimited) *
           log(a * distances(at, [](double d) { return d; }) + real{1});
  // d^p = e^(p ln d), whose 0^p = 0 is e^-infinity: a large negative number instead of ln 0 keeps
  // the gradient a number too.
  const Tensor log_distance = distances(at, [](double d) { return d > 0 ? std::log(d) : -1e6; });
  return -a * exp(within(bias_p, 2) * log_distance);
}

}  // namespace horloge
