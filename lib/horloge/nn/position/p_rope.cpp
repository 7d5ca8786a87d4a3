#include "horloge/nn/position/p_rope.h"

#include <fmt/format.h>

#include "horloge/core/error.h"

namespace horloge {

std::size_t p_rope_pairs(std::size_t rotary_dim, double p) {
  if (!(p >= 0 && p <= 1))
    throw ValueError(fmt::format(
        "[PRopePositions] p {} must be from 0 to 1, the share of the pairs that turn", p));
  const std::size_t pairs = rotary_dim / 2;
  return static_cast<std::size_t>(p * static_cast<double>(pairs));
}

PRopePositions::PRopePositions(std::size_t head_dim, double p, const RotaryOptions& options)
    : RotaryPositions(head_dim, options.with_turning_pairs(
                                    p_rope_pairs(options.rotary_dim.value_or(head_dim), p))) {
  setting("scheme", "p_rope, " + describe(this->options(), head_dim));
}

}  // namespace horloge
