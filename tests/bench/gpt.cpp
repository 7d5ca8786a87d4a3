#include "bench/gpt.h"

#include <algorithm>

#include "horloge/nn/position/by_name.h"
#include "horloge/ops/activation.h"
#include "horloge/ops/arithmetic.h"
#include "horloge/ops/loss.h"
#include "horloge/train/adam.h"

namespace bench {

using namespace horloge;

namespace {

PositionOptions position_options(const Workload& workload) {
  PositionOptions options;
  options.d_model = workload.d_model;
  options.num_heads = workload.num_heads;
  options.max_seq_len = workload.seq_len;
  options.causal = true;
  return options;
}

void fill(Tensor weight, InitialWeights& numbers) {
  for (real& w : weight.mutable_array()) w = numbers.next();
}

void zero(Tensor bias) { bias.mutable_array().fill(0); }

Ids ids_of(const std::vector<std::int64_t>& numbers, const Workload& workload) {
  Ids ids = Ids::from_shape({workload.batch_size, workload.seq_len});
  std::copy(numbers.begin(), numbers.end(), ids.begin());
  return ids;
}

}  // namespace

Block::Block(const Workload& workload, Rng& rng)
    : norm1(child("norm1", LayerNorm(workload.d_model))),
      attention(child("attention", MultiHeadAttention(workload.d_model, workload.num_heads, rng))),
      norm2(child("norm2", LayerNorm(workload.d_model))),
      widen(child("widen", Linear(workload.d_model, 4 * workload.d_model, rng))),
      narrow(child("narrow", Linear(4 * workload.d_model, workload.d_model, rng))) {}

Tensor Block::operator()(const Tensor& x, const PositionPass& positions) const {
  const Tensor attended = x + attention(norm1(x), positions, AttentionMasks::causal());
  return attended + narrow(gelu_tanh(widen(norm2(attended))));
}

Gpt::Gpt(const Workload& workload, const std::string& position_scheme)
    : Gpt(workload, position_scheme, Rng(0)) {
  InitialWeights numbers;
  fill(embedding_.weight, numbers);
  for (const Block& block : blocks_) {
    for (const Tensor& weight : {block.attention.in_proj_weight, block.attention.out_proj.weight,
                                 block.widen.weight, block.narrow.weight})
      fill(weight, numbers);
    for (const Tensor& bias : {block.widen.bias, block.narrow.bias}) zero(bias);
  }
  fill(head_.weight, numbers);
}

Gpt::Gpt(const Workload& workload, const std::string& position_scheme, Rng rng)
    : embedding_(child("embedding", TokenEmbedding(workload.vocab_size, workload.d_model, rng))),
      positions_(
          child("positions", make_positions(position_scheme, position_options(workload), rng))),
      norm_(child("norm", LayerNorm(workload.d_model))),
      head_(child("head", Linear(workload.d_model, workload.vocab_size, rng, Bias::no))) {
  for (std::size_t i = 0; i < workload.num_layers; ++i)
    blocks_.push_back(child("blocks." + std::to_string(i), Block(workload, rng)));
}

Tensor Gpt::operator()(const Ids& ids) const {
  const std::size_t T = ids.shape().back();
  const PositionPass positions(*positions_, consecutive_places(T, T));
  Tensor x = positions_->embed(embedding_(ids), positions.at.queries);
  for (const Block& block : blocks_) x = block(x, positions);
  return head_(norm_(x));
}

struct Training::Parts {
  Parts(const Workload& workload, const std::string& position_scheme)
      : workload(workload),
        tokens(workload),
        model(workload, position_scheme),
        optimizer(model.parameters(), settings()) {}

  static AdamWOptions settings() {
    AdamWOptions settings;
    settings.lr = learning_rate;
    settings.weight_decay = weight_decay;
    return settings;
  }

  Workload workload;
  TokenStream tokens;
  Gpt model;
  AdamW optimizer;
};

Training::Training(const Workload& workload, const std::string& position_scheme)
    : parts_(std::make_unique<Parts>(workload, position_scheme)) {}

Training::~Training() = default;

double Training::step(std::size_t number) {
  auto& [workload, tokens, model, optimizer] = *parts_;
  const auto batch = tokens.at(number);
  const Tensor logits = model(ids_of(batch.ids, workload));
  const Tensor loss = cross_entropy(logits, ids_of(batch.targets, workload));
  optimizer.zero_grad();
  loss.backward();
  optimizer.step();
  return static_cast<double>(loss.item());
}

}  // namespace bench
