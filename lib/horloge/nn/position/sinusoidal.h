// Position enters by being added to x.

#pragma once

#include <cstdint>
#include <optional>

#include "horloge/core/with.h"
#include "horloge/nn/position/position.h"

namespace horloge {

/// How the sines and cosines of the angles pos * w_i, i < D/2, are laid out in a row, and with
/// which w_i.
enum class SinusoidLayout {
  interleaved,    ///< sin, cos, sin, cos, …; w_i = base^(-2i/D): the paper, and most tutorials
  halves,         ///< all sines, then all cosines; the same w_i: Marian, Transformer-XL
  tensor2tensor,  ///< all sines, then all cosines; w_i = base^(-i/(D/2 - 1)): tensor2tensor,
                  ///< fairseq
};

struct [[nodiscard]] SinusoidOptions {
  SinusoidLayout layout = SinusoidLayout::interleaved;
  double base = 10000;
  /// This row is zeros: fairseq's row for padding, whose real positions start after it.
  std::optional<std::int64_t> padding_idx;

  using Self = SinusoidOptions;
  Self with_layout(SinusoidLayout value) const { return with(*this, &Self::layout, value); }
  Self with_base(double value) const { return with(*this, &Self::base, value); }
  Self with_padding_idx(std::int64_t id) const { return with(*this, &Self::padding_idx, id); }
};

/// Rows of the sinusoidal position code (Vaswani et al. 2017, section 3.5), angles in double.
///   positions (…) -> (…, D)
/// ValueError for an odd D: the last sine would have no cosine.
Array sinusoidal_rows(const Ids& positions, std::size_t d_model,
                      const SinusoidOptions& options = {});

/// The rows of positions 0 … seq_len - 1.   -> (seq_len, D)
Array sinusoidal_table(std::size_t seq_len, std::size_t d_model,
                       const SinusoidOptions& options = {});

/// The matrix M with M row(t) = row(t + offset) for every t, in the interleaved layout: along its
/// diagonal one 2 x 2 rotation for each frequency.   -> (D, D)
///   [ cos(w offset)  sin(w offset)]
///   [-sin(w offset)  cos(w offset)]
Array sinusoidal_shift(double offset, std::size_t d_model, double base = 10000);

/// Adds the sinusoidal position code.
///   x (B, T, D) -> x + pe[offset : offset + T]
/// The table is a buffer `pe` (1, max_seq_len, D): saved with the model, never trained. IndexError
/// past max_seq_len.
class SinusoidalPositions : public PositionScheme {
 public:
  SinusoidalPositions(std::size_t max_seq_len, std::size_t d_model,
                      const SinusoidOptions& options = {});
  Tensor operator()(const Tensor& x, std::size_t offset = 0) const;
  Tensor embed(const Tensor& x, const Ids& positions) const override;
  bool affects_attention() const override { return false; }

  Tensor pe;  ///< (1, max_seq_len, D)
};

}  // namespace horloge
