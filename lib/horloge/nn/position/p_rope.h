// Position enters by rotating q and k.

#pragma once

#include <cstddef>

#include "horloge/nn/position/rotary.h"

namespace horloge {

/// How many of the R/2 pairs of a head turn: the share p of them, rounded down. ValueError unless p
/// is from 0 to 1.
std::size_t p_rope_pairs(std::size_t rotary_dim, double p);

/// Rotary positions whose slowest pairs stand still, so that there is something in a head that no
/// distance can blur: p-RoPE (Barbero et al., "Round and Round We Go! What makes Rotary Positional
/// Encodings useful?", arXiv 2410.06205, section 6).
///   pair j turns by position * base^(-2j/R) for the first p R/2 pairs, and not at all for the
///   others
/// p = 1 is rotary, p = 0 no positions. Unlike rotary_dim, which makes all frequencies from a part
/// of the head, it keeps those of the whole.
class PRopePositions : public RotaryPositions {
 public:
  explicit PRopePositions(std::size_t head_dim, double p = 0.75, const RotaryOptions& options = {});
};

}  // namespace horloge
