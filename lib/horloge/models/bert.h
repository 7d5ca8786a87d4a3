#pragma once

// What BERT and its descendants share. For models/*.cpp.

#include "horloge/models/encoder.h"
#include "horloge/models/models.h"

namespace horloge {

/// BERT's recipe without positions, names and heads. `usual_vocab_size` is for a config that does
/// not say how many words there are.
EncoderRecipe bert_like_recipe(const Checkpoint& checkpoint, std::size_t usual_vocab_size);

/// The names in BERT's files without those of positions and heads. Each may begin with `prefix`.
WeightTable bert_like_table(const std::string& prefix);

/// Adds the head that fills in words, and its names, to a recipe with a table.
void add_masked_language_head(const Config& config, EncoderRecipe& recipe);

}  // namespace horloge
