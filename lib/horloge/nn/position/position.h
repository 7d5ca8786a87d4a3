#pragma once

// Where position enters: the places, and the interface by which a model takes any scheme.
//
// Attention compares every query with every key and does not see where either stands. A position
// scheme tells it, in one of three places, and each scheme of this folder is a class that overrides
// the functions of its place and leaves the others as they are. The first line of each file says
// which:
//
//   place                     function            schemes
//   added to x                embed               index, scaled_index, sinusoidal, learned
//   q and k rotated           query, key          rotary, xpos, p_rope
//   added to the scores       bias                alibi, hard_alibi, t5, kerple, fire
//   the same, depending on q  bias_from, query    transformer_xl
//   q scaled                  query               scaled_queries
//   nowhere                                       none
//
// Around any of them stand random_offset and random_subset, which draw the positions themselves.
//
// A model of any kind then does the same five things (TransformerEncoder is one that does):
//
//   AttentionPositions at = consecutive_positions(T, S);  // T queries, the last of S keys
//   at = scheme.positions(at, B);                         // drawn, by a scheme that does
//   x = scheme.embed(x, at.queries);                      // (B, T, D)
//   const PositionContext context(scheme, at);            // what all layers share
//   const auto [q, k, masks] = context.layer(…);          // in every layer, before its attention
//
// Positions are plain ids, so decoding with cached keys is nothing special: the queries of a later
// piece are at later positions. Where key() makes of a key the same whatever comes later, as it
// does in all schemes but xpos and rotary with dynamic scaling, a cache holds what it made; else it
// holds keys as projected, and key() is applied to all of them in each pass.

#include <cstddef>

#include "horloge/nn/module.h"
#include "horloge/ops/attention.h"

namespace horloge {

/// The positions of the queries and keys of an attention, counted from 0: (T) and (S), or (B, T)
/// and (B, S) if they differ within a batch.
struct AttentionPositions {
  Ids queries;
  Ids keys;
};

/// Keys at 0 … S - 1, and T queries at the last of these positions: a whole sequence if T = S, the
/// next piece of one whose earlier keys are cached if T < S. ShapeError if T > S.
AttentionPositions consecutive_positions(std::size_t num_queries, std::size_t num_keys);

/// first, first + 1, … first + n - 1. IndexError if an id cannot hold the last of them.
Ids positions_from(std::size_t first, std::size_t n);

/// Key position minus query position: negative towards the past.   -> (T, S) or (B, T, S)
Ids relative_positions(const AttentionPositions& at);

/// One more than the highest position in use; ValueError for a negative position.
std::size_t sequence_length(const AttentionPositions& at);

/// The interface of every position scheme; by itself it does nothing.
class PositionScheme : public Module {
 public:
  virtual ~PositionScheme() = default;

  /// Where the tokens of a pass over B sequences count as standing: at `at`, but for a scheme that
  /// draws positions, which may give (B, T) for (T). To be asked once in a pass.
  virtual AttentionPositions positions(const AttentionPositions& at, std::size_t batch_size) const;

  /// x with its positions, (T) or (B, T), added.   x (B, T, D) -> y (B, T, D)
  virtual Tensor embed(const Tensor& x, const Ids& positions) const;

  /// What attention takes instead of q and k; heads are side by side, as a projection leaves them.
  ///   q (B, T, H K) -> y the same;  k (B, S, G K) -> y the same
  virtual Tensor query(const Tensor& q, const AttentionPositions& at) const;
  virtual Tensor key(const Tensor& k, const AttentionPositions& at) const;

  /// What is added to the scaled scores, the same in each layer; undefined for nothing.
  ///   -> broadcasts to (B, H, T, S)
  virtual Tensor bias(const AttentionPositions& at) const;
  /// What is added besides as a function of each layer's queries (before query()); undefined for
  /// nothing.
  ///   q (B, T, H K) -> broadcasts to (B, H, T, S)
  virtual Tensor bias_from(const Tensor& q, const AttentionPositions& at) const;

  /// Whether any of these four does something. If none does, attention can read queries, keys and
  /// values where one projection leaves them.
  virtual bool affects_attention() const { return true; }

  /// Whether what key() makes of a key depends on that key and its own position alone. A cache then
  /// keeps it, and a new token costs no more than its own key.
  virtual bool keys_are_cacheable() const { return !affects_attention(); }
};

/// A scheme in one pass of a model over some tokens: made once, shared by all layers. The scheme
/// must outlive it.
struct PositionContext {
  PositionContext(const PositionScheme& scheme, AttentionPositions at);

  /// What a layer hands to its attention: queries and keys as the scheme wants them, and masks with
  /// the scheme's bias added to their own. k may be undefined: it is left so.
  ///   q (B, T, H K), k (B, S, G K) -> the same
  struct Layer {
    Tensor q, k;
    AttentionMasks masks;
  };
  Layer layer(const Tensor& q, const Tensor& k, AttentionMasks masks = {}) const;

  /// The same for an attention that has the last N keys only.
  PositionContext of_last_keys(std::size_t N) const;

  /// What scheme.key() makes of the last keys, as many as k has.
  ///   k (B, N, G K) -> the same
  Tensor last_keys(const Tensor& k) const;

  const PositionScheme& scheme;
  AttentionPositions at;
  Tensor bias;  ///< scheme.bias(at)
};

}  // namespace horloge
