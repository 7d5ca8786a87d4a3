#include "horloge/models/parts/embeddings.h"

#include <fmt/format.h>

#include "horloge/core/error.h"
#include "horloge/ops/arithmetic.h"

namespace horloge {

InputEmbeddings::InputEmbeddings(const InputEmbeddingsOptions& options, Rng& rng)
    : words(child("words",
                  TokenEmbedding(options.vocab_size, options.d_model, rng, options.padding_idx))),
      scale_(static_cast<real>(options.scale)),
      types_are_words_(options.types_are_words),
      dropout_(child("dropout", Dropout(options.dropout, rng))) {
  if (options.num_types > 0)
    types = child("types", TokenEmbedding(options.num_types, options.d_model, rng));
  if (options.norm) norm = child("norm", Norm(options.d_model, *options.norm));
  if (options.scale != 1) setting("scale", fmt::format("{}", options.scale));
}

Tensor InputEmbeddings::types_of(const ModelInput& in) const {
  if (!types && !types_are_words_)
    throw ValueError(
        "[InputEmbeddings] token_type_ids are given, but this model has no segment embeddings");
  Ids ids = in.ids;
  ids.fill(0);
  if (in.token_type_ids) ids = *in.token_type_ids;
  if (ids.shape() != in.ids.shape())
    throw ShapeError(
        fmt::format("[InputEmbeddings] token_type_ids {} must have the shape of ids {}",
                    to_string({ids.shape().begin(), ids.shape().end()}),
                    to_string({in.ids.shape().begin(), in.ids.shape().end()})));
  return (types ? *types : words)(ids);
}

Tensor InputEmbeddings::operator()(const ModelInput& in, const PositionContext& positions) const {
  Tensor x = words(in.ids);
  if (scale_ != real{1}) x = x * scale_;
  if (types || in.token_type_ids) x = x + types_of(in);
  x = positions.scheme.embed(x, positions.at.queries);
  if (norm) x = (*norm)(x);
  return dropout_(x);
}

}  // namespace horloge
