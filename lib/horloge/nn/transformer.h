#pragma once

#include <optional>
#include <vector>

#include "horloge/nn/attention.h"
#include "horloge/nn/dropout.h"
#include "horloge/nn/linear.h"
#include "horloge/nn/norm.h"

namespace horloge {

enum class Activation { relu, gelu };  ///< gelu in its exact (erf) form

/// Where a block normalises: after adding the residual, as the first Transformer did, or before
/// each part (Xiong et al. 2020), which trains more easily.
enum class NormPlace { after, before };

struct TransformerOptions {
  std::size_t dim_feedforward = 2048;
  double dropout = 0.1;
  Activation activation = Activation::relu;
  NormPlace norm = NormPlace::after;
  double layer_norm_eps = 1e-5;
};

/// Self-attention and a feed-forward net, each with a residual (Vaswani et al. 2017, section 3.1).
///   x (B, T, D) -> y (B, T, D)
/// Parameter names are those of torch.nn.TransformerEncoderLayer.
class TransformerEncoderLayer : public Module {
 public:
  TransformerEncoderLayer(std::size_t d_model, std::size_t num_heads, Rng& rng,
                          const TransformerOptions& options = {});
  Tensor operator()(const Tensor& x, const AttentionMasks& masks = {}) const;
  /// The same with a position scheme in its attention; what is added to x is added before.
  Tensor operator()(const Tensor& x, const PositionPass& positions,
                    const AttentionMasks& masks = {}) const;

  MultiHeadAttention self_attn;
  Linear linear1, linear2;
  LayerNorm norm1, norm2;

 private:
  template <class Attend>
  Tensor block(const Tensor& x, const Attend& attend) const;
  Tensor feed_forward(const Tensor& x) const;

  TransformerOptions options_;
  Dropout dropout_, dropout1_, dropout2_;
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

 private:
  Tensor feed_forward(const Tensor& x) const;

  TransformerOptions options_;
  Dropout dropout_, dropout1_, dropout2_, dropout3_;
};

enum class FinalNorm { no, yes };

/// Encoder layers one after the other, with a normalisation at the end if asked for.
///   x (B, T, D) -> y (B, T, D)
class TransformerEncoder : public Module {
 public:
  TransformerEncoder(std::size_t num_layers, std::size_t d_model, std::size_t num_heads, Rng& rng,
                     const TransformerOptions& options = {}, FinalNorm final_norm = FinalNorm::no);
  Tensor operator()(Tensor x, const AttentionMasks& masks = {}) const;
  /// The same under any position scheme, wherever it enters. x are whole sequences.
  Tensor operator()(Tensor x, const PositionScheme& positions,
                    const AttentionMasks& masks = {}) const;

  std::vector<TransformerEncoderLayer> layers;
  std::optional<LayerNorm> norm;
};

}  // namespace horloge
