#include "horloge/models/encoder.h"

#include <algorithm>
#include <array>
#include <utility>

#include "horloge/core/error.h"
#include "horloge/nn/init.h"
#include "horloge/ops/activation.h"
#include "horloge/ops/arithmetic.h"
#include "horloge/ops/layout.h"
#include "horloge/ops/math.h"
#include "horloge/ops/reduce.h"

namespace horloge {
namespace {

std::array<std::size_t, 3> dims_of_text(const Tensor& x) {
  const auto sizes = dims<3>(x.shape(), "[EncoderModel] hidden states (B, T, D)");
  if (sizes[1] == 0) throw ShapeError("[EncoderModel] a text needs at least one token");
  return sizes;
}

// x (B, T, D) -> (B, D)
Tensor first_place(const Tensor& x) {
  const auto [B, T, D] = dims_of_text(x);
  return reshape(slice(x, {{}, {0, 1}}), {B, D});
}

// The mean over the tokens that are not padding.   x (B, T, D), tokens (B, T) -> (B, D)
Tensor mean_place(const Tensor& x, const std::optional<Mask>& tokens) {
  const auto [B, T, D] = dims_of_text(x);
  if (!tokens) return mean(x, 1);
  Array part = zeros({B, T, 1});
  for (std::size_t b = 0; b < B; ++b) {
    const bool* const row = tokens->data() + b * T;
    const auto count = std::max<std::ptrdiff_t>(1, std::count(row, row + T, true));
    for (std::size_t t = 0; t < T; ++t)
      part(b, t, 0) = row[t] ? 1 / static_cast<real>(count) : real{0};
  }
  return sum(x * Tensor(std::move(part)), 1);
}

Tensor of_length_one(const Tensor& x) {
  constexpr real least = real(1e-12);  // zeros stay zeros
  return x / sqrt(sum(square(x), -1, true) + least);
}

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
      stack(child("stack", BlockStack(recipe.stack, rng))),
      pooling_(recipe.pooling),
      positions_after_(recipe.positions_after) {
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
Places EncoderModel::places(const ModelInput& in) const {
  const Places usual = places_of(in);
  if (!positions_after_ || in.position_ids || in.positions != nullptr) return usual;
  const Ids counted = counted_after(*positions_after_, in.ids);
  return {counted, counted};
}

Tensor EncoderModel::pooled(const Tensor& x, const std::optional<Mask>& tokens) const {
  if (pooling_ == Pooling::first_place) return tanh((*pooler)(first_place(x)));
  return of_length_one(tanh((*pooler)(mean_place(x, tokens))));
}

ModelOutput EncoderModel::forward(const ModelInput& in) const {
  check_no_cache(in);
  const PositionScheme& scheme = in.positions_or(*positions);
  const PositionPass pass(scheme, scheme.places(places(in), in.ids.shape()[0]));
  Tensor x = embeddings(in, pass);
  if (projection) x = (*projection)(x);
  ModelOutput out;
  out.last_hidden = run_stack(stack, x, {pass}, in, out);
  if (head) out.logits = (*head)(out.last_hidden);
  if (pooler) out.pooled = pooled(out.last_hidden, in.attention_mask);
  if (next_sentence) out.next_sentence = (*next_sentence)(out.pooled);
  return out;
}

}  // namespace horloge
