#include "trained.h"

#include <map>
#include <tuple>

#include "common/modules.h"
#include "common/sentences.h"
#include "common/three_back.h"
#include "course/stage/long_work.h"

using namespace horloge;

namespace {

constexpr std::size_t V = 8, D = 32, H = 4;

TransformerOptions small() {
  return TransformerOptions()
      .with_dim_feedforward(64)
      .with_dropout(0)
      .with_norm(NormPlace::before);
}

AttentionMasks mask(bool causal) {
  return causal ? AttentionMasks::causal() : AttentionMasks();
}

void learn(const ThreeBack& model, Rng texts) {
  constexpr std::size_t updates = 600;
  AdamW optimizer(model.parameters(), AdamWOptions().with_betas(0.9, 0.98));
  const Schedule lr = linear_with_warmup(0.01, 20, updates);
  for (std::size_t step = 0; step < updates; ++step) {
    stage::stop_if_interrupted();
    const Ids ids = texts.integers({16, 16}, 0, V);
    const Tensor loss = cross_entropy(model(ids), three_back(ids));
    optimizer.zero_grad();
    loss.backward();
    optimizer.set_lr(lr(step));
    optimizer.step();
  }
}

const ThreeBack& trained(const std::string& scheme, bool causal,
                         const PositionOptions& options) {
  using Key = std::tuple<std::string, bool, RandomPlaces>;
  static std::map<Key, ThreeBack> kept;
  const Key key{scheme, causal, options.random};
  if (const auto found = kept.find(key); found != kept.end())
    return found->second;
  stage::stop_if_interrupted();  // so that it is known as long work
  ThreeBack model(scheme, causal, options, Rng(1));
  learn(model, Rng(1).stream(2));
  model.eval();
  return kept.emplace(key, model).first->second;
}

// B sentences -> the scores of their two beings (B, 2)
class WhoDoesIt : public Module {
 public:
  WhoDoesIt(std::size_t vocab_size, const std::string& scheme, Rng rng)
      : embedding(child("embedding", TokenEmbedding(vocab_size, D, rng, 0))),
        positions(
            child("positions", make_positions(scheme, usual_positions(), rng))),
        encoder(child("encoder", TransformerEncoder(2, D, H, rng, small()))),
        score(child("score", Linear(D, 1, rng))) {
    for (real& w : embedding.weight.mutable_array())
      w *= 0.03F;  // not to drown the positions
  }

  Tensor operator()(const Batch& batch, AttentionMasks masks) const {
    masks.key_mask = batch.words;  // not at padding
    const Tensor x = encoder(embedding(batch.ids), *positions, masks);
    const Tensor beings = matmul(batch.beings, x);  // (B, 2, D)
    return reshape(score(beings), {beings.shape()[0], 2});
  }

  TokenEmbedding embedding;
  std::shared_ptr<PositionScheme> positions;
  TransformerEncoder encoder;
  Linear score;
};

void learn(const WhoDoesIt& model, const Split& data, bool causal) {
  constexpr std::size_t epochs = 13, batch_size = 16;
  const std::size_t steps =
      epochs * ((data.train.size() + batch_size - 1) / batch_size);
  const Schedule lr = linear_with_warmup(0.012, 20, steps);
  AdamW optimizer(model.parameters(),
                  AdamWOptions().with_weight_decay(0.1).with_betas(0.9, 0.98));
  std::size_t step = 0;
  for (std::size_t epoch = 0; epoch < epochs; ++epoch)
    for (const Batch& batch :
         shuffled(data.train, batch_size, Rng(1).stream(2, epoch))) {
      stage::stop_if_interrupted();
      const Tensor loss = cross_entropy(model(batch, mask(causal)), batch.doer);
      optimizer.zero_grad();
      loss.backward();
      optimizer.set_lr(lr(step++));
      optimizer.step();
    }
}

}  // namespace

PositionOptions usual_positions(bool causal) {
  return PositionOptions()
      .with_d_model(D)
      .with_num_heads(H)
      .with_max_seq_len(64)
      .with_causal(causal);
}

ThreeBack::ThreeBack(const std::string& scheme, bool causal,
                     const PositionOptions& options, Rng rng)
    : embedding(child("embedding", TokenEmbedding(V, D, rng))),
      positions(child("positions", make_positions(scheme, options, rng))),
      encoder(child("encoder", TransformerEncoder(2, D, H, rng, small()))),
      to_words(child("to_words", Linear(D, V, rng))),
      causal_(causal) {}

Tensor ThreeBack::operator()(const Ids& ids) const {
  return to_words(encoder(embedding(ids), *positions, mask(causal_)));
}

const ThreeBack& trained_on_16(const std::string& scheme, Sees sees) {
  const bool causal = sees == Sees::earlier;
  return trained(scheme, causal, usual_positions(causal));
}

const ThreeBack& trained_anywhere(const std::string& scheme) {
  return trained(
      scheme, false,
      usual_positions().with_random(RandomPlaces::offset).with_range(64));
}

double right_at(const ThreeBack& model, std::size_t T) {
  const NoGrad no_grad;
  const Ids ids = Rng(99).integers({100, T}, 0, V);
  return 100 * right_from(T > 16 ? 16 : 0, model(ids).array(), three_back(ids));
}

double who_does_it(const std::string& language, const std::string& scheme,
                   Sees sees) {
  const bool causal = sees == Sees::earlier;
  const Corpus& corpus = read_corpus(language);
  const Split data = split_pairs(corpus, Rng(1));
  const WhoDoesIt model(corpus.vocab_size, scheme, Rng(1).stream(1));
  learn(model, data, causal);
  const NoGrad no_grad;
  double right = 0, all = 0;
  for (const Batch& batch : in_order(data.test, 8)) {
    const Array scores = model(batch, mask(causal)).array();
    for (std::size_t b = 0; b < batch.doer.size(); ++b, ++all)
      right += (scores(b, 1) > scores(b, 0) + 1e-5F) == (batch.doer(b) == 1);
  }
  return 100 * right / all;
}
