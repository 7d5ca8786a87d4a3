// Position enters by being added to x.

#pragma once

#include "horloge/core/rng.h"
#include "horloge/nn/position/position.h"

namespace horloge {

/// A trained vector for each position, as BERT and GPT-2 have it (Gehring et al. 2017).
///   x (B, T, D) -> x + weight[offset : offset + T]
/// Rows start normal with standard deviation 0.02, as GPT-2's do, beside tokens that start alike
/// there. Beside a TokenEmbedding as it starts by itself, fifty times larger, they are learned late
/// or not at all: init::gpt() gives both the same start. Only rows that are used get a gradient.
/// IndexError past max_seq_len: there is no row to add.
class LearnedPositions : public PositionScheme {
 public:
  LearnedPositions(std::size_t max_seq_len, std::size_t d_model, Rng& rng);
  Tensor operator()(const Tensor& x, std::size_t offset = 0) const;
  Tensor embed(const Tensor& x, const Ids& positions) const override;
  bool affects_attention() const override { return false; }

  Tensor weight;  ///< (max_seq_len, D)
};

}  // namespace horloge
