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
  double scale = 1;              ///< of the words, before anything is added to them
  std::size_t num_types = 0;     ///< 0: a token has no type
  bool types_are_words = false;  ///< a type is an id of the vocabulary, with the word's own vector
  std::optional<NormOptions> norm;
  std::optional<std::int64_t> padding_idx;  ///< this row gets no gradient
  double dropout = 0;
};

/// What enters the first block: words, types if the model has them, positions if they are added
/// here, normalised if the model does so.
///   ids (B, T) -> (B, T, D)
class InputEmbeddings : public Module {
 public:
  InputEmbeddings(const InputEmbeddingsOptions& options, Rng& rng);
  Tensor operator()(const ModelInput& in, const PositionPass& positions) const;

  TokenEmbedding words;                 ///< (V, D)
  std::optional<TokenEmbedding> types;  ///< (num_types, D)
  std::optional<Norm> norm;

 private:
  Tensor types_of(const ModelInput& in) const;

  real scale_;
  bool types_are_words_;
  Dropout dropout_;
};

}  // namespace horloge
