#include "reader.h"

#include <fmt/format.h>

#include <map>

#include "common/forget_gate.h"
#include "common/modules.h"
#include "common/side_by_side.h"
#include "cope.h"
#include "course/stage/long_work.h"
#include "horloge/nn/heads.h"

using namespace horloge;

namespace {

constexpr std::size_t cope_positions = 16;

std::shared_ptr<PositionScheme> positions_of(const LayerPlan& layer, Rng& rng) {
  if (layer.positions == "forget")
    return std::make_shared<ForgetGate>(Reader::d_model, Reader::num_heads,
                                        rng);
  if (layer.positions == "cope")
    return std::make_shared<Cope>(cope_positions, Reader::head_dim);
  return make_positions(layer.positions,
                        PositionOptions()
                            .with_d_model(Reader::d_model)
                            .with_num_heads(Reader::num_heads)
                            .with_rotary(RotaryOptions().with_base(layer.base))
                            .with_causal(true),
                        rng);
}

// What CoPE adds to the scores of a layer that reads x.
Tensor cope_bias(const TransformerEncoderLayer& layer, const Cope& cope,
                 const Tensor& x) {
  const MultiHeadAttention& attention = layer.self_attn;
  const std::vector<Tensor> qkv = chunk(
      linear(layer.norm1(x), attention.in_proj_weight, attention.in_proj_bias),
      3, 2);
  return cope.bias_of(split_heads(qkv[0], Reader::num_heads),
                      split_heads(qkv[1], Reader::num_heads));
}

std::string key_of(const Plan& plan, std::uint64_t seed) {
  std::string key = fmt::format("{}", seed);
  for (const LayerPlan& layer : plan)
    key += fmt::format(" {} {} {}", layer.positions, layer.window, layer.base);
  return key;
}

}  // namespace

Reader::Reader(const Plan& of_layers, Rng rng)
    : embedding(
          child("embedding", TokenEmbedding(cards::vocab_size, d_model, rng))),
      to_tokens(child("to_tokens", Linear(d_model, cards::vocab_size, rng))),
      plan(of_layers) {
  const auto options =
      TransformerOptions().with_dim_feedforward(64).with_dropout(0).with_norm(
          NormPlace::before);
  for (std::size_t i = 0; i < plan.size(); ++i) {
    layers.push_back(
        child(fmt::format("layers.{}", i),
              TransformerEncoderLayer(d_model, num_heads, rng, options)));
    positions.push_back(
        child(fmt::format("positions.{}", i), positions_of(plan[i], rng)));
  }
}

Tensor Reader::operator()(const Ids& ids) const {
  const Ids at = positions_from(0, ids.shape(1));
  Tensor x = embedding(ids);
  for (std::size_t i = 0; i < layers.size(); ++i) {
    auto masks = AttentionMasks::causal().with_window(plan[i].window);
    if (const auto* cope = dynamic_cast<const Cope*>(positions[i].get()))
      masks = masks.with_bias(cope_bias(layers[i], *cope, x));
    x = layers[i](x, PositionContext(*positions[i], {at, at}), masks);
  }
  return to_tokens(x);
}

Batch both_questions(std::size_t B, std::size_t T, Rng& rng) {
  const cards::Texts texts = cards::new_texts(B, T, rng);
  return {texts.ids, texts.answers()};
}

void train(const Reader& model, std::size_t steps, Rng rng,
           const Source& source) {
  AdamW optimizer(model.parameters(), AdamWOptions().with_betas(0.9, 0.98));
  const Schedule lr = linear_with_warmup(0.005, steps / 30, steps);
  for (std::size_t step = 0; step < steps; ++step) {
    stage::stop_if_interrupted();
    const Batch batch = source(16, learned_at, rng);
    const Tensor loss = cross_entropy(model(batch.ids), batch.answers);
    optimizer.zero_grad();
    loss.backward();
    optimizer.set_lr(lr(step));
    optimizer.step();
  }
}

const std::vector<Reader>& readers(stage::Page& page, const Plan& plan) {
  static std::map<std::string, std::vector<Reader>> all;
  std::vector<Reader>& some = all[key_of(plan, page.seed())];
  if (!some.empty()) return some;
  std::vector<std::unique_ptr<Reader>> each(num_seeds);
  side_by_side(page, each, [&](std::size_t i) {
    const std::uint64_t seed = page.seed() + 1 + i;
    auto model = std::make_unique<Reader>(plan, Rng(seed).stream(1));
    train(*model, learning_steps, Rng(seed).stream(2));
    return model;
  });
  for (const auto& one : each) some.push_back(*one);
  return some;
}
