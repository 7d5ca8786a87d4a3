// The settings of Meta's own LLaMA files, params.json, in the words of config.json.

#include <fmt/format.h>

#include "horloge/core/shape.h"
#include "horloge/models/llama.h"
#include "horloge/text/escape_controls.h"

namespace horloge {
namespace {

// Meta gives the width of the feed-forward net by a rule: two thirds of 4 D, times a factor, up to
// the next multiple of a number.
std::size_t feed_forward_width(const Config& params, std::size_t D) {
  if (params.has("hidden_dim")) return params.size("hidden_dim");
  const std::size_t multiple = params.size("multiple_of", 256);
  const double factor = params.number("ffn_dim_multiplier", 1);
  const std::size_t two_thirds = 2 * 4 * D / 3;
  const double exact = factor * static_cast<double>(two_thirds);
  constexpr double most = 1e9;  // as of any size
  if (!(exact >= 1 && exact <= most))
    params.fail(
        fmt::format("dim = {} and ffn_dim_multiplier = {:g} ask for a feed-forward net of width "
                    "{:g}; it must be from 1 to {:g}",
                    D, factor, exact, most));
  const auto width = static_cast<std::size_t>(exact);
  return (width + multiple - 1) / multiple * multiple;
}

// LLaMA 1 and 2 leave the size of the vocabulary to the tokenizer, and say -1.
std::size_t vocabulary(const Config& params, const SafetensorsFile& weights) {
  if (params.number("vocab_size", -1) != -1) return params.size("vocab_size");
  const char* const words =
      has_meta_names(weights) ? "tok_embeddings.weight" : "model.embed_tokens.weight";
  const Shape& shape = weights.at(words).shape();
  if (shape.empty() || shape[0] == 0)
    params.fail(fmt::format("{} must have a row for each word, and has shape {}", words,
                            excerpt(to_string(shape))));
  return shape[0];
}

}  // namespace

bool is_meta_config(const Config& config) {
  return !config.has("model_type") && config.has("dim") && config.has("n_layers");
}

Config from_meta_config(const Config& params, const SafetensorsFile& weights) {
  const std::size_t D = params.size("dim"), H = params.size("n_heads");
  const std::string window =
      params.has("sliding_window") ? std::to_string(params.size("sliding_window")) : "null";
  if (params.flag("use_scaled_rope", false))
    params.refuse("use_scaled_rope",
                  "convert the checkpoint to Hugging Face's layout, whose "
                  "rope_scaling says by how much");
  // A file without a head has the embeddings serve as one.
  const char* const head = has_meta_names(weights) ? "output.weight" : "lm_head.weight";
  const std::string text = fmt::format(
      R"({{"model_type": "{}", "vocab_size": {}, "hidden_size": {}, "num_hidden_layers": {},
           "num_attention_heads": {}, "num_key_value_heads": {}, "head_dim": {},
           "intermediate_size": {}, "rms_norm_eps": {}, "rope_theta": {}, "sliding_window": {},
           "tie_word_embeddings": {}}})",
      params.has("sliding_window") ? "mistral" : "llama", vocabulary(params, weights), D,
      params.size("n_layers"), H, params.size("n_kv_heads", H), params.size("head_dim", D / H),
      feed_forward_width(params, D), params.number("norm_eps", 1e-5),
      params.number("rope_theta", 10000), window, weights.tensors.count(head) == 0);
  params.ignore({"max_batch_size", "max_seq_len", "ffn_hidden"});
  params.finish();
  return Config::parse(text, params.where());
}

}  // namespace horloge
