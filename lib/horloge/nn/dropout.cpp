#include "horloge/nn/dropout.h"

#include <fmt/format.h>

#include "horloge/core/batch_shard.h"
#include "horloge/core/error.h"
#include "horloge/ops/dropout.h"

namespace horloge {

Dropout::Dropout(double p, Rng& rng) : p_(p), seed_(rng.bits()), calls_(counter("calls")) {
  if (!(p >= 0 && p <= 1))
    throw ValueError(fmt::format("[Dropout] the probability must be in [0, 1], got {}", p));
  setting("p", fmt::format("{}", p), true);
}

Tensor Dropout::operator()(const Tensor& x) const {
  return active() ? dropout(x, p_, next_key()) : x;
}

StreamKey Dropout::next_key() const { return {seed_, my_stream(), (*calls_)++}; }

}  // namespace horloge
