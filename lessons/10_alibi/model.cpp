#include "model.h"

#include "common/modules.h"
#include "course/stage/long_work.h"

using namespace horloge;

SmallModel::SmallModel(std::size_t vocab_size, const Scheme& scheme, Rng rng)
    : embedding_(child("embedding", TokenEmbedding(vocab_size, d_model, rng))),
      encoder_(child("encoder",
                     TransformerEncoder(2, d_model, num_heads, rng,
                                        TransformerOptions()
                                            .with_dim_feedforward(64)
                                            .with_dropout(0)
                                            .with_norm(NormPlace::before)))),
      to_words_(child("to_words", Linear(d_model, vocab_size, rng))),
      scheme_(child("positions", scheme)) {}

Tensor SmallModel::operator()(const Ids& ids,
                              const AttentionMasks& masks) const {
  const Ids at = positions_from(0, ids.shape(1));
  Tensor x = scheme_->embed(embedding_(ids), at);
  const PositionContext positions(*scheme_, {at, at});
  for (const TransformerEncoderLayer& layer : encoder_.layers)
    x = layer(x, positions, masks);
  return to_words_(x);
}

Scheme scheme_of(const std::string& name, std::uint64_t seed) {
  Rng rng = Rng(seed).stream(3);
  return make_positions(name,
                        PositionOptions()
                            .with_d_model(SmallModel::d_model)
                            .with_num_heads(SmallModel::num_heads)
                            .with_causal(true),
                        rng);
}

void train(const SmallModel& model, const AttentionMasks& masks,
           std::size_t updates, double rate,
           const std::function<Texts()>& next) {
  AdamW optimizer(model.parameters(), AdamWOptions().with_betas(0.9, 0.98));
  const Schedule lr = linear_with_warmup(rate, updates / 30, updates);
  for (std::size_t step = 0; step < updates; ++step) {
    stage::stop_if_interrupted();
    const Texts texts = next();
    const Tensor loss = cross_entropy(model(texts.ids, masks), texts.answers);
    optimizer.zero_grad();
    loss.backward();
    optimizer.set_lr(lr(step));
    optimizer.step();
  }
}

AttentionMasks window(std::size_t T, std::size_t width) {
  Mask sees = Mask::from_shape({T, T});
  for (std::size_t t = 0; t < T; ++t)
    for (std::size_t s = 0; s < T; ++s) sees(t, s) = s <= t && t < s + width;
  return AttentionMasks().with_mask(sees);
}
