#include "horloge/models/parts/embeddings.h"

#include <fmt/format.h>

#include "horloge/core/error.h"
#include "horloge/ops/arithmetic.h"

namespace horloge {

InputEmbeddings::InputEmbeddings(const InputEmbeddingsOptions& options, Rng& rng)
    : words(child("words",
                  TokenEmbedding(options.vocab_size, options.d_model, rng, options.padding_idx))),
      scale_(static_cast<real>(options.scale)),
      dropout_(child("dropout", Dropout(options.dropout, rng))) {
  if (options.num_types > 0)
    types = child("types", TokenEmbedding(options.num_types, options.d_model, rng));
  if (options.norm) norm = child("norm", Norm(options.d_model, *options.norm));
}

Tensor InputEmbeddings::operator()(const ModelInput& in, const PositionPass& positions) const {
  Tensor x = words(in.ids);
  if (scale_ != real{1}) x = x * scale_;
  if (in.token_type_ids && !types)
    throw ValueError("[InputEmbeddings] token_type_ids are given, but this model has no types");
  if (types) {
    Ids of_types = in.ids;
    of_types.fill(0);
    x = x + (*types)(in.token_type_ids ? *in.token_type_ids : of_types);
  }
  x = positions.scheme.embed(x, positions.at.queries);
  if (norm) x = (*norm)(x);
  return dropout_(x);
}

}  // namespace horloge
