#pragma once

#include <cstddef>
#include <optional>

#include "horloge/nn/attention.h"
#include "horloge/nn/dropout.h"
#include "horloge/nn/linear.h"
#include "horloge/nn/position/position.h"

namespace horloge {

struct GroupedQueryAttentionOptions {
  std::size_t num_heads = 1;
  std::size_t num_kv_heads = 0;  ///< num_heads if 0; with fewer, each serves several query heads
  std::size_t head_dim = 0;      ///< d_model / num_heads if 0
  std::size_t d_out = 0;         ///< width of y, d_model if 0
  Bias bias = Bias::yes;         ///< of the projections to q, k and v
  Bias out_bias = Bias::yes;
  std::optional<double> scale;  ///< of the scores, 1/sqrt(K) by default
  bool values_as_keys = false;  ///< the scheme changes values as it does keys: turned values
  double dropout = 0;           ///< of the weights
};

/// What one call of an attention needs besides its input.
struct AttentionPass {
  const PositionPass* positions = nullptr;  ///< null: no position enters here
  AttentionMasks masks;
  KeyValueCache* cache = nullptr;  ///< of the tokens before; those of this call are put there too
  Tensor* weights = nullptr;       ///< where to leave the attention map (B, H, T, S); slower
};

/// Attention with a projection for each of q, k and v, in which several query heads may share a key
/// and value head (Ainslie et al., "GQA", arXiv 2305.13245): G of these serve H / G heads each.
///   x (B, T, D), source (B, S, D) -> y (B, T, D_out)
class GroupedQueryAttention : public Module {
 public:
  GroupedQueryAttention(std::size_t d_model, const GroupedQueryAttentionOptions& options, Rng& rng);

  /// Self-attention.
  Tensor operator()(const Tensor& x, const AttentionPass& pass) const;
  /// Keys and values come from elsewhere; from the cache alone if `source` is undefined.
  Tensor operator()(const Tensor& x, const Tensor& source, const AttentionPass& pass) const;

 private:
  Tensor attend(const Tensor& q, const Tensor& k, const Tensor& v, const AttentionMasks& masks,
                Tensor* weights) const;

  GroupedQueryAttentionOptions options_;  // complete, and made before the layers

 public:
  Linear q_proj;          ///< (H K, D)
  Linear k_proj, v_proj;  ///< (G K, D)
  Linear out_proj;        ///< (D_out, H K)

 private:
  Dropout dropout_;
};

}  // namespace horloge
