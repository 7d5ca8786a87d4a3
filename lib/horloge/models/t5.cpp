// T5 (Raffel et al., "Exploring the Limits of Transfer Learning", arXiv 1910.10683).

#include <fmt/format.h>

#include <cmath>

#include "horloge/models/architectures.h"
#include "horloge/nn/activations.h"
#include "horloge/nn/position/t5_bias.h"

namespace horloge {
namespace {

// An encoder's or a decoder's blocks, the last part of which is the feed-forward net.
void add_blocks(std::vector<WeightRule>& rules, const std::string& stack, bool decodes,
                bool gated) {
  const std::string theirs = stack + ".block.*.layer.", ours = stack + ".blocks.*.";
  const auto attention = [&](const std::string& part, const std::string& name) {
    for (const auto& [t, o] :
         {std::pair{"q", "q_proj"}, {"k", "k_proj"}, {"v", "v_proj"}, {"o", "out_proj"}})
      rules.push_back({theirs + part + "." + t, ours + name + "." + o});
  };
  attention("0.SelfAttention", "attention");
  if (decodes) attention("1.EncDecAttention", "cross_attention");
  const std::string last = decodes ? "2." : "1.";
  const std::string net = theirs + last + "DenseReluDense.";
  rules.push_back({theirs + "0.layer_norm", ours + "attention_norm"});
  if (decodes) rules.push_back({theirs + "1.layer_norm", ours + "cross_norm"});
  rules.push_back({theirs + last + "layer_norm", ours + "feed_forward_norm"});
  if (gated) rules.push_back({net + "wi_0", ours + "feed_forward.gate"});
  rules.push_back({net + (gated ? "wi_1" : "wi"), ours + "feed_forward.up"});
  rules.push_back({net + "wo", ours + "feed_forward.down"});
  rules.push_back(
      {stack + ".block.0.layer.0.SelfAttention.relative_attention_bias", stack + "_positions"});
  rules.push_back({stack + ".final_layer_norm", stack + ".norm"});
}

WeightTable t5_table(HeadKind head, bool has_decoder, bool gated) {
  WeightTable table;
  table.rules = {{"shared", "embeddings.words"}, {"encoder.embed_tokens", "embeddings.words"}};
  add_blocks(table.rules, "encoder", false, gated);
  if (has_decoder) {
    table.rules.push_back({"decoder.embed_tokens", "embeddings.words"});
    add_blocks(table.rules, "decoder", true, gated);
  }
  if (head != HeadKind::none) table.rules.push_back({"lm_head", name_of(head)});
  table.ignored = {"EncDecAttention.relative_attention_bias.weight"};  // never used
  return table;
}

// `relu`, or `gated-silu`, whose gelu is the one by tanh. Newer configs spell it out besides.
void read_activation(const Config& c, FeedForwardOptions& net) {
  const std::string setting = c.text("feed_forward_proj", "relu"), gated = "gated-";
  net.gated = setting.compare(0, gated.size(), gated) == 0;
  const std::string name = setting == "gated-gelu" ? "gelu_new"
                           : net.gated             ? setting.substr(gated.size())
                                                   : setting;
  net.gated = c.flag("is_gated_act", net.gated);
  if (c.has("dense_act_fn") || activation_named(name) != nullptr)
    net.activation = activation_setting(c, "dense_act_fn", name);
  else
    c.refuse("feed_forward_proj",
             "choose one of " + activation_names() + ", each with or without gated- before it");
}

BlockStackOptions t5_stack(const Config& c, std::size_t d_model) {
  const double dropout = c.number("dropout_rate", 0.1);
  BlockStackOptions stack;
  stack.d_model = d_model;
  BlockOptions& block = stack.block;
  block.norm_place = NormPlace::before;
  block.norm = {NormKind::rms, c.number("layer_norm_epsilon", 1e-6)};
  block.attention.num_heads = c.size("num_heads", 8);
  block.attention.head_dim = c.size("d_kv", 64);
  block.attention.scale = 1;
  block.attention.bias = block.attention.out_bias = Bias::no;
  block.attention.dropout = dropout;
  block.feed_forward.d_ff = c.size("d_ff", 2048);
  read_activation(c, block.feed_forward);
  block.feed_forward.bias = Bias::no;
  block.feed_forward.dropout = block.dropout = dropout;
  return stack;
}

std::shared_ptr<PositionScheme> positions_setting(const Checkpoint& checkpoint, bool bidirectional,
                                                  Rng& rng) {
  const Config& c = checkpoint.config;
  const std::size_t H = c.size("num_heads", 8);
  T5BiasOptions buckets;
  buckets.bidirectional = bidirectional;
  buckets.num_buckets = c.size("relative_attention_num_buckets", 32);
  buckets.max_distance = c.size("relative_attention_max_distance", 128);
  check_fits(checkpoint, "buckets", buckets.num_buckets, H);
  const std::size_t alone = buckets.num_buckets / (bidirectional ? 4 : 2);
  if (alone == 0) c.refuse("relative_attention_num_buckets", "it is too small");
  if (buckets.max_distance <= alone)
    c.refuse("relative_attention_max_distance",
             fmt::format("the first {} distances have a bucket of their own", alone));
  return std::make_shared<T5Bias>(H, rng, buckets);
}

std::int64_t id_setting(const Config& c, const char* key, std::int64_t usual) {
  const auto ids = c.ids(key);
  return ids.empty() ? usual : ids.front();
}

}  // namespace

EncoderDecoderRecipe t5_recipe(const Checkpoint& checkpoint, Rng& rng) {
  const Config& c = checkpoint.config;
  const std::string model = architecture_class(
      c, {"T5ForConditionalGeneration", "T5WithLMHeadModel", "T5Model", "T5EncoderModel"});
  // Today's library says whether it scales; it did so where the head is tied.
  const bool scales = c.flag("scale_decoder_outputs", c.flag("tie_word_embeddings", true));
  const bool own_head = !scales && checkpoint.weights.tensors.count("lm_head.weight") > 0;
  const bool tied = c.flag("tie_word_embeddings", true) && !own_head;
  const std::size_t D = c.size("d_model", 512);

  EncoderDecoderRecipe r;
  r.embeddings.vocab_size = c.size("vocab_size", 32128);
  r.embeddings.d_model = D;
  r.embeddings.dropout = r.dropout = c.number("dropout_rate", 0.1);

  r.encoder = t5_stack(c, D);
  r.encoder.num_layers = c.size("num_layers", 6);
  r.encoder.causal = false;
  r.encoder_positions = positions_setting(checkpoint, true, rng);

  const std::size_t decoder_layers = c.size("num_decoder_layers", r.encoder.num_layers);
  if (model != "T5EncoderModel") {
    r.decoder = t5_stack(c, D);
    r.decoder->num_layers = decoder_layers;
    r.decoder->block.cross_attention = true;
    r.decoder_positions = positions_setting(checkpoint, false, rng);
    if (model != "T5Model") r.head = tied ? HeadKind::tied : HeadKind::own;
  }
  if (r.head != HeadKind::none && scales) r.head_scale = 1 / std::sqrt(static_cast<double>(D));

  r.info.architecture = r.decoder ? "T5" : "T5 encoder";
  r.info.positions =
      "relative, added to the scores by bucket of distance; one table for all layers";
  r.info.vocab_size = r.embeddings.vocab_size;
  r.info.causal = false;
  r.info.eos_ids = c.has("eos_token_id") ? c.ids("eos_token_id") : std::vector<std::int64_t>{1};
  r.info.padding_id = id_setting(c, "pad_token_id", 0);
  if (r.decoder)
    r.info.decoder_start_id = id_setting(c, "decoder_start_token_id", *r.info.padding_id);

  r.table = t5_table(r.head, r.decoder.has_value(), r.encoder.block.feed_forward.gated);
  r.info.trained_len = trained_length(c, "n_positions");
  c.ignore({"is_encoder_decoder", "classifier_dropout"});
  return r;
}

}  // namespace horloge
