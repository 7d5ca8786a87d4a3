#pragma once

// What BERT and its descendants share. For models/*.cpp.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "horloge/models/encoder.h"
#include "horloge/models/models.h"

namespace horloge {

/// `pad_token_id`, which is 0 where nothing is said.
std::optional<std::int64_t> bert_padding(const Config& config);

/// BERT's recipe without positions, names and heads. `usual_vocab_size` is for a config that does
/// not say how many words there are.
EncoderRecipe bert_like_recipe(const Checkpoint& checkpoint, std::size_t usual_vocab_size);

/// The names in BERT's files without those of positions and heads. Each may begin with `prefix`.
WeightTable bert_like_table(const std::string& prefix);

/// Learned positions, of which the first `reserved` are none of a token's.
void add_learned_positions(const Checkpoint& checkpoint, EncoderRecipe& recipe, Rng& rng,
                           std::size_t reserved = 0);

/// The names in a file of the head that fills in words.
struct MaskedHeadNames {
  std::string transform = "cls.predictions.transform.dense";
  std::string norm = "cls.predictions.transform.LayerNorm";
  std::string decoder = "cls.predictions.decoder";
  std::string bias = "cls.predictions.bias";
};

/// Adds that head, and its names, to a recipe with a table.
void add_masked_language_head(const Config& config, EncoderRecipe& recipe,
                              const MaskedHeadNames& names = {});

}  // namespace horloge
