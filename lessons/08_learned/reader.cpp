#include "reader.h"

#include "common/modules.h"
#include "course/stage/page.h"

using namespace horloge;

namespace {

TransformerOptions small() {
  return TransformerOptions()
      .with_dim_feedforward(64)
      .with_dropout(0)
      .with_norm(NormPlace::before);
}

}  // namespace

Reader::Reader(std::size_t vocab_size, Rng& rng)
    : embedding_(
          child("embedding", TokenEmbedding(vocab_size, d_model, rng, 0))),
      encoder_(
          child("encoder", TransformerEncoder(2, d_model, 4, rng, small()))),
      score_(child("score", Linear(d_model, 1, rng))) {
  for (real& w : embedding_.weight.mutable_array())
    w *= real(0.03);  // not to drown the positions
}

Tensor Reader::operator()(const Batch& batch, std::size_t offset) const {
  AttentionMasks masks;
  masks.key_mask = batch.words;
  const Tensor x =
      encoder_(add_positions_(embedding_(batch.ids), offset), masks);
  const Tensor beings = matmul(batch.beings, x);  // (B, 2, D)
  return reshape(score_(beings), {beings.shape()[0], 2});
}

Reader make_reader(const std::string& code, std::size_t vocab_size,
                   std::size_t max_seq_len, std::uint64_t seed) {
  const Rng rng(seed, 1);
  if (code == "sinusoidal")
    return Reader(vocab_size, SinusoidalPositions(max_seq_len, Reader::d_model),
                  rng);
  Rng table(seed, 4);
  return Reader(vocab_size,
                LearnedPositions(max_seq_len, Reader::d_model, table), rng);
}

Schedule Training::lr() { return linear_with_warmup(0.012, 20, updates); }

void train(const Reader& reader, const std::vector<Sentence>& sentences,
           Rng rng, const Training& how) {
  const Schedule lr = Training::lr();
  AdamWOptions settings;
  settings.weight_decay = how.weight_decay;
  settings.betas = {0.9, 0.98};
  AdamW optimizer(reader.parameters(), settings);
  Rng starts = rng.stream(3);
  std::size_t step = 0;
  for (std::uint32_t epoch = 0; step < Training::updates; ++epoch)
    for (const Batch& batch : shuffled(sentences, 16, rng.stream(2, epoch))) {
      if (step == Training::updates) return;
      stage::stop_if_interrupted();
      const std::size_t start = starts.below(how.last_start + 1);
      const Tensor loss = cross_entropy(reader(batch, start), batch.doer);
      optimizer.zero_grad();
      loss.backward();
      optimizer.set_lr(lr(step++));
      optimizer.step();
    }
}

double accuracy(const Reader& reader, const std::vector<Sentence>& sentences,
                std::size_t offset) {
  const NoGrad no_grad;
  double right = 0;
  for (const Batch& batch : in_order(sentences, 16)) {
    const Array scores = reader(batch, offset).array();
    for (std::size_t b = 0; b < batch.doer.size(); ++b) {
      const bool second = scores(b, 1) > scores(b, 0);
      right += second == (batch.doer(b) == 1) ? 1 : 0;
    }
  }
  return right / static_cast<double>(sentences.size());
}
