// Which positions has this model? Its config.json says it, and what it leaves
// out is known from its kind.
//
//   model_type  scheme   where it says more                    if it does not
//   gpt2        learned  n_positions: how many positions
//   bert        learned  max_position_embeddings: how many
//   bloom       alibi
//   gptj        rotary   rotary_dim: how many columns turn     64
//   gpt_neox    rotary   rotary_pct: the share that turns      0.25
//                        rotary_emb_base: the base             10000
//   phi         rotary   partial_rotary_factor: the share      0.5
//                        rope_theta: the base                  10000
//   llama       rotary   rope_theta: the base                  10000
//
// A head has head_dim columns or, if that is not said, hidden_size /
// num_attention_heads. Of llama's all turn; a share of them is rounded down.
// gptj has the base 10000 and turns neighbours, (2j, 2j + 1); the others turn
// halves. Of rotary models max_position_embeddings is no limit.

#include "exercises/positions_of/answer.h"

using namespace horloge;

/// `numbers` are the settings of the config.json that are numbers. Fields
/// that do not apply to a scheme are 0, or false. Throws a ValueError for
/// another model_type, and if an odd number of columns would turn: they do in
/// pairs.
///
/// What may help: numbers.count("head_dim") is 1 if it is there, and
/// numbers.at("head_dim") what it says. A helper that takes a name, and what to
/// answer if it is not there, makes the rest short.
PositionsOfConfig positions_of(const std::string& model_type,
                               const std::map<std::string, double>& numbers) {
  // solution
  const auto number = [&](const char* name, double otherwise) {
    return numbers.count(name) > 0 ? numbers.at(name) : otherwise;
  };
  PositionsOfConfig p;
  if (model_type == "bloom") {
    p.scheme = Scheme::alibi;
    return p;
  }
  if (model_type == "gpt2" || model_type == "bert") {
    p.places = std::size_t(numbers.at(
        model_type == "gpt2" ? "n_positions" : "max_position_embeddings"));
    return p;
  }
  p.scheme = Scheme::rotary;
  if (model_type == "gptj") {
    p.turning = std::size_t(number("rotary_dim", 64));
    p.base = 10000;
    p.neighbours = true;
  } else if (model_type == "gpt_neox" || model_type == "phi" ||
             model_type == "llama") {
    const bool neox = model_type == "gpt_neox";
    const double share = neox ? number("rotary_pct", 0.25)
                         : model_type == "phi"
                             ? number("partial_rotary_factor", 0.5)
                             : 1;
    const double K =
        numbers.count("head_dim") > 0
            ? numbers.at("head_dim")
            : numbers.at("hidden_size") / numbers.at("num_attention_heads");
    p.turning = std::size_t(share * K);
    p.base = number(neox ? "rotary_emb_base" : "rope_theta", 10000);
  } else {
    throw ValueError("[positions_of] unknown model_type " + model_type);
  }
  if (p.turning % 2 != 0)
    throw ValueError("[positions_of] columns turn in pairs");
  return p;
  // end
}
