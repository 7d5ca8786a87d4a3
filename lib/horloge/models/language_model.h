#pragma once

// The interface of every published model, whatever its architecture.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "horloge/models/weights.h"
#include "horloge/nn/decoding_cache.h"
#include "horloge/nn/generate.h"
#include "horloge/nn/module.h"
#include "horloge/nn/position/position.h"
#include "horloge/nn/position/rotary.h"

namespace horloge {

struct ModelInput {
  Ids ids;  ///< (B, T)
  std::optional<Mask>
      attention_mask{};  ///< (B, S), true = a token, false = padding; S = cached + T
  /// (T), (1, T) or (B, T); if absent, 0, 1, … or those that follow the cached ones.
  std::optional<Ids> position_ids{};
  std::optional<Ids> token_type_ids{};  ///< (B, T), for segment embeddings; 0 if absent
  DecodingCache* cache = nullptr;       ///< null: the ids are whole sequences
  bool trace = false;                   ///< also return hidden states and attention maps

  // Of a model with an encoder and a decoder; ids and attention_mask are the encoder's then.
  std::optional<Ids> decoder_ids{};    ///< (B, T); if absent, the start id
  std::optional<Mask> decoder_mask{};  ///< (B, S), as attention_mask

  // Of a model that remembers earlier segments: `mems`, as in the code of Transformer-XL.
  std::vector<Tensor> mems{};  ///< (B, M, D) of each layer, from the last segment's output

  // For experiments.
  const PositionScheme* positions = nullptr;  ///< instead of the model's own
  bool causal = true;  ///< false: a causal model attends to later tokens, too

  const PositionScheme& positions_or(const PositionScheme& own) const {
    return positions == nullptr ? own : *positions;
  }
};

struct ModelOutput {
  Tensor logits;       ///< (B, T, V); undefined for a model without a head
  Tensor last_hidden;  ///< (B, T, D) what the head sees

  // Of models that judge a text as a whole:
  Tensor pooled;         ///< (B, D), from the first token or from all
  Tensor next_sentence;  ///< (B, 2) scores: the second sentence follows the first, or not

  // Of a model with an encoder and a decoder, unless its keys were cached:
  std::shared_ptr<const ModelOutput> encoder;

  // Of a model that remembers earlier segments:
  std::vector<Tensor> mems;  ///< (B, M, D) of each layer, for the next one; constants

  // If traced:
  std::vector<Tensor> hidden;           ///< what enters each block, and at last what the head sees
  std::vector<Tensor> attention;        ///< (B, H, T, S) of each block
  std::vector<Tensor> cross_attention;  ///< the same for cross-attention
};

struct ModelSizes {
  std::size_t num_layers = 0, d_model = 0;
  std::size_t num_heads = 0, num_kv_heads = 0, head_dim = 0;
  std::size_t num_decoder_layers = 0;  ///< of a model with an encoder and a decoder
  std::size_t d_embed = 0;             ///< width of the embeddings, where it is not d_model
  bool equal_heads = true;             ///< false if those of the first layer are narrower
};

struct ModelInfo {
  std::string architecture;  ///< GPT-2
  std::string positions;     ///< learned, added to x
  std::size_t vocab_size = 0;
  bool causal = true;                   ///< each token is predicted from those before it alone
  std::vector<std::int64_t> eos_ids{};  ///< a text ends with one of these
  std::optional<std::int64_t> padding_id{};
  ModelSizes sizes{};
  std::optional<std::int64_t> decoder_start_id{};  ///< what a decoder's text starts with
  std::optional<std::size_t> max_seq_len{};        ///< the number of its positions, if limited
  std::optional<std::size_t> trained_len{};  ///< of the longest text in training, if that is known
  std::optional<RotaryOptions> rotary{};     ///< of a model with rotary positions
  bool embeds_texts = false;  ///< it was trained to make one vector of a text: ModelOutput::pooled
};

/// A published model.
class LanguageModel : public Module {
 public:
  LanguageModel(ModelInfo info, WeightTable table)
      : info(std::move(info)), table(std::move(table)) {}
  virtual ~LanguageModel() = default;

  virtual ModelOutput forward(const ModelInput& in) const = 0;

  /// The prompt and how it goes on: greedily, with the most likely next token, or as the options
  /// say.
  ///   prompt (B, T) -> (B, T + N), N <= max_new_tokens
  /// Padding in the prompt, if the model has an id for it, is masked and takes up no positions; pad
  /// prompts of different lengths on the left. A sequence that has ended is filled up with padding,
  /// or with its last id if there is none, until all have ended. ValueError for a model that
  /// predicts no next token.
  virtual Ids generate(const Ids& prompt, const GenerateOptions& options = {}) const;

  /// Loads the weights of a checkpoint with their published names; see load_weights().
  void load(const SafetensorsFile& file, const std::string& where);

  const ModelInfo info;
  const WeightTable table;  ///< the checkpoint's names and ours
  std::string config;       ///< the JSON that it was made from; empty for one made by hand

 protected:
  /// The options with this model's eos ids and padding, where they name none.
  GenerateOptions completed(GenerateOptions options) const;
  /// ValueError: nothing can be generated.
  [[noreturn]] void fail_without_head() const;
  /// ValueError if a cache is given to a bidirectional model.
  void check_no_cache(const ModelInput& in) const;
};

/// Which ids are not padding, followed by `more` tokens.
///   ids (B, T) -> (B, T + more), true = a token
Mask tokens_of(const Ids& ids, std::int64_t padding_id, std::size_t more = 0);

/// Cross-entropy with the labels (B, T): a causal model's logits are compared with the label of the
/// next position, others with that of their own. Labels of -100 are ignored.   -> ()
Tensor language_model_loss(const LanguageModel& model, const Tensor& logits, const Ids& labels);

/// The decoder input for the labels (B, T): shifted right by one, after the start id. A label of
/// -100 becomes padding.   -> (B, T)
Ids shifted_right(const ModelInfo& info, const Ids& labels);

struct Prediction {
  std::int64_t id;
  double probability;
};

/// The most likely ids at one position, best first.   logits (B, T, V)
std::vector<Prediction> top_predictions(const Tensor& logits, std::size_t sequence,
                                        std::size_t place, std::size_t count);

}  // namespace horloge
