#include "doer_training.h"

#include <algorithm>

#include "common/modules.h"

using namespace horloge;

namespace {

constexpr std::size_t epochs = 13, batch_size = 16;

std::size_t batches_of(const Split& data) {
  return (data.train.size() + batch_size - 1) / batch_size;
}

TransformerOptions layers_of(std::size_t d_model) {
  return TransformerOptions()
      .with_dim_feedforward(2 * d_model)
      .with_dropout(0)
      .with_norm(NormPlace::before);
}

AdamWOptions usual_adamw() {
  AdamWOptions options;
  options.weight_decay = 0.1;
  options.betas = {0.9, 0.98};
  return options;
}

}  // namespace

// Drawn in the order of WhoDoesIt, so that the same seed begins alike.
DoerModel::DoerModel(std::size_t vocab_size, const DoerSetting& setting,
                     Rng rng)
    : embedding(child("embedding",
                      TokenEmbedding(vocab_size, setting.d_model, rng, 0))),
      encoder(child("encoder",
                    TransformerEncoder(2, setting.d_model, setting.num_heads,
                                       rng, layers_of(setting.d_model)))),
      score(child("score", Linear(setting.d_model, 1, rng))),
      positions(child("positions",
                      make_positions(setting.scheme,
                                     PositionOptions()
                                         .with_d_model(setting.d_model)
                                         .with_num_heads(setting.num_heads)
                                         .with_max_seq_len(max_seq_len),
                                     rng))) {
  for (real& w : embedding.weight.mutable_array()) w *= 0.03F;
}

Tensor DoerModel::operator()(const Batch& batch) const {
  const Tensor x = encoder(embedding(batch.ids), *positions,
                           AttentionMasks().with_key_mask(batch.words));
  const Tensor beings = matmul(batch.beings, x);  // (B, 2, D)
  return reshape(score(beings), {beings.shape()[0], 2});
}

DoerTraining::DoerTraining(const DoerSetting& chosen)
    : setting(chosen),
      corpus(read_corpus(chosen.language)),
      data(split_pairs(corpus, Rng(chosen.seed))),
      model(corpus.vocab_size, chosen, Rng(chosen.seed).stream(1)),
      steps_(epochs * batches_of(data)),
      lr_(linear_with_warmup(chosen.lr, 20, steps_)),
      optimizer_(model.parameters(), usual_adamw()) {}

double DoerTraining::step() {
  if (done_ == steps_)
    throw ValueError("this training is over: start another one");
  if (epoch_.empty()) {
    const auto epoch = static_cast<std::uint32_t>(done_ / batches_of(data));
    epoch_ =
        shuffled(data.train, batch_size, Rng(setting.seed).stream(2, epoch));
    std::reverse(epoch_.begin(), epoch_.end());
  }
  const Tensor loss = cross_entropy(model(epoch_.back()), epoch_.back().doer);
  epoch_.pop_back();
  optimizer_.zero_grad();
  loss.backward();
  optimizer_.set_lr(lr_(done_++));
  optimizer_.step();
  return double(loss.item());
}

bool answer_is_second(const Array& scores, std::size_t b) {
  return scores(b, 1) > scores(b, 0) + 1e-5F;
}

double DoerTraining::accuracy() const {
  const NoGrad no_grad;
  double right = 0;
  for (const Batch& batch : in_order(data.test, 8)) {
    const Array scores = model(batch).array();
    for (std::size_t b = 0; b < batch.doer.size(); ++b)
      right += answer_is_second(scores, b) == (batch.doer(b) == 1) ? 1 : 0;
  }
  return right / double(data.test.size());
}
