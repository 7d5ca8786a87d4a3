#include "horloge/models/encoder.h"

#include <fmt/format.h>

#include "horloge/core/error.h"
#include "horloge/ops/activation.h"
#include "horloge/ops/layout.h"

namespace horloge {
namespace {

// x (B, T, D) -> (B, D)
Tensor first_place(const Tensor& x) {
  const auto [B, T, D] = dims<3>(x.shape(), "[EncoderModel] hidden states (B, T, D)");
  if (T == 0) throw ShapeError("[EncoderModel] a text needs a token at least");
  return reshape(slice(x, {{}, {0, 1}}), {B, D});
}

}  // namespace

EncoderModel::EncoderModel(const EncoderRecipe& recipe, Rng& rng)
    : LanguageModel(with_sizes(recipe.info, recipe.stack), recipe.table),
      embeddings(child("embeddings", InputEmbeddings(recipe.embeddings, rng))),
      positions(child("positions", recipe.positions)),
      stack(child("stack", BlockStack(recipe.stack, rng))) {
  const std::size_t E = recipe.embeddings.d_model, D = recipe.stack.d_model;
  if (E != D) projection = child("projection", Linear(E, D, rng));
  if (recipe.head.kind != HeadKind::none)
    head = child("head", MaskedLanguageHead(D, recipe.head, embeddings.words.weight, rng));
  if (recipe.pooler) pooler = child("pooler", Linear(D, D, rng));
  if (recipe.next_sentence) next_sentence = child("next_sentence", Linear(D, 2, rng));
}

ModelOutput EncoderModel::forward(const ModelInput& in) const {
  if (in.cache != nullptr)
    throw ValueError(
        fmt::format("[EncoderModel] {} sees the words on both sides of a place: none of it can be "
                    "cached before the text is whole",
                    info.architecture));
  const PositionPass pass(in.positions == nullptr ? *positions : *in.positions, places_of(in));
  Tensor x = embeddings(in, pass);
  if (projection) x = (*projection)(x);
  ModelOutput out;
  out.last_hidden = stack(x, pass, in, out);
  if (head) out.logits = (*head)(out.last_hidden);
  if (pooler) out.pooled = tanh((*pooler)(first_place(out.last_hidden)));
  if (next_sentence) out.next_sentence = (*next_sentence)(out.pooled);
  return out;
}

}  // namespace horloge
