#include "horloge/models/decoder.h"

#include <algorithm>

#include "horloge/nn/init.h"
#include "horloge/nn/position/alibi.h"

namespace horloge {
namespace {

// Key positions as count_unmasked() has them; the queries are at the last of these.
AttentionPositions positions_by_mask(const Mask& attention_mask, std::size_t T) {
  const Ids keys = count_unmasked(attention_mask);
  const std::size_t B = keys.shape()[0], S = keys.shape()[1];
  Ids queries = Ids::from_shape({B, T});
  for (std::size_t b = 0; b < B; ++b)
    std::copy_n(keys.data() + b * S + S - T, T, queries.data() + b * T);
  return {queries, keys};
}

// A recipe that was put together by hand may leave out what follows from the rest.
ModelInfo info_of(const DecoderRecipe& recipe) {
  ModelInfo info = with_sizes(recipe.info, recipe.stack);
  if (info.architecture.empty()) info.architecture = "decoder";
  if (info.vocab_size == 0) info.vocab_size = recipe.embeddings.vocab_size;
  return info;
}

}  // namespace

DecoderModel::DecoderModel(const DecoderRecipe& recipe, Rng& rng)
    : LanguageModel(info_of(recipe), recipe.table),
      embeddings(child("embeddings", InputEmbeddings(recipe.embeddings, rng))),
      positions(child("positions", recipe.positions)),
      layer_positions(recipe.layer_positions),
      stack(child("stack", BlockStack(recipe.stack, rng))),
      recipe_(recipe) {
  for (const auto& [name, scheme] : other_schemes(positions, layer_positions)) child(name, scheme);
  if (recipe.head != HeadKind::none)
    head = child("head", LanguageHead(recipe.head, embeddings.words.weight, rng, recipe.head_bias,
                                      recipe.logit_cap));
  if (rng.draws_arrays()) init::gpt(*this, recipe.stack.d_model, rng);
}

ModelOutput DecoderModel::forward(const ModelInput& in) const {
  const bool by_mask = recipe_.count_unmasked && in.attention_mask;
  const PositionScheme& scheme = in.positions_or(*positions);
  const AttentionPositions at =
      by_mask ? positions_by_mask(*in.attention_mask, in.ids.shape().back()) : positions_of(in);
  const PositionContext context(scheme, scheme.positions(at, in.ids.shape()[0]));
  ModelOutput out;
  out.last_hidden =
      run_stack(stack, embeddings(in, context), contexts_of(context, in, layer_positions), in, out);
  if (head) out.logits = (*head)(out.last_hidden);
  return out;
}

}  // namespace horloge
