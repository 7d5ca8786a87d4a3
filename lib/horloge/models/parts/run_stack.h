#pragma once

// What a model of blocks makes of its input and options: the ModelInput as nn/block_stack.h has it.

#include <vector>

#include "horloge/models/language_model.h"
#include "horloge/nn/block_stack.h"

namespace horloge {

/// What a model of such blocks says of itself, with their sizes.
ModelInfo with_sizes(ModelInfo info, const BlockStackOptions& stack);

/// The positions of the tokens of a call, and of those cached before them. ShapeError for ids that
/// are not (B, T), or position_ids that do not fit them.
Places places_of(const ModelInput& in);

/// The blocks, with the masks, the cache and the memory of `in`. If it asks for a trace, that is
/// left in `out`; if it has the memory of an earlier segment, `out` gets the one for the next: for
/// each block the same with the block's own input appended.
///   x (B, T, D_in) -> y (B, T, D)
Tensor run_stack(const BlockStack& stack, const Tensor& x, std::vector<PositionPass> positions,
                 const ModelInput& in, ModelOutput& out, const EncoderMemory* memory = nullptr);

}  // namespace horloge
