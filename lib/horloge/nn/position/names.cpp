#include "horloge/nn/position/names.h"

namespace horloge {

const std::vector<std::string>& position_names() {
  static const std::vector<std::string> names = {
      "none",   "index", "scaled_index", "sinusoidal", "learned",        "rotary", "xpos",
      "p_rope", "alibi", "hard_alibi",   "t5",         "transformer_xl", "kerple", "fire"};
  return names;
}

}  // namespace horloge
