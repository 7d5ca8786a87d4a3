#include "course/models/other_scheme.h"

#include <fmt/format.h>

#include <algorithm>

#include "course/models/refuse.h"
#include "horloge/core/words.h"
#include "horloge/nn/position/by_name.h"
#include "horloge/nn/position/hard_alibi.h"
#include "horloge/nn/position/p_rope.h"
#include "horloge/nn/position/xpos.h"

namespace models {

using horloge::LanguageModel;

namespace {

// A scheme that turns a head's numbers is made for one size of heads.
void need_equal_heads(const std::string& name, const LanguageModel& model) {
  for (const char* turning : {"rotary", "xpos", "p_rope", "transformer_xl"})
    if (name == turning && !model.info.sizes.equal_heads)
      refuse(
          fmt::format("{} is for heads of one size, and those of this model's "
                      "layers differ",
                      name));
}

}  // namespace

void need_scheme(const std::string& name) {
  const auto& names = horloge::position_names();
  if (name.empty() || std::count(names.begin(), names.end(), name) > 0) return;
  refuse(fmt::format("there is no position scheme '{}'; there are {}", name,
                     horloge::joined(names)));
}

std::shared_ptr<horloge::PositionScheme> other_scheme(
    const SchemeWish& wish, const LanguageModel& model) {
  if (wish.name.empty()) return nullptr;
  need_equal_heads(wish.name, model);
  horloge::PositionOptions around;
  around.d_model = model.info.sizes.d_model;
  around.d_embed = model.info.sizes.d_embed;
  around.num_heads = model.info.sizes.num_heads;
  around.head_dim = model.info.sizes.head_dim;
  // Some models stand behind a memory of earlier words.
  around.max_seq_len = 2048 + wish.positions;
  around.causal = model.info.causal;
  around.rotary = model.info.rotary;
  horloge::Rng rng(wish.seed);
  return horloge::make_positions(wish.name, around, rng);
}

std::string name_of_scheme(const std::string& name, const LanguageModel& model,
                           const horloge::PositionScheme* other) {
  if (other == nullptr) return model.info.positions;
  const auto& sizes = model.info.sizes;
  if (name == "rotary" || name == "xpos" || name == "p_rope") {
    horloge::RotaryOptions usual;
    if (name == "xpos") usual.pairing = horloge::XposOptions().pairing;
    usual = model.info.rotary.value_or(usual);
    if (name == "p_rope")
      usual.turning_pairs =
          horloge::p_rope_pairs(usual.rotary_dim.value_or(sizes.head_dim),
                                horloge::PositionOptions().turning_share);
    return name + ", " + horloge::describe(usual, sizes.head_dim);
  }
  if (name == "hard_alibi")
    return fmt::format("hard_alibi, windows in {} of {} heads",
                       horloge::usual_windowed_heads(sizes.num_heads),
                       sizes.num_heads);
  return name + (other->parameter_count() > 0
                     ? ", drawn at random and not trained"
                     : "");
}

std::string doubt_about(const std::string& name) {
  if (name == "learned" || name == "t5" || name == "fire")
    return name +
           " starts as good as none: its numbers are drawn small, and nobody "
           "has trained them.";
  if (name == "kerple")
    return "kerple prefers tokens nearby, by slopes that are drawn at random, "
           "and that nobody has trained.";
  return "";
}

}  // namespace models
