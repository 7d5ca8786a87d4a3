#include "horloge/models/encoder.h"

#include "horloge/models/parts/pooling.h"
#include "horloge/nn/init.h"
#include "horloge/ops/activation.h"

namespace horloge {
namespace {

// Padding is at the position of its own number; tokens are counted from there on.
Ids counted_after(std::int64_t padding, const Ids& ids) {
  const std::size_t B = ids.shape()[0], T = ids.shape()[1];
  Ids positions = Ids::from_shape({B, T});
  for (std::size_t b = 0; b < B; ++b) {
    std::int64_t last = padding;
    for (std::size_t t = 0; t < T; ++t) positions(b, t) = ids(b, t) == padding ? padding : ++last;
  }
  return positions;
}

ModelInfo with_all_sizes(const EncoderRecipe& recipe) {
  ModelInfo info = with_sizes(recipe.info, recipe.stack);
  info.sizes.d_embed = recipe.embeddings.d_model;
  return info;
}

}  // namespace

EncoderModel::EncoderModel(const EncoderRecipe& recipe, Rng& rng)
    : LanguageModel(with_all_sizes(recipe), recipe.table),
      embeddings(child("embeddings", InputEmbeddings(recipe.embeddings, rng))),
      positions(child("positions", recipe.positions)),
      layer_positions(recipe.layer_positions),
      stack(child("stack", BlockStack(recipe.stack, rng))),
      pooling_(recipe.pooling),
      positions_after_(recipe.positions_after) {
  for (const auto& [name, scheme] : other_schemes(positions, layer_positions)) child(name, scheme);
  const std::size_t E = recipe.embeddings.d_model, D = recipe.stack.d_model;
  const std::size_t d_in = recipe.stack.d_in > 0 ? recipe.stack.d_in : D;
  if (E != d_in) projection = child("projection", Linear(E, d_in, rng));
  if (recipe.head.kind != HeadKind::none)
    head = child("head", MaskedLanguageHead(D, recipe.head, embeddings.words.weight, rng));
  if (recipe.pooler) pooler = child("pooler", Linear(D, D, rng));
  if (recipe.next_sentence) next_sentence = child("next_sentence", Linear(D, 2, rng));
  if (rng.draws_arrays())
    init::gpt(*this, D, rng, init::GptOptions().with_scale_residuals(false));  // as BERT starts
}

// Another scheme counts from 0, as it does elsewhere.
AttentionPositions EncoderModel::positions_in(const ModelInput& in) const {
  const AttentionPositions usual = positions_of(in);
  if (!positions_after_ || in.position_ids || in.positions != nullptr) return usual;
  const Ids counted = counted_after(*positions_after_, in.ids);
  return {counted, counted};
}

Tensor EncoderModel::pooled(const Tensor& x, const std::optional<Mask>& tokens) const {
  if (pooling_ == Pooling::first_place) return tanh((*pooler)(first_token(x)));
  return of_length_one(tanh((*pooler)(mean_of_tokens(x, tokens))));
}

ModelOutput EncoderModel::forward(const ModelInput& in) const {
  check_no_cache(in);
  const PositionScheme& scheme = in.positions_or(*positions);
  const PositionContext context(scheme, scheme.positions(positions_in(in), in.ids.shape()[0]));
  Tensor x = embeddings(in, context);
  if (projection) x = (*projection)(x);
  ModelOutput out;
  out.last_hidden = run_stack(stack, x, contexts_of(context, in, layer_positions), in, out);
  if (head) out.logits = (*head)(out.last_hidden);
  if (pooler) out.pooled = pooled(out.last_hidden, in.attention_mask);
  if (next_sentence) out.next_sentence = (*next_sentence)(out.pooled);
  return out;
}

}  // namespace horloge
