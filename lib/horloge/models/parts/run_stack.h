#pragma once

// What a model of blocks makes of its input and options: the ModelInput as nn/block_stack.h has it.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "horloge/models/language_model.h"
#include "horloge/nn/block_stack.h"

namespace horloge {

/// What a model of such blocks says of itself, with their sizes.
ModelInfo with_sizes(ModelInfo info, const BlockStackOptions& stack);

/// The positions of the tokens of a call, and of those cached before them. ShapeError for ids that
/// are not (B, T), or position_ids that do not fit them.
AttentionPositions positions_of(const ModelInput& in);

/// The schemes of the layers other than `all`, each once, with a name for it.
std::vector<std::pair<std::string, std::shared_ptr<PositionScheme>>> other_schemes(
    const std::shared_ptr<PositionScheme>& all,
    const std::vector<std::shared_ptr<PositionScheme>>& of_layers);

/// The context of all blocks; or one for each under its own scheme, if the layers have their own
/// and `in` does not replace them. All have the positions of `context`.
std::vector<PositionContext> contexts_of(
    const PositionContext& context, const ModelInput& in,
    const std::vector<std::shared_ptr<PositionScheme>>& of_layers);

/// The blocks, with the masks, the cache and the mems of `in`. If it asks for a trace, that is left
/// in `out`; if it has the mems of an earlier segment, `out` gets those for the next: for each
/// block the same with the block's own input appended.
///   x (B, T, D_in) -> y (B, T, D)
Tensor run_stack(const BlockStack& stack, const Tensor& x, std::vector<PositionContext> positions,
                 const ModelInput& in, ModelOutput& out, const EncoderMemory* memory = nullptr);

}  // namespace horloge
