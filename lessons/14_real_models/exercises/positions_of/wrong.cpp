#include <cmath>
#include <map>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

using Numbers = std::map<std::string, double>;

// How a config is read; a mistake changes one of these.
struct Way {
  double neox_share = 0.25, phi_share = 0.5, gptj_columns = 64, base = 10000;
  const char* neox_base = "rotary_emb_base";
  const char* bert_places = "max_position_embeddings";
  const char* heads = "num_attention_heads";
  bool knows_head_dim = true, shares = true, limits = false, of_width = false;
  bool pairs_counted = false, rounds_up = false, all_halves = false;
  bool all_neighbours = false, refuses_odd = true, guesses = false;
  bool alibi_is_none = false, base_kept = false, share_of_llama = false;

  static double get(const Numbers& numbers, const std::string& key,
                    double usual) {
    const auto found = numbers.find(key);
    return found == numbers.end() ? usual : found->second;
  }

  std::size_t turning_columns(const std::string& type, const Numbers& n) const {
    if (type == "gptj") return std::size_t(get(n, "rotary_dim", gptj_columns));
    const double D = get(n, "hidden_size", 0);
    double K = of_width ? D : D / get(n, heads, 1);
    if (knows_head_dim && !of_width) K = get(n, "head_dim", K);
    double share = 1;
    if (type == "gpt_neox") share = get(n, "rotary_pct", neox_share);
    if (type == "phi") share = get(n, "partial_rotary_factor", phi_share);
    if (!shares) share = 1;
    if (share_of_llama && type == "llama")
      return std::size_t(get(n, "rotary_dim", K));
    return std::size_t(rounds_up ? std::ceil(share * K) : share * K);
  }

  PositionsOfConfig read(const std::string& type, const Numbers& n) const {
    if (type == "bloom")
      return {alibi_is_none ? Scheme::learned : Scheme::alibi, 0, 0, 0, false};
    if (type == "gpt2")
      return {Scheme::learned, std::size_t(get(n, "n_positions", 0)), 0, 0,
              false};
    if (type == "bert")
      return {Scheme::learned, std::size_t(get(n, bert_places, 0)), 0, 0,
              false};
    if (type != "llama" && type != "phi" && type != "gpt_neox" &&
        type != "gptj" && !guesses)
      throw ValueError("unknown");
    PositionsOfConfig p{Scheme::rotary, 0, turning_columns(type, n), base,
                        all_neighbours || (type == "gptj" && !all_halves)};
    const char* key = type == "gpt_neox" ? neox_base : "rope_theta";
    if (type != "gptj" && !base_kept) p.base = get(n, key, base);
    if (limits) p.places = std::size_t(get(n, "max_position_embeddings", 0));
    if (refuses_odd && p.turning % 2 != 0) throw ValueError("odd");
    if (pairs_counted) p.turning /= 2;
    return p;
  }
};

using Mistake = void (*)(Way&);

template <Mistake mistake>
PositionsOfConfig with(const std::string& type, const Numbers& numbers) {
  Way way;
  mistake(way);
  return way.read(type, numbers);
}

void no_head_dim(Way& w) { w.knows_head_dim = false; }
void kv_heads(Way& w) { w.heads = "num_key_value_heads"; }
void of_width(Way& w) { w.of_width = true; }
void whole_heads(Way& w) { w.shares = false; }
void neox_whole(Way& w) { w.neox_share = 1; }
void phi_whole(Way& w) { w.phi_share = 1; }
void limits(Way& w) { w.limits = true; }
void pairs(Way& w) { w.pairs_counted = true; }
void rounds_up(Way& w) { w.rounds_up = true; }
void all_halves(Way& w) { w.all_halves = true; }
void all_neighbours(Way& w) { w.all_neighbours = true; }
void odd_accepted(Way& w) { w.refuses_odd = false; }
void guesses(Way& w) { w.guesses = true; }
void neox_theta(Way& w) { w.neox_base = "rope_theta"; }
void base_kept(Way& w) { w.base_kept = true; }
void base_zero(Way& w) { w.base = 0; }
void bert_places(Way& w) { w.bert_places = "n_positions"; }
void gptj_all(Way& w) { w.gptj_columns = 256; }
void alibi_is_none(Way& w) { w.alibi_is_none = true; }
void others_keys(Way& w) { w.share_of_llama = true; }

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"no-head-dim",
       "you compute the size of a head where head_dim says it",
       {with<no_head_dim>}},
      {"kv-heads",
       "you divide by num_key_value_heads; the width is shared by "
       "num_attention_heads",
       {with<kv_heads>}},
      {"of-the-width",
       "you take the share of hidden_size; it is one of the columns of a head",
       {with<of_width>}},
      {"whole-heads",
       "you let whole heads turn; gpt_neox and phi turn a share of them",
       {with<whole_heads>}},
      {"neox-whole",
       "without rotary_pct you let all columns of gpt_neox turn; a quarter "
       "does",
       {with<neox_whole>}},
      {"phi-whole",
       "without partial_rotary_factor you let all columns of phi turn; half of "
       "them do",
       {with<phi_whole>}},
      {"limits",
       "you take max_position_embeddings for a limit of rotary positions, "
       "which have none",
       {with<limits>}},
      {"pairs-counted",
       "you count pairs; columns are asked for, two of each",
       {with<pairs>}},
      {"rounded-up",
       "you round a share of a head up, or to the nearest; it is rounded down",
       {with<rounds_up>}},
      {"all-halves",
       "you let gptj turn halves; it turns neighbours",
       {with<all_halves>}},
      {"all-neighbours",
       "you let all models turn neighbours; of these only gptj does",
       {with<all_neighbours>}},
      {"odd-accepted",
       "you let an odd number of columns turn; they do so in pairs",
       {with<odd_accepted>}},
      {"unknown-is-llama",
       "you read an unknown model_type as if it were llama; a ValueError is "
       "asked for",
       {with<guesses>}},
      {"neox-rope-theta",
       "you read rope_theta of gpt_neox; its base is rotary_emb_base",
       {with<neox_theta>}},
      {"base-kept",
       "your base is always 10000; it may be said",
       {with<base_kept>}},
      {"base-zero",
       "your base is 0 where none is said; it is 10000 then",
       {with<base_zero>}},
      {"bert-n-positions",
       "you look for n_positions of bert; its table has "
       "max_position_embeddings rows",
       {with<bert_places>}},
      {"gptj-whole",
       "without rotary_dim you let a whole head of gptj turn; 64 columns do",
       {with<gptj_all>}},
      {"alibi-not-named",
       "you leave the scheme of bloom as it is at first; it is alibi",
       {with<alibi_is_none>}},
      {"others-keys",
       "you read rotary_dim of llama, where it means nothing",
       {with<others_keys>}},
  };
  return all;
}
