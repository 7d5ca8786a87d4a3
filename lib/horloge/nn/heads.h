#pragma once

// What every attention does once q, k and v are projected: cache, positions, masks, weights.

#include <cstddef>
#include <optional>

#include "horloge/nn/decoding_cache.h"
#include "horloge/nn/dropout.h"
#include "horloge/nn/position/position.h"
#include "horloge/ops/attention.h"

namespace horloge {

/// x (B, T, n K) -> y (B, n, T, K)
Tensor split_heads(const Tensor& x, std::size_t n);

/// x (B, n, T, K) -> y (B, T, n K)
Tensor merge_heads(const Tensor& x);

/// What one call of an attention needs besides its input.
struct AttentionContext {
  const PositionContext* positions = nullptr;  ///< null: position does not enter here
  AttentionMasks masks;            ///< a causal one counts the cached keys as earlier tokens
  KeyValueCache* cache = nullptr;  ///< of the earlier tokens; those of this call are appended
  Tensor* weights = nullptr;       ///< where to leave the attention weights (B, H, T, S); slower
};

struct HeadOptions {
  std::size_t num_heads = 1;     ///< H
  std::size_t num_kv_heads = 0;  ///< G, each shared by H / G query heads; H if 0
  std::optional<double> scale;   ///< of the scores, 1/sqrt(K) by default
  bool values_as_keys = false;   ///< the position scheme is applied to values as to keys
  double softcap = 0;            ///< of the scores, as AttentionOptions has it; slower
};

/// The heads of an attention, for the module that projects their q, k and v.
///   q (B, T, H K), k (B, S, G K), v (B, S, G Kv) -> y (B, T, H Kv)
class AttentionHeads {
 public:
  /// `dropout` is that of the weights, and `sinks` (H) are those of AttentionOptions, undefined for
  /// none; both are registered by the module.
  AttentionHeads(const HeadOptions& options, Dropout dropout, Tensor sinks = {});

  /// k and v may be undefined: the cache then has all of them.
  Tensor operator()(const Tensor& q, Tensor k, Tensor v, const AttentionContext& context) const;

  /// The same for q, k and v of one projection, read in place.   qkv (B, T, 3 D) -> y (B, T, D)
  Tensor operator()(const Tensor& qkv, const AttentionMasks& masks) const;

 private:
  AttentionOptions options_with(AttentionMasks masks) const;
  Tensor attend(const Tensor& q, const Tensor& k, const Tensor& v, const AttentionOptions& options,
                Tensor* weights) const;

  bool composed() const { return options_.softcap > 0 || sinks_.defined(); }

  HeadOptions options_;
  Dropout dropout_;
  Tensor sinks_;
};

}  // namespace horloge
