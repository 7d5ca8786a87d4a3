#include "horloge/models/encoder_decoder.h"

#include "horloge/core/error.h"
#include "horloge/ops/arithmetic.h"

namespace horloge {
namespace {

// The ids that a decoder's texts start with.   -> (B, 1)
Ids beginnings(const ModelInfo& info, std::size_t B) {
  Ids ids = Ids::from_shape({B, std::size_t{1}});
  ids.fill(info.decoder_start_id.value_or(0));
  return ids;
}

std::size_t batch_size(const Ids& ids) {
  if (ids.dimension() != 2) throw ShapeError("[ModelInput] ids must be (B, T)");
  return ids.shape()[0];
}

ModelInfo with_both_stacks(const EncoderDecoderRecipe& recipe) {
  ModelInfo info = with_sizes(recipe.info, recipe.encoder);
  if (recipe.decoder) info.sizes.num_decoder_layers = recipe.decoder->num_layers;
  return info;
}

}  // namespace

EncoderDecoderModel::EncoderDecoderModel(const EncoderDecoderRecipe& recipe, Rng& rng)
    : LanguageModel(with_both_stacks(recipe), recipe.table),
      embeddings(child("embeddings", InputEmbeddings(recipe.embeddings, rng))),
      encoder_positions(child("encoder_positions", recipe.encoder_positions)),
      encoder(child("encoder", BlockStack(recipe.encoder, rng))),
      head_scale_(recipe.head_scale),
      dropout_(child("dropout", Dropout(recipe.dropout, rng))) {
  if (!recipe.decoder) return;
  decoder_positions = child("decoder_positions", recipe.decoder_positions);
  decoder = child("decoder", BlockStack(*recipe.decoder, rng));
  if (recipe.head != HeadKind::none)
    head = child("head", LanguageHead(recipe.head, embeddings.words.weight, rng));
}

ModelOutput EncoderDecoderModel::encode(const ModelInput& in) const {
  ModelInput whole = in;
  whole.cache = nullptr;
  const PositionScheme& scheme = in.positions_or(*encoder_positions);
  const PositionContext context(scheme, scheme.positions(positions_of(whole), batch_size(in.ids)));
  ModelOutput out;
  out.last_hidden = dropout_(run_stack(encoder, embeddings(whole, context), {context}, whole, out));
  return out;
}

ModelInput EncoderDecoderModel::decoder_input(const ModelInput& in) const {
  ModelInput d;
  d.ids = in.decoder_ids ? *in.decoder_ids : beginnings(info, batch_size(in.ids));
  d.attention_mask = in.decoder_mask;
  d.cache = in.cache;
  d.trace = in.trace;
  d.causal = in.causal;
  return d;
}

ModelOutput EncoderDecoderModel::forward(const ModelInput& in) const {
  if (!decoder) {
    check_no_cache(in);
    return encode(in);
  }
  ModelOutput out;
  EncoderMemory memory{Tensor(), in.attention_mask};
  if (in.cache == nullptr || in.cache->length() == 0) {
    out.encoder = std::make_shared<ModelOutput>(encode(in));
    memory.hidden = out.encoder->last_hidden;
  }
  const ModelInput d = decoder_input(in);
  const PositionScheme& scheme = in.positions_or(*decoder_positions);
  const PositionContext context(scheme, scheme.positions(positions_of(d), batch_size(d.ids)));
  out.last_hidden =
      dropout_(run_stack(*decoder, embeddings(d, context), {context}, d, out, &memory));
  if (head) out.logits = (*head)(out.last_hidden * static_cast<real>(head_scale_));
  return out;
}

Ids EncoderDecoderModel::generate(const Ids& prompt, const GenerateOptions& options) const {
  if (!head) fail_without_head();
  ModelInput in;
  DecodingCache cache;
  in.ids = prompt;
  in.cache = &cache;
  in.positions = options.positions;
  if (info.padding_id) in.attention_mask = tokens_of(prompt, *info.padding_id);
  return decode_with_cache(beginnings(info, batch_size(prompt)), completed(options),
                           [&](const Ids& ids) {
                             in.decoder_ids = ids;
                             return forward(in).logits;
                           });
}

}  // namespace horloge
