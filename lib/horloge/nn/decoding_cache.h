#pragma once

// What attention keeps of the tokens so far, so that the next ones need to bring only themselves.

#include <cstddef>
#include <vector>

#include "horloge/autograd/tensor.h"

namespace horloge {

/// Keys and values of one attention, as projected; a position scheme is applied anew in each call.
struct KeyValueCache {
  Tensor k, v;  ///< (B, S, G K) and (B, S, G Kv); undefined at first

  std::size_t length() const { return k.defined() ? k.shape()[1] : 0; }
  /// Appends those of the next tokens.
  void append(const Tensor& next_k, const Tensor& next_v);
};

/// The caches of a whole stack of blocks.
struct DecodingCache {
  std::vector<KeyValueCache> layers;  ///< of each block's self-attention
  std::vector<KeyValueCache> memory;  ///< of its cross-attention to an encoder's output
  Ids positions;                      ///< (S) or (B, S), of the cached tokens

  std::size_t length() const { return layers.empty() ? 0 : layers.front().length(); }
};

}  // namespace horloge
