#pragma once

// One function for each architecture, which reads its settings, and what these functions share. For
// models/*.cpp. Settings that are missing, wrong or not supported are ValueErrors.

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "horloge/models/decoder.h"
#include "horloge/models/encoder.h"
#include "horloge/models/encoder_decoder.h"
#include "horloge/models/models.h"
#include "horloge/models/transformer_xl_model.h"
#include "horloge/nn/position/rotary.h"

namespace horloge {

DecoderRecipe bloom_recipe(const Checkpoint& checkpoint, Rng& rng);
DecoderRecipe deepseek_v3_recipe(const Checkpoint& checkpoint, Rng& rng);
DecoderRecipe gemma_recipe(const Checkpoint& checkpoint, Rng& rng);
DecoderRecipe gemma2_recipe(const Checkpoint& checkpoint, Rng& rng);
DecoderRecipe gemma3_recipe(const Checkpoint& checkpoint, Rng& rng);
DecoderRecipe gpt2_recipe(const Checkpoint& checkpoint, Rng& rng);
DecoderRecipe gpt_neox_recipe(const Checkpoint& checkpoint, Rng& rng);
DecoderRecipe gpt_oss_recipe(const Checkpoint& checkpoint, Rng& rng);
DecoderRecipe gptj_recipe(const Checkpoint& checkpoint, Rng& rng);
DecoderRecipe llama_recipe(const Checkpoint& checkpoint, Rng& rng);
DecoderRecipe llama4_recipe(const Checkpoint& checkpoint, Rng& rng);
DecoderRecipe mistral_recipe(const Checkpoint& checkpoint, Rng& rng);
DecoderRecipe olmo2_recipe(const Checkpoint& checkpoint, Rng& rng);
DecoderRecipe phi_recipe(const Checkpoint& checkpoint, Rng& rng);
DecoderRecipe phi3_recipe(const Checkpoint& checkpoint, Rng& rng);
DecoderRecipe qwen2_recipe(const Checkpoint& checkpoint, Rng& rng);
DecoderRecipe qwen3_recipe(const Checkpoint& checkpoint, Rng& rng);
DecoderRecipe smollm3_recipe(const Checkpoint& checkpoint, Rng& rng);

EncoderRecipe bert_recipe(const Checkpoint& checkpoint, Rng& rng);
EncoderRecipe distilbert_recipe(const Checkpoint& checkpoint, Rng& rng);
EncoderRecipe modernbert_recipe(const Checkpoint& checkpoint, Rng& rng);
EncoderRecipe roberta_recipe(const Checkpoint& checkpoint, Rng& rng);
EncoderRecipe roformer_recipe(const Checkpoint& checkpoint, Rng& rng);
EncoderRecipe use_lite_recipe(const Checkpoint& checkpoint, Rng& rng);

EncoderDecoderRecipe t5_recipe(const Checkpoint& checkpoint, Rng& rng);

TransformerXLRecipe transformer_xl_recipe(const Checkpoint& checkpoint, Rng& rng);

/// What the function for the config's `model_type` returns.
using AnyRecipe =
    std::variant<DecoderRecipe, EncoderRecipe, EncoderDecoderRecipe, TransformerXLRecipe>;
AnyRecipe recipe_of(const Checkpoint& checkpoint, Rng& rng);

/// ValueError if `count` words, positions or heads of `width` numbers each are more than the
/// weights hold: a typing error in a config must not fill the memory. `what` names them.
void check_fits(const Checkpoint& checkpoint, const char* what, std::size_t count,
                std::size_t width);
/// The same for all layers of a stack.
void check_fits(const Checkpoint& checkpoint, const BlockStackOptions& stack);

/// The class of the checkpoint, the first of `supported` if its config names none;
/// ValueError for any other.
std::string architecture_class(const Config& config, const std::vector<std::string>& supported);

/// The head of that class: none for `without_head`, and tied or not as `tie_word_embeddings` says.
HeadKind head_setting(const Config& config, const std::string& with_head,
                      const std::string& without_head, bool usually_tied);

/// Where a weight table puts that head's weight: in the head, or in the token embeddings.
const char* name_of(HeadKind head);

/// `pad_token_id`, if there is one and it does not end a text as well.
std::optional<std::int64_t> padding_setting(const Config& config);

/// `head_dim`, or else d_model / num_heads, which must then leave no remainder. ValueError for more
/// or wider heads than the weights hold.
std::size_t head_dim_setting(const Checkpoint& checkpoint, std::size_t d_model,
                             std::size_t num_heads);

/// `num_key_value_heads`, which must divide the `num_heads` query heads; as many where nothing is
/// said.
std::size_t kv_heads_setting(const Config& config, std::size_t num_heads);

/// Whether a switch asks for biases.
Bias bias_setting(const Config& config, const ConfigKey& key, bool usual);

/// The function that a setting names.
ActivationFunction activation_setting(const Config& config, const ConfigKey& key,
                                      const std::string& usual);

/// The cap that a setting asks for, 0 if it is null or absent. ValueError unless it is positive.
double cap_setting(const Config& config, const ConfigKey& key);

/// What a decoder says of itself but for its positions, with the ids that end and pad its texts.
ModelInfo decoder_info(const Config& config, const std::string& architecture,
                       std::size_t vocab_size);

/// What a config calls the settings of rotary positions.
struct RotaryKeys {
  ConfigKey base = "rope_theta";
  std::optional<ConfigKey> part{};  ///< the fraction of a head that rotates, if it can be set
  double usual_part = 1;
  double usual_base = 10000;
  /// Which of the groups of `rope_parameters` is meant, where each kind of layer has its own.
  std::string layer_type{};
  /// Where there is one group for all: whether it is for these layers, too.
  bool shares_scaling = true;
};

/// The rotary options that these and `rope_scaling` or `rope_parameters` ask for, in heads of width
/// `head_dim`.
RotaryOptions rotary_setting(const Config& config, std::size_t head_dim,
                             double max_position_embeddings, const RotaryKeys& keys = {});

/// The model's positions are rotary.
void set_rotary(ModelInfo& info, const RotaryOptions& options, std::size_t head_dim);

/// The longest text in training, if the config says.
std::optional<std::size_t> trained_length(const Config& config, const ConfigKey& key);

}  // namespace horloge
