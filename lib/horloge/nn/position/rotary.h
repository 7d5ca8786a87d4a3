// Position enters by rotating q and k.

#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "horloge/core/with.h"
#include "horloge/nn/position/position.h"
#include "horloge/nn/position/rotary_scaling.h"
#include "horloge/ops/rotary.h"

namespace horloge {

/// Cosines and sines of the pairs of a head at some positions: (T, R/2) or (B, T, R/2).
struct RotaryAngles {
  Array cos, sin;
};

/// amplitude * cos and sin of position / position_factor * inv_freq[j], the angle in double: a
/// float would be off by 0.01 at position 200000.
RotaryAngles rotary_angles(const Ids& positions, const RotaryFrequencies& frequencies);

/// Rotates the first R entries of each head by the angles of its position.
///   x (B, T, n K), angles of (T) or (B, T) -> y the same
Tensor rotate_heads(const Tensor& x, std::size_t head_dim, const RotaryAngles& angles,
                    Pairing pairing);

struct [[nodiscard]] RotaryOptions {
  Pairing pairing = Pairing::half;
  double base = 10000;
  /// R: only the first R entries of a head rotate, with the frequencies of R. The whole head by
  /// default; GPT-NeoX and GPT-J rotate a part.
  std::optional<std::size_t> rotary_dim;
  RotaryScaling scaling;
  /// Only the fastest so many pairs turn, the first ones; all by default. See PRopePositions.
  std::optional<std::size_t> turning_pairs{};

  using Self = RotaryOptions;
  Self with_pairing(Pairing value) const { return with(*this, &Self::pairing, value); }
  Self with_base(double value) const { return with(*this, &Self::base, value); }
  Self with_rotary_dim(std::size_t n) const { return with(*this, &Self::rotary_dim, n); }
  Self with_scaling(const RotaryScaling& value) const { return with(*this, &Self::scaling, value); }
  Self with_turning_pairs(std::size_t n) const { return with(*this, &Self::turning_pairs, n); }
};

/// What turns, and how: `q and k rotated in pairs (i, i + 32); base 10000, llama3 scaling by 8`.
std::string describe(const RotaryOptions& options, std::size_t head_dim);

/// Rotary positions (Su et al., "RoFormer", arXiv 2104.09864).
///   q (B, T, H K), k (B, S, G K) -> the same, pair j of a head rotated by position * base^(-2j/R)
/// The dot product of a query and a key then depends on how far apart they stand, not on where.
/// Nothing is learned, and there is no last position. ValueError for an odd R, or for more turning
/// pairs than there are.
class RotaryPositions : public PositionScheme {
 public:
  explicit RotaryPositions(std::size_t head_dim, const RotaryOptions& options = {});
  Tensor query(const Tensor& q, const AttentionPositions& at) const override;
  Tensor key(const Tensor& k, const AttentionPositions& at) const override;
  bool keys_are_cacheable() const override;

  /// Heads at positions, (T) or (B, T), of a sequence of `seq_len` so far.
  ///   x (B, T, n K) -> y the same
  Tensor rotate(const Tensor& x, const Ids& positions, std::size_t seq_len) const;

  const RotaryOptions& options() const { return options_; }

 private:
  // Every layer asks for the same angles: those of the last queries and keys are kept. Threads that
  // read one model share them.
  struct Turned {
    Ids positions;
    std::size_t seq_len;
    RotaryAngles angles;
  };
  struct Remembered {
    std::mutex mutex;
    std::shared_ptr<const Turned> last;
  };
  std::shared_ptr<const Turned> turned(const Ids& positions, std::size_t seq_len,
                                       Remembered& remembered) const;
  Tensor rotate(const Tensor& x, const Ids& positions, std::size_t seq_len,
                Remembered& remembered) const;
  RotaryFrequencies frequencies(std::size_t seq_len) const;
  std::size_t length_of(const AttentionPositions& at, const Ids& turned) const;

  std::size_t head_dim_, rotary_dim_;
  RotaryOptions options_;
  std::shared_ptr<Remembered> queries_, keys_;
};

}  // namespace horloge
