#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "horloge/models/language_model.h"
#include "horloge/models/parts/block.h"

namespace horloge {

struct BlockStackOptions {
  std::size_t num_layers = 0;
  std::size_t d_model = 0;
  std::size_t d_in = 0;  ///< of what enters the first block, if not d_model
  BlockOptions block;
  bool final_norm = true;
  bool causal = true;  ///< a token sees itself and those before it alone
  /// Of those only this many, the last ones (Jiang et al., "Mistral 7B", arXiv 2310.06825).
  std::optional<std::size_t> sliding_window;
  bool scale_by_layer = false;  ///< scores of layer i divided by i + 1
};

/// What a model of such blocks says of itself, with their sizes.
ModelInfo with_sizes(ModelInfo info, const BlockStackOptions& stack);

/// What an encoder hands to the blocks of a decoder.
struct EncoderMemory {
  Tensor hidden;             ///< (B, S, D); undefined if the cache has its keys and values
  std::optional<Mask> mask;  ///< (B, S), true = a token, false = padding
};

/// Where the tokens of a call stand, and those that are cached before them.
Places places_of(const ModelInput& in);

/// Blocks one after the other under a position scheme, and a last normalisation.
///   x (B, T, D_in) -> y (B, T, D)
class BlockStack : public Module {
 public:
  BlockStack(const BlockStackOptions& options, Rng& rng);

  /// If `in` asks for a trace it is left in `out`. Blocks with cross-attention need a memory.
  Tensor operator()(const Tensor& x, const PositionPass& positions, const ModelInput& in,
                    ModelOutput& out, const EncoderMemory* memory = nullptr) const;
  /// The same with a scheme for each block. The places are the same for all of them; those of the
  /// keys include `in.memory`. If there is one, `out.memory` gets it back for each block, with what
  /// entered the block behind it.
  Tensor operator()(Tensor x, const std::vector<PositionPass>& positions, const ModelInput& in,
                    ModelOutput& out, const EncoderMemory* memory = nullptr) const;

  std::vector<Block> blocks;
  std::optional<Norm> norm;

 private:
  AttentionMasks masks_of(const ModelInput& in, std::size_t num_queries,
                          std::size_t num_keys) const;

  bool causal_;
  std::optional<std::size_t> sliding_window_;
};

}  // namespace horloge
