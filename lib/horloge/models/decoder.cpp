#include "horloge/models/decoder.h"

#include <algorithm>

#include "horloge/nn/position/alibi.h"

namespace horloge {
namespace {

// Key positions as count_unmasked() has them; the queries are at the last of these.
Places places_by_mask(const Mask& attention_mask, std::size_t T) {
  const Ids keys = count_unmasked(attention_mask);
  const std::size_t B = keys.shape()[0], S = keys.shape()[1];
  Ids queries = Ids::from_shape({B, T});
  for (std::size_t b = 0; b < B; ++b)
    std::copy_n(keys.data() + b * S + S - T, T, queries.data() + b * T);
  return {queries, keys};
}

}  // namespace

DecoderModel::DecoderModel(const DecoderRecipe& recipe, Rng& rng)
    : LanguageModel(with_sizes(recipe.info, recipe.stack), recipe.table),
      embeddings(child("embeddings", InputEmbeddings(recipe.embeddings, rng))),
      positions(child("positions", recipe.positions)),
      stack(child("stack", BlockStack(recipe.stack, rng))),
      count_unmasked_(recipe.count_unmasked) {
  if (recipe.head != HeadKind::none)
    head = child("head", LanguageHead(recipe.head, embeddings.words.weight, rng, recipe.head_bias));
}

ModelOutput DecoderModel::forward(const ModelInput& in) const {
  const bool by_mask = count_unmasked_ && in.attention_mask;
  const PositionScheme& scheme = in.positions_or(*positions);
  const Places at =
      by_mask ? places_by_mask(*in.attention_mask, in.ids.shape().back()) : places_of(in);
  const PositionPass pass(scheme, scheme.places(at, in.ids.shape()[0]));
  ModelOutput out;
  out.last_hidden = run_stack(stack, embeddings(in, pass), {pass}, in, out);
  if (head) out.logits = (*head)(out.last_hidden);
  return out;
}

}  // namespace horloge
