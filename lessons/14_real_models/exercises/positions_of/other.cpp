// One table of kinds, and one way to read them.

#include "exercises/positions_of/answer.h"

using namespace horloge;

namespace {

struct Kind {
  const char* share_key;
  double usual_share;
  const char* base_key;
};

}  // namespace

PositionsOfConfig positions_of(const std::string& model_type,
                               const std::map<std::string, double>& numbers) {
  const std::map<std::string, const char*> tables = {
      {"gpt2", "n_positions"}, {"bert", "max_position_embeddings"}};
  const std::map<std::string, Kind> turning = {
      {"gpt_neox", {"rotary_pct", 0.25, "rotary_emb_base"}},
      {"phi", {"partial_rotary_factor", 0.5, "rope_theta"}},
      {"llama", {"", 1, "rope_theta"}}};
  const auto find = [&](const std::string& key, double usual) {
    const auto found = numbers.find(key);
    return found == numbers.end() ? usual : found->second;
  };
  if (model_type == "bloom") return {Scheme::alibi, 0, 0, 0, false};
  if (const auto t = tables.find(model_type); t != tables.end())
    return {Scheme::learned, std::size_t(find(t->second, 0)), 0, 0, false};
  PositionsOfConfig p{Scheme::rotary, 0, 0, 10000, model_type == "gptj"};
  if (p.neighbours) {
    p.turning = std::size_t(find("rotary_dim", 64));
  } else {
    const auto kind = turning.find(model_type);
    if (kind == turning.end()) throw ValueError("unknown");
    const double usual_head =
        find("hidden_size", 0) / find("num_attention_heads", 1);
    const double share = find(kind->second.share_key, kind->second.usual_share);
    p.turning = std::size_t(std::floor(find("head_dim", usual_head) * share));
    p.base = find(kind->second.base_key, 10000);
  }
  if (p.turning & 1U) throw ValueError("odd");
  return p;
}
