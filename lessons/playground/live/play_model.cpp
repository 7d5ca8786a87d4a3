#include "play_model.h"

#include "horloge/nn/position/by_name.h"

using namespace horloge;

namespace {

TransformerOptions play_layers(const PlaySetting& setting) {
  return TransformerOptions()
      .with_dim_feedforward(2 * setting.d_model)
      .with_dropout(0)
      .with_norm(NormPlace::before);
}

// A learned table ends where the training ends: nothing has taught it more.
std::shared_ptr<PositionScheme> play_positions(const PlaySetting& setting,
                                               Rng rng) {
  const std::size_t times = setting.scheme == "learned" ? 1 : 4;
  const std::size_t longest =
      setting.task == "copy" ? 2 * setting.length + 1 : setting.length;
  return make_positions(setting.scheme,
                        PositionOptions()
                            .with_d_model(setting.d_model)
                            .with_num_heads(setting.num_heads)
                            .with_max_seq_len(times * longest)
                            .with_causal(setting.causal),
                        rng);
}

}  // namespace

PlayModel::PlayModel(const PlaySetting& setting, std::size_t words,
                     std::size_t answers, Rng rng, const Rng& of_positions)
    : embedding(
          child("embedding", TokenEmbedding(words, setting.d_model, rng))),
      encoder(child("encoder",
                    TransformerEncoder(setting.num_layers, setting.d_model,
                                       setting.num_heads, rng,
                                       play_layers(setting), FinalNorm::yes))),
      to_answers(child("to_answers", Linear(setting.d_model, answers, rng))),
      positions(child("positions", play_positions(setting, of_positions))) {}

Tensor PlayModel::read(const Ids& ids, const AttentionMasks& masks,
                       std::size_t first, std::vector<Tensor>* weights) const {
  const Ids from = positions_from(first, ids.shape(1));
  const AttentionPositions at =
      positions->positions({from, from}, ids.shape(0));
  Tensor x = positions->embed(embedding(ids), at.queries);
  const PositionContext context(*positions, at);
  for (const TransformerEncoderLayer& layer : encoder.layers) {
    Tensor seen;
    x = layer(x, AttentionContext{&context, masks, nullptr,
                                  weights ? &seen : nullptr});
    if (weights) weights->push_back(seen);
  }
  return (*encoder.norm)(x);
}
