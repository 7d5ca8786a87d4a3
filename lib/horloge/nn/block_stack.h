#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "horloge/core/with.h"
#include "horloge/nn/block.h"
#include "horloge/nn/decoding_cache.h"
#include "horloge/nn/layer_sight.h"

namespace horloge {

struct [[nodiscard]] BlockStackOptions {
  std::size_t num_layers = 0;
  std::size_t d_model = 0;
  std::size_t d_in = 0;  ///< width of the first block's input, d_model if 0
  BlockOptions block;
  std::vector<BlockOptions> blocks;  ///< of each layer, where they differ; all are `block` if empty
  bool final_norm = true;
  bool causal = true;  ///< a token attends to itself and to earlier ones only
  std::optional<std::size_t> sliding_window;  ///< and to some of these only
  WindowKind window_kind = WindowKind::behind;
  std::vector<bool> windowed_layers;  ///< the layers that do; all if empty
  bool scale_by_layer = false;        ///< scores of layer i divided by i + 1

  using Self = BlockStackOptions;
  Self with_num_layers(std::size_t n) const { return with(*this, &Self::num_layers, n); }
  Self with_d_model(std::size_t value) const { return with(*this, &Self::d_model, value); }
  Self with_d_in(std::size_t value) const { return with(*this, &Self::d_in, value); }
  Self with_block(const BlockOptions& options) const { return with(*this, &Self::block, options); }
  Self with_blocks(const std::vector<BlockOptions>& all) const {
    return with(*this, &Self::blocks, all);
  }
  Self with_final_norm(bool value) const { return with(*this, &Self::final_norm, value); }
  Self with_causal(bool value) const { return with(*this, &Self::causal, value); }
  Self with_sliding_window(std::size_t n) const { return with(*this, &Self::sliding_window, n); }
  Self with_window_kind(WindowKind kind) const { return with(*this, &Self::window_kind, kind); }
  Self with_windowed_layers(const std::vector<bool>& layers) const {
    return with(*this, &Self::windowed_layers, layers);
  }
  Self with_scale_by_layer(bool value) const { return with(*this, &Self::scale_by_layer, value); }
};

/// What the blocks of a decoder attend to besides their own tokens.
struct EncoderMemory {
  Tensor hidden;             ///< (B, S, D); undefined if its keys and values are cached
  std::optional<Mask> mask;  ///< (B, S), true = a token, false = padding
};

/// Attention weights of each block, (B, H, T, S).
struct AttentionMaps {
  std::vector<Tensor> self, cross;
};

/// What one call of a stack needs besides its input.
struct BlockStackContext {
  /// One for all blocks, or one for each. They agree in their positions, whose keys are those of
  /// the cached tokens and of `earlier`, too.
  explicit BlockStackContext(const PositionContext& of_all) : positions{of_all} {}
  explicit BlockStackContext(std::vector<PositionContext> of_each)
      : positions(std::move(of_each)) {}

  std::vector<PositionContext> positions;
  std::optional<Mask> key_mask;    ///< (B, S), true = this key takes part
  bool causal = true;              ///< false: tokens of a causal stack attend to later ones as well
  DecodingCache* cache = nullptr;  ///< of the earlier tokens; those of this call are appended
  std::vector<Tensor> earlier;     ///< (B, M, D) for each block, as Block has it; or none
  const EncoderMemory* memory = nullptr;  ///< for blocks with cross-attention

  std::vector<Tensor>* hidden = nullptr;  ///< where to leave what enters each block, and y
  AttentionMaps* maps = nullptr;          ///< where to leave the attention weights; slower
};

/// Blocks one after the other under a position scheme, and a normalisation at the end.
///   x (B, T, D_in) -> y (B, T, D)
/// What the scheme adds to x is added before. A layer whose window reaches back so far keeps no
/// more than twice as many tokens in its cache. ValueError for blocks or windowed_layers that do
/// not name each layer, for a window around in a causal stack or of 0 tokens, and unless there is a
/// PositionContext for all blocks, or one for each.
class BlockStack : public Module {
 public:
  BlockStack(const BlockStackOptions& options, Rng& rng);
  Tensor operator()(Tensor x, const BlockStackContext& context) const;

  std::vector<Block> blocks;
  std::optional<Norm> norm;

 private:
  std::optional<Window> window_of(std::size_t i, const BlockStackContext& context) const;
  BlockContext context_of_block(std::size_t i, const BlockStackContext& context,
                                LayerSights& sights) const;

  bool causal_;
  std::optional<std::size_t> sliding_window_;
  WindowKind window_kind_;
  std::vector<bool> windowed_;  // of each layer
};

}  // namespace horloge
