#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "horloge/models/language_model.h"
#include "horloge/nn/dropout.h"
#include "horloge/nn/embedding.h"
#include "horloge/nn/norm.h"

namespace horloge {

struct InputEmbeddingsOptions {
  std::size_t vocab_size = 0;
  std::size_t d_model = 0;
  double scale = 1;              ///< of the token embeddings, before anything is added
  std::size_t num_types = 0;     ///< of segments; 0: no segment embeddings
  bool types_are_words = false;  ///< segment ids are token ids, embedded by the same table
  std::optional<NormOptions> norm;
  std::optional<std::int64_t> padding_idx;  ///< this row gets no gradient
  double dropout = 0;
};

/// What enters the first block: token embeddings, with segment embeddings if the model has them and
/// positions if they are added here, normalised if the model does so.
///   ids (B, T) -> (B, T, D)
class InputEmbeddings : public Module {
 public:
  InputEmbeddings(const InputEmbeddingsOptions& options, Rng& rng);
  Tensor operator()(const ModelInput& in, const PositionContext& positions) const;

  TokenEmbedding words;                 ///< (V, D), of tokens
  std::optional<TokenEmbedding> types;  ///< (num_types, D), of segments
  std::optional<Norm> norm;

 private:
  Tensor types_of(const ModelInput& in) const;

  real scale_;
  bool types_are_words_;
  Dropout dropout_;
};

}  // namespace horloge
