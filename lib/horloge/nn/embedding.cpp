#include "horloge/nn/embedding.h"

#include <fmt/format.h>

#include <algorithm>

#include "horloge/core/error.h"

namespace horloge {

TokenEmbedding::TokenEmbedding(std::size_t vocab_size, std::size_t d_model, Rng& rng,
                               std::optional<std::int64_t> padding_idx)
    : padding_idx_(padding_idx) {
  if (vocab_size == 0 || d_model == 0)
    throw ValueError("[TokenEmbedding] vocab_size and d_model must not be 0");
  const auto V = static_cast<std::int64_t>(vocab_size);
  Array table = rng.normal({vocab_size, d_model});
  if (padding_idx_) {
    if (*padding_idx_ < -V || *padding_idx_ >= V)
      throw IndexError(fmt::format("[TokenEmbedding] padding_idx {} is outside a vocabulary of {}",
                                   *padding_idx_, V));
    if (*padding_idx_ < 0) *padding_idx_ += V;
    std::fill_n(table.data() + static_cast<std::size_t>(*padding_idx_) * d_model, d_model, real{0});
  }
  weight = parameter("weight", std::move(table));
}

Tensor TokenEmbedding::operator()(const Ids& ids) const {
  EmbeddingOptions options;
  options.padding_idx = padding_idx_;
  return embedding(ids, weight, options);
}

}  // namespace horloge
