#pragma once

#include <cstdint>
#include <optional>

#include "horloge/core/rng.h"
#include "horloge/nn/module.h"
#include "horloge/ops/lookup.h"

namespace horloge {

/// A vector for each token id.
///   ids (…) -> (…, D): row `id` of the table
/// Rows start normal with standard deviation 1, as those of torch.nn.Embedding do. Beside
/// LearnedPositions, or with a head that is tied to them, that is far too much: see init::gpt().
/// The row of `padding_idx` (counted from the end if negative) starts at 0 and gets no gradient.
/// IndexError for an id outside [0, V); floats are not accepted as ids.
class TokenEmbedding : public Module {
 public:
  TokenEmbedding(std::size_t vocab_size, std::size_t d_model, Rng& rng,
                 std::optional<std::int64_t> padding_idx = std::nullopt);
  Tensor operator()(const Ids& ids) const;
  template <class E, IfFloats<E> = 0>
  Tensor operator()(const E& ids) const = delete;

  Tensor weight;  ///< (V, D)

 private:
  std::optional<std::int64_t> padding_idx_;
};

}  // namespace horloge
