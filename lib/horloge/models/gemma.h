#pragma once

// What Gemma and its successors share. For models/*.cpp.

#include "horloge/models/llama.h"

namespace horloge {

/// LLaMA with a gated GELU, token embeddings that are scaled by sqrt(D), heads of a width of their
/// own, and norms whose factors are stored less one: those of the recipe so far.
DecoderRecipe gemma_like_recipe(const Checkpoint& checkpoint, const std::string& name,
                                const RotaryKeys& rotary = {});

/// What Gemma 2 and 3 have besides: a norm after each part as well as before it, scores scaled by
/// `query_pre_attn_scalar`, logits capped if asked for.
void add_gemma2_parts(const Config& config, DecoderRecipe& recipe);

/// The factors of all norms are stored less one.
void store_norms_less_one(WeightTable& table);

}  // namespace horloge
