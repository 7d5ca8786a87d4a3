#pragma once

#include <string>
#include <vector>

namespace horloge {

/// none, index, scaled_index, sinusoidal, learned, rotary, xpos, p_rope, alibi, hard_alibi, t5,
/// transformer_xl, kerple and fire, in this order.
const std::vector<std::string>& position_names();

}  // namespace horloge
