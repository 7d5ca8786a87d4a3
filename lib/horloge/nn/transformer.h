#pragma once

// The layers of torch.nn's Transformer: its names and layouts, over the same parts as nn/block.h.

#include <cstddef>
#include <optional>
#include <vector>

#include "horloge/core/with.h"
#include "horloge/nn/attention.h"
#include "horloge/nn/dropout.h"
#include "horloge/nn/feed_forward.h"
#include "horloge/nn/linear.h"
#include "horloge/nn/norm.h"
#include "horloge/nn/residual.h"
#include "horloge/ops/activation.h"

namespace horloge {

struct [[nodiscard]] TransformerOptions {
  std::size_t dim_feedforward = 2048;
  double dropout = 0.1;
  ActivationFunction activation = relu;
  NormPlace norm = NormPlace::after;
  double layer_norm_eps = 1e-5;
  bool gated = false;  ///< GLU in the feed-forward net, as FeedForward has it: SwiGLU with silu

  using Self = TransformerOptions;
  Self with_dim_feedforward(std::size_t n) const { return with(*this, &Self::dim_feedforward, n); }
  Self with_dropout(double value) const { return with(*this, &Self::dropout, value); }
  Self with_activation(ActivationFunction f) const { return with(*this, &Self::activation, f); }
  Self with_norm(NormPlace place) const { return with(*this, &Self::norm, place); }
  Self with_layer_norm_eps(double eps) const { return with(*this, &Self::layer_norm_eps, eps); }
  Self with_gated(bool value) const { return with(*this, &Self::gated, value); }
};

/// Self-attention and a feed-forward net, each with a residual (Vaswani et al. 2017, section 3.1).
///   x (B, T, D) -> y (B, T, D)
/// Parameter names are those of torch.nn.TransformerEncoderLayer, and so is their start: in_proj as
/// init::xavier_uniform(), all other matrices as in Linear. For a deep one see init::gpt().
class TransformerEncoderLayer : public Module {
 public:
  TransformerEncoderLayer(std::size_t d_model, std::size_t num_heads, Rng& rng,
                          const TransformerOptions& options = {});
  Tensor operator()(const Tensor& x, const AttentionMasks& masks = {}) const;
  /// The same with a position scheme in its attention; what is added to x is added before.
  Tensor operator()(const Tensor& x, const PositionContext& positions,
                    const AttentionMasks& masks = {}) const;
  Tensor operator()(const Tensor& x, const AttentionContext& context) const;

  MultiHeadAttention self_attn;
  Linear linear1, linear2;
  LayerNorm norm1, norm2;
  std::optional<Linear> linear_gate;  ///< (F, D), if gated; PyTorch has none

 private:
  NormPlace place_;
  FeedForward feed_forward_;
  Dropout dropout1_, dropout2_;
};

/// Self-attention, attention to a memory, and a feed-forward net.
///   x (B, T, D), memory (B, S, D) -> y (B, T, D)
/// Parameter names are those of torch.nn.TransformerDecoderLayer.
class TransformerDecoderLayer : public Module {
 public:
  TransformerDecoderLayer(std::size_t d_model, std::size_t num_heads, Rng& rng,
                          const TransformerOptions& options = {});
  Tensor operator()(const Tensor& x, const Tensor& memory, const AttentionMasks& self_masks = {},
                    const AttentionMasks& memory_masks = {}) const;

  MultiHeadAttention self_attn, multihead_attn;
  Linear linear1, linear2;
  LayerNorm norm1, norm2, norm3;
  std::optional<Linear> linear_gate;  ///< (F, D), if gated

 private:
  NormPlace place_;
  FeedForward feed_forward_;
  Dropout dropout1_, dropout2_, dropout3_;
};

enum class FinalNorm { no, yes };

/// Encoder layers one after the other, with a normalisation at the end if asked for.
///   x (B, T, D) -> y (B, T, D)
/// With AttentionMasks::causal() it is a decoder without a memory, as GPT is.
class TransformerEncoder : public Module {
 public:
  TransformerEncoder(std::size_t num_layers, std::size_t d_model, std::size_t num_heads, Rng& rng,
                     const TransformerOptions& options = {}, FinalNorm final_norm = FinalNorm::no);
  Tensor operator()(Tensor x, const AttentionMasks& masks = {}) const;
  /// The same under any position scheme, wherever it enters. x are whole sequences.
  Tensor operator()(const Tensor& x, const PositionScheme& positions,
                    const AttentionMasks& masks = {}) const;

  std::vector<TransformerEncoderLayer> layers;
  std::optional<LayerNorm> norm;

 private:
  Tensor run(Tensor x, const AttentionContext& context) const;
};

}  // namespace horloge
