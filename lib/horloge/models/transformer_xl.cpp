// Transformer-XL (Dai et al., "Attentive Language Models beyond a Fixed-Length Context", arXiv
// 1901.02860): each segment of a text sees what the layers saw of those before it.

#include <fmt/format.h>

#include <algorithm>

#include "horloge/core/error.h"
#include "horloge/models/architectures.h"
#include "horloge/models/parts/adaptive.h"
#include "horloge/nn/position/transformer_xl.h"
#include "horloge/ops/activation.h"
#include "horloge/ops/layout.h"

namespace horloge {
namespace {

struct TransformerXLRecipe {
  ModelInfo info;
  AdaptiveOptions words;
  TransformerXLOptions positions;
  bool shared_biases = false;  ///< u and v of all layers
  BlockStackOptions stack;
  std::size_t memory_length = 0;
  std::optional<AdaptiveHead::Tying> head;
  double dropout = 0;  ///< of what enters the first block, and of what leaves the last
  WeightTable table;
};

class TransformerXLModel : public LanguageModel {
 public:
  TransformerXLModel(const TransformerXLRecipe& recipe, Rng& rng);

  /// With `memory`, a segment that follows the one which handed it out; without, the first one,
  /// whose memory is zeros. A cache is for the tokens of one segment: they see its memory and all
  /// of the segment, as in one pass. ValueError for padding and for position_ids: neither has a
  /// meaning for what is remembered.
  ModelOutput forward(const ModelInput& in) const override;

  /// The prompt is one segment, and each token that follows one of its own.
  Ids generate(const Ids& prompt, const GenerateOptions& options = {}) const override;

  AdaptiveEmbedding embeddings;
  std::vector<std::shared_ptr<TransformerXLPositions>> positions;  ///< of each block
  BlockStack stack;
  std::optional<AdaptiveHead> head;

 private:
  std::vector<Tensor> memory_of(const ModelInput& in) const;
  std::vector<PositionPass> passes(const ModelInput& in, const Places& at) const;

  std::vector<TransformerXLPositions> both_ways_;  // the positions for a model that is not causal
  std::size_t d_model_, memory_length_;
  Dropout dropout_;
};

TransformerXLModel::TransformerXLModel(const TransformerXLRecipe& recipe, Rng& rng)
    : LanguageModel(with_sizes(recipe.info, recipe.stack), recipe.table),
      embeddings(child("embeddings", AdaptiveEmbedding(recipe.words, rng))),
      stack(child("stack", BlockStack(recipe.stack, rng))),
      d_model_(recipe.stack.d_model),
      memory_length_(recipe.memory_length),
      dropout_(child("dropout", Dropout(recipe.dropout, rng))) {
  const GroupedQueryAttentionOptions& attention = recipe.stack.block.attention;
  TransformerXLOptions options = recipe.positions;
  for (std::size_t i = 0; i < stack.blocks.size(); ++i) {
    positions.push_back(
        child(fmt::format("positions.{}", i),
              std::make_shared<TransformerXLPositions>(d_model_, attention.num_heads,
                                                       attention.head_dim, rng, options)));
    both_ways_.push_back(positions[i]->both_ways());
    if (!recipe.shared_biases) continue;
    options.r_w_bias = positions[0]->r_w_bias;
    options.r_r_bias = positions[0]->r_r_bias;
  }
  if (recipe.head) head = child("head", AdaptiveHead(recipe.words, embeddings, *recipe.head, rng));
}

std::vector<Tensor> TransformerXLModel::memory_of(const ModelInput& in) const {
  const std::size_t B = in.ids.shape()[0], L = stack.blocks.size();
  if (in.cache != nullptr && in.cache->length() > 0) return {};  // its keys are there
  if (in.memory.empty() && memory_length_ == 0) return {};
  if (in.memory.empty())
    return std::vector<Tensor>(L, Tensor(zeros({B, memory_length_, d_model_})));
  const std::size_t M = dims<3>(in.memory[0].shape(), "[TransformerXL] memory (B, M, D)")[1];
  for (const Tensor& m : in.memory)
    if (in.memory.size() != L || m.shape() != Shape{B, M, d_model_})
      throw ShapeError(
          fmt::format("[TransformerXL] memory must be (B, M, D) = ({}, M, {}) for each of {} "
                      "layers, got {} of {}",
                      B, d_model_, L, in.memory.size(), to_string(m.shape())));
  return in.memory;
}

std::vector<PositionPass> TransformerXLModel::passes(const ModelInput& in, const Places& at) const {
  std::vector<PositionPass> all;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const TransformerXLPositions& own = in.causal ? *positions[i] : both_ways_[i];
    all.emplace_back(in.positions_or(own), at);
  }
  return all;
}

ModelOutput TransformerXLModel::forward(const ModelInput& in) const {
  const Shape shape(in.ids.shape().begin(), in.ids.shape().end());
  const std::size_t T = dims<2>(shape, "[ModelInput] ids (B, T)")[1];
  const auto& mask = in.attention_mask;
  if (in.position_ids || (mask && std::count(mask->begin(), mask->end(), false) > 0))
    throw ValueError(
        "[TransformerXL] takes neither position_ids nor padding: what it remembers has none");

  ModelInput segment = in;
  segment.attention_mask.reset();
  segment.memory = memory_of(in);
  const std::size_t before = in.cache != nullptr && in.cache->length() > 0 ? in.cache->length()
                             : segment.memory.empty()                      ? 0
                                                      : segment.memory[0].shape()[1];
  const auto all = passes(in, consecutive_places(T, before + T));
  const Tensor x = all[0].scheme.embed(embeddings(in.ids), all[0].at.queries);
  ModelOutput out;
  out.last_hidden = dropout_(stack(dropout_(x), all, segment, out));
  const auto kept = static_cast<std::ptrdiff_t>(std::min(memory_length_, before + T));
  for (Tensor& m : out.memory) m = slice(m, {{}, {static_cast<std::ptrdiff_t>(before + T) - kept}});
  if (kept == 0) out.memory.clear();
  if (head) out.logits = (*head)(out.last_hidden);
  return out;
}

Ids TransformerXLModel::generate(const Ids& prompt, const GenerateOptions& options) const {
  if (!head) fail_without_head();
  ModelInput in;
  in.positions = options.positions;
  return greedy(prompt, info.eos_ids, options, [&](const Ids& ids) {
    in.ids = ids;
    ModelOutput out = forward(in);
    in.memory = std::move(out.memory);
    return out.logits;
  });
}

// What is shared stands in a file under one of its names, or under all.
void add_head(WeightTable& table, const TransformerXLRecipe& r) {
  const bool tied = r.head->tables;
  table.rules.push_back(
      {"crit.out_layers.*.weight", tied ? "embeddings.tables.*" : "head.tables.*"});
  table.rules.push_back({"crit.out_layers.*.bias", "head.biases.*"});
  table.rules.push_back({"crit.cluster_weight", "head.cluster_weight"});
  table.rules.push_back({"crit.cluster_bias", "head.cluster_bias"});
  const auto& projections = r.head->projections;
  for (std::size_t i = 0; r.words.projects() && i <= r.words.cutoffs.size(); ++i) {
    const bool shared = i < projections.size() && projections[i];
    const std::size_t theirs = r.words.div_val == 1 ? 0 : i;
    table.rules.push_back({fmt::format("crit.out_projs.{}", i),
                           shared ? fmt::format("embeddings.projections.{}", theirs)
                                  : fmt::format("head.projections.{}", i)});
  }
}

WeightTable table_of(const TransformerXLRecipe& r) {
  WeightTable table = {
      {
          {"word_emb.emb_layers.*.weight", "embeddings.tables.*"},
          {"word_emb.emb_projs.*", "embeddings.projections.*"},
          {"layers.*.dec_attn.qkv_net", "stack.blocks.*.attention.{qkv}_proj", Stored::fused},
          {"layers.*.dec_attn.o_net", "stack.blocks.*.attention.out_proj"},
          {"layers.*.dec_attn.layer_norm", "stack.blocks.*.attention_norm"},
          {"layers.*.dec_attn.r_net", "positions.*.r_net"},
          {"layers.*.dec_attn.r_w_bias", "positions.*.r_w_bias"},
          {"layers.*.dec_attn.r_r_bias", "positions.*.r_r_bias"},
          {"layers.*.pos_ff.CoreNet.0", "stack.blocks.*.feed_forward.up"},
          {"layers.*.pos_ff.CoreNet.3", "stack.blocks.*.feed_forward.down"},
          {"layers.*.pos_ff.layer_norm", "stack.blocks.*.feed_forward_norm"},
      },
      {"transformer."},
      {"pos_emb.inv_freq"},
  };
  for (const std::string bias : {"r_w_bias", "r_r_bias"}) {
    if (!r.shared_biases) continue;
    table.rules.push_back({bias, "positions.0." + bias});
    for (std::size_t i = 1; i < r.stack.num_layers; ++i)
      table.rules.push_back({fmt::format("layers.{}.dec_attn.{}", i, bias), "positions.0." + bias});
  }
  if (r.head) add_head(table, r);
  return table;
}

AdaptiveOptions words_setting(const Config& c, std::size_t d_model) {
  AdaptiveOptions words;
  words.vocab_size = c.size({"vocab_size", "n_token"}, 267735);
  words.d_model = d_model;
  words.d_embed = c.size("d_embed", 1024);
  words.div_val = c.size("div_val", 4);
  words.cutoffs = {20000, 40000, 200000};
  if (c.has("cutoffs")) words.cutoffs.clear();
  for (const std::int64_t cutoff : c.ids("cutoffs")) {
    if (cutoff <= 0) c.refuse("cutoffs", "they are counts of words");
    words.cutoffs.push_back(static_cast<std::size_t>(cutoff));
  }
  try {
    words.check();
  } catch (const ValueError& e) {
    c.fail(e);
  }
  return words;
}

AdaptiveHead::Tying tying_setting(const Config& c, std::size_t clusters) {
  AdaptiveHead::Tying tying;
  tying.tables = c.flag("tie_word_embeddings", true);
  tying.projections.assign(clusters, c.flag("proj_share_all_but_first", true));
  tying.projections[0] = false;
  if (c.has("tie_projs")) tying.projections = c.flags("tie_projs");
  return tying;
}

// A size that may be 0, too.
std::size_t length_setting(const Config& c, const char* key, std::size_t usual) {
  return c.number(key, 1) == 0 ? 0 : c.size(key, usual);
}

BlockStackOptions stack_setting(const Config& c, std::size_t d_model) {
  BlockStackOptions stack;
  stack.num_layers = c.size("n_layer", 18);
  stack.d_model = d_model;
  stack.final_norm = false;
  BlockOptions& block = stack.block;
  block.wiring = c.flag("pre_lnorm", false) ? Wiring::norm_before : Wiring::norm_after;
  block.norm = {NormKind::layer, c.number("layer_norm_epsilon", 1e-5)};
  block.attention.num_heads = c.size("n_head", 16);
  block.attention.head_dim = c.size("d_head", 64);
  block.attention.bias = block.attention.out_bias = Bias::no;
  block.attention.dropout = c.number("dropatt", 0);
  block.feed_forward.d_ff = c.size("d_inner", 4096);
  block.feed_forward.activation = relu;
  block.feed_forward.dropout = block.dropout = c.number("dropout", 0.1);
  return stack;
}

TransformerXLRecipe transformer_xl_recipe(const Config& c) {
  const std::size_t D = c.size("d_model", 1024);
  TransformerXLRecipe r;
  r.words = words_setting(c, D);
  r.stack = stack_setting(c, D);
  r.dropout = r.positions.dropout = c.number("dropout", 0.1);
  if (c.number("clamp_len", 1000) > 0) r.positions.clamp_len = c.size("clamp_len", 1000);
  r.shared_biases = !c.flag("untie_r", true);
  r.memory_length = length_setting(c, "mem_len", 1600);
  if (c.flag("same_length", true)) {
    if (r.memory_length == 0) c.refuse("mem_len", "with same_length each token sees so many");
    r.stack.sliding_window = r.memory_length;
  }
  const AdaptiveHead::Tying tying = tying_setting(c, r.words.cutoffs.size() + 1);
  const std::string model = architecture_class(c, {"TransfoXLLMHeadModel", "TransfoXLModel"});
  if (model == "TransfoXLLMHeadModel") r.head = tying;

  r.info.architecture = "Transformer-XL";
  r.info.positions = fmt::format(
      "relative, added to the scores as each query sees it; remembers {} "
      "tokens",
      r.memory_length);
  r.info.vocab_size = r.words.vocab_size;
  r.info.eos_ids = c.has("eos_token_id") ? c.ids("eos_token_id") : std::vector<std::int64_t>{0};
  r.table = table_of(r);
  if (c.number("attn_type", 0) != 0) c.refuse("attn_type", "only 0 is");
  if (c.number("sample_softmax", -1) > 0) c.refuse("sample_softmax", "only -1 is");
  c.ignore({"adaptive", "init", "init_range", "init_std", "proj_init_std", "tgt_len", "ext_len",
            "tie_weight", "trainer_compatible"});
  return r;
}

}  // namespace

std::shared_ptr<LanguageModel> make_transformer_xl(const Checkpoint& checkpoint, Rng& rng) {
  const TransformerXLRecipe r = transformer_xl_recipe(checkpoint.config);
  for (const Shape& table : r.words.tables())
    check_fits(checkpoint, "words", table.front(), table.back());
  check_fits(checkpoint, r.stack);
  return std::make_shared<TransformerXLModel>(r, rng);
}

}  // namespace horloge
