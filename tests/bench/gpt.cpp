#include "bench/gpt.h"

#include <algorithm>
#include <vector>

#include "horloge/nn/position/by_name.h"
#include "horloge/ops/activation.h"
#include "horloge/ops/loss.h"
#include "horloge/train/adam.h"

namespace bench {

using namespace horloge;

namespace {

PositionOptions position_options(const Workload& workload) {
  return PositionOptions()
      .with_d_model(workload.d_model)
      .with_num_heads(workload.num_heads)
      .with_max_seq_len(workload.seq_len)
      .with_causal(true);
}

TransformerOptions block_options(const Workload& workload) {
  return TransformerOptions()
      .with_dim_feedforward(4 * workload.d_model)
      .with_dropout(0)
      .with_activation(gelu_tanh)
      .with_norm(NormPlace::before);
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

Gpt::Gpt(const Workload& workload, const std::string& position_scheme)
    : Gpt(workload, position_scheme, Rng(0)) {
  InitialWeights numbers;
  fill(embedding_.weight, numbers);
  for (const TransformerEncoderLayer& block : blocks_.layers) {
    for (const Tensor& weight : {block.self_attn.in_proj_weight, block.self_attn.out_proj.weight,
                                 block.linear1.weight, block.linear2.weight})
      fill(weight, numbers);
    for (const Tensor& bias : {block.linear1.bias, block.linear2.bias}) zero(bias);
  }
  fill(head_.weight, numbers);
}

Gpt::Gpt(const Workload& workload, const std::string& position_scheme, Rng rng)
    : embedding_(child("embedding", TokenEmbedding(workload.vocab_size, workload.d_model, rng))),
      positions_(
          child("positions", make_positions(position_scheme, position_options(workload), rng))),
      blocks_(child("blocks",
                    TransformerEncoder(workload.num_layers, workload.d_model, workload.num_heads,
                                       rng, block_options(workload), FinalNorm::yes))),
      head_(child("head", Linear(workload.d_model, workload.vocab_size, rng, Bias::no))) {}

Tensor Gpt::operator()(const Ids& ids) const {
  return head_(blocks_(embedding_(ids), *positions_, AttentionMasks::causal()));
}

struct Training::Parts {
  Parts(const Workload& workload, const std::string& position_scheme)
      : workload(workload),
        tokens(workload),
        model(workload, position_scheme),
        optimizer(model.parameters(), settings()) {}

  static AdamWOptions settings() {
    const auto settings = AdamWOptions().with_lr(learning_rate).with_weight_decay(weight_decay);
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
