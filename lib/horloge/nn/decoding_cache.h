#pragma once

// What attention keeps of the tokens so far, so that the next ones need to bring only themselves.

#include <cstddef>
#include <vector>

#include "horloge/autograd/tensor.h"

namespace horloge {

class PositionScheme;

/// Keys and values of one attention.
///
/// What a token appends is written behind what is there: nothing is copied but when the room is
/// used up, and then it doubles. A copy of a cache is a cache of its own; the first of the two to
/// grow copies the rest. Where a gradient is recorded, each call makes new tensors, as any
/// operation does.
class KeyValueCache {
 public:
  /// S, the number of tokens that it has.
  std::size_t length() const { return length_; }

  /// Appends those of the next tokens, whose keys `placed_by` has been applied to, if it is not
  /// null.
  ///   next_k (B, T, G K), next_v (B, T, G Kv)
  /// ShapeError unless they continue those that are there; ValueError if these are placed by
  /// something else.
  void append(const Tensor& next_k, const Tensor& next_v,
              const PositionScheme* placed_by = nullptr);

  /// Forgets all but the last n tokens, for an attention that will not look further back. It waits
  /// until there are twice as many, so that keeping them costs no more than a copy for each token.
  void keep_last(std::size_t n);

  /// Keys and values.   -> (B, S, G K) and (B, S, G Kv); undefined at first
  Tensor k() const;
  Tensor v() const;

  /// The same with room behind them, of which num_keys of AttentionOptions leaves out what does not
  /// count yet: nothing is copied.   -> (B, S + room, …)
  const Tensor& k_with_room() const { return k_; }
  const Tensor& v_with_room() const { return v_; }

 private:
  Tensor k_, v_;
  std::size_t length_ = 0;
  const PositionScheme* placed_by_ = nullptr;
};

/// The caches of a whole stack of blocks.
struct DecodingCache {
  std::vector<KeyValueCache> layers;  ///< of each block's self-attention
  std::vector<KeyValueCache> memory;  ///< of its cross-attention to an encoder's output
  Ids positions;                      ///< (S) or (B, S), of all tokens so far, if they are kept

  /// S. Where a layer with a window may have forgotten some, only the positions tell it.
  std::size_t length() const {
    if (positions.dimension() != 0) return positions.shape().back();
    return layers.empty() ? 0 : layers.front().length();
  }
};

}  // namespace horloge
