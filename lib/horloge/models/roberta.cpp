// RoBERTa (Liu et al., "RoBERTa: A Robustly Optimized BERT Pretraining Approach", arXiv
// 1907.11692): BERT with one kind of segment, whose positions are counted from where padding's is.
// XLM-RoBERTa (Conneau et al., arXiv 1911.02116) is the same.

#include "horloge/models/architectures.h"
#include "horloge/models/bert.h"
#include "horloge/ops/activation.h"

namespace horloge {
namespace {

// Unlike elsewhere, padding is id 1 where nothing is said.
std::int64_t roberta_padding(const Config& config) {
  if (!config.mentions("pad_token_id")) return 1;
  const auto ids = config.ids("pad_token_id");
  if (ids.empty())
    config.fail("pad_token_id = null is not supported; positions are counted from it");
  if (ids.front() < 0) config.refuse("pad_token_id", "positions are counted from it");
  return ids.front();
}

bool has_roberta_pooler(const SafetensorsFile& weights) {
  return weights.tensors.count("pooler.dense.weight") > 0 ||
         weights.tensors.count("roberta.pooler.dense.weight") > 0;
}

}  // namespace

EncoderRecipe roberta_recipe(const Checkpoint& checkpoint, Rng& rng) {
  const Config& c = checkpoint.config;
  const std::vector<std::string> classes = {"RobertaForMaskedLM", "RobertaModel",
                                            "XLMRobertaForMaskedLM", "XLMRobertaModel"};
  const std::string kind = architecture_class(c, classes);
  const bool masked = kind == classes[0] || kind == classes[2];
  const std::int64_t padding = roberta_padding(c);

  EncoderRecipe r = bert_like_recipe(checkpoint, 50265);
  r.embeddings.padding_idx = r.info.padding_id = r.positions_after = padding;
  add_learned_positions(checkpoint, r, rng, static_cast<std::size_t>(padding) + 1);
  r.info.architecture = "RoBERTa";

  r.table = bert_like_table("roberta.");
  r.table.rules.push_back({"embeddings.position_embeddings", "positions"});
  r.table.rules.push_back({"pooler.dense", "pooler"});
  if (!masked) {
    r.pooler = has_roberta_pooler(checkpoint.weights);
    return r;
  }
  add_masked_language_head(
      c, r, {"lm_head.dense", "lm_head.layer_norm", "lm_head.decoder", "lm_head.bias"});
  r.head.activation = gelu_erf;  // whatever hidden_act says
  r.table.ignored.insert(r.table.ignored.end(), {"pooler.dense.weight", "pooler.dense.bias"});
  return r;
}

}  // namespace horloge
