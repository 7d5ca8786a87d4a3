// The same with modules.

#include "common/modules.h"
#include "course/stage/lesson.h"
#include "exercises/adam_step/answer.h"
#include "exercises/causal_lm_loss/answer.h"
#include "exercises/cross_entropy_backward/answer.h"
#include "exercises/layer_from_parts/answer.h"
#include "exercises/layer_norm_backward/answer.h"
#include "horloge/ops/norm.h"
#include "numpy_style.h"

using namespace horloge;

// Step: as_a_module
class EncoderLayer : public Module {
 public:
  EncoderLayer(std::size_t d_model, std::size_t num_heads, std::size_t d_ff,
               Rng& rng)
      : self_attn(
            child("self_attn", MultiHeadAttention(d_model, num_heads, rng))),
        linear1(child("linear1", Linear(d_model, d_ff, rng))),
        linear2(child("linear2", Linear(d_ff, d_model, rng))),
        norm1(child("norm1", LayerNorm(d_model))),
        norm2(child("norm2", LayerNorm(d_model))) {}

  // x (B, T, D) -> (B, T, D)
  Tensor operator()(const Tensor& x, const AttentionMasks& masks = {}) const {
    const Tensor y = x + self_attn(norm1(x), masks);
    return y + linear2(relu(linear1(norm2(y))));
  }

  MultiHeadAttention self_attn;
  Linear linear1, linear2;
  LayerNorm norm1, norm2;
};

// Fold: its parameters, and the library's layer with the same
TransformerOptions plain() {
  return TransformerOptions()
      .with_dim_feedforward(256)
      .with_dropout(0)
      .with_norm(NormPlace::before);
}

void as_a_module(Page& page) {
  Rng rng(page.seed() + 1);
  const EncoderLayer layer(64, 4, 256, rng);
  std::size_t in_heads = 0;
  for (const auto& [name, tensor] : layer.named_parameters()) {
    page.print("{:<26}{:<12}{:>7}\n", name, to_string(tensor.shape()),
               tensor.array().size());
    if (name.find("attn") != std::string::npos)
      in_heads += tensor.array().size();
  }
  page.print("together {}, {:.0f} % of them in the attention\n\n",
             layer.parameter_count(),
             100 * double(in_heads) / double(layer.parameter_count()));
  TransformerEncoderLayer library(64, 4, rng, plain());
  library.load_state_dict(layer.state_dict());
  const Tensor x(rng.normal({2, 7, 64}));
  page.print("the library's TransformerEncoderLayer differs by up to {:.0e}\n",
             largest_difference(layer(x).array(), library(x).array()));
}

// Step: same_with_modules
// Fold: weights of modules, as (in, out), for the functions by hand
Array columns(const Array& weight) { return xt::transpose(weight); }

HeadWeights weights_of(const MultiHeadAttention& attention) {
  const std::size_t D = attention.out_proj.weight.shape()[0];
  const Array all = columns(attention.in_proj_weight.array());  // (D, 3 D)
  const auto part = [&](std::size_t i) {
    return Array(xt::view(all, xt::all(), xt::range(i * D, (i + 1) * D)));
  };
  return {part(0), part(1), part(2),
          columns(attention.out_proj.weight.array())};
}

NormWeights weights_of(const LayerNorm& norm) {
  return {norm.weight.array(), norm.bias.array()};
}

FeedForwardWeights weights_of(const Linear& in, const Linear& out) {
  return {columns(in.weight.array()), in.bias.array(),
          columns(out.weight.array()), out.bias.array()};
}

EncoderWeights weights_of(const TransformerEncoderLayer& l) {
  return {weights_of(l.self_attn), weights_of(l.linear1, l.linear2),
          weights_of(l.norm1), weights_of(l.norm2)};
}

DecoderWeights weights_of(const TransformerDecoderLayer& l) {
  return {weights_of(l.self_attn),
          weights_of(l.multihead_attn),
          weights_of(l.linear1, l.linear2),
          weights_of(l.norm1),
          weights_of(l.norm2),
          weights_of(l.norm3)};
}

// Fold: a layer of the library's parts; gradients and a step by hand
void compare_layers(Page& page, const Tensor& x, Rng& rng) {
  for (const NormPlace place : {NormPlace::before, NormPlace::after}) {
    const TransformerEncoderLayer layer(64, 4, rng, plain().with_norm(place));
    const LayerParts parts = {
        [&](const Tensor& z) { return layer.self_attn(z); },
        [&](const Tensor& z) { return layer.linear2(relu(layer.linear1(z))); },
        layer.norm1, layer.norm2};
    const Tensor y = layer_from_parts(x, parts, place == NormPlace::before);
    page.print("{:<44}{:.0e}\n",
               place == NormPlace::before
                   ? "a layer from its parts, norm before"
                   : "  norm after",
               largest_difference(y.array(), layer(x).array()));
  }
}

void compare_training(Page& page, Rng& rng) {
  const auto print = [&](const char* what, const Array& a, const Array& b) {
    page.print("{:<44}{:.0e}\n", what, largest_difference(a, b));
  };
  const Array x = rng.normal({5, 64}), dy = rng.normal({5, 64});
  const Array weight = rng.normal({64}), bias = rng.normal({64});
  const Tensor input(x, true), w(weight, true), b(bias, true);
  layer_norm(input, {64}, w, b).backward(dy);
  const NormGradients d = layer_norm_backward(x, weight, dy, 1e-5);
  print("gradient of a layer norm, to x", d.x, input.grad());
  print("  to its weight", d.weight, w.grad());

  const Tensor logits(rng.normal({4, 9}), true);
  const Ids targets = {3, -100, 8, 0};
  cross_entropy(logits, targets).backward();
  print("gradient of a cross-entropy",
        cross_entropy_backward(logits.array(), targets), logits.grad());

  Tensor moved(weight, true);
  Adam adam({moved}, AdamOptions().with_lr(0.01));
  Array by_hand = weight;
  AdamState state;
  for (int i = 0; i < 3; ++i) {
    const Array gradient = rng.normal({64});
    moved.set_grad(gradient);
    adam.step();
    adam_step(by_hand, gradient, state, 0.01, 0.9, 0.999, 1e-8);
  }
  print("three steps of Adam", by_hand, moved.array());

  const Array scores = rng.normal({2, 4, 9});
  const Ids texts = {{3, 8, 0, 5}, {2, 7, -100, -100}};
  const Ids next = {{8, 0, 5, -100}, {7, -100, -100, -100}};
  print("loss of a language model",
        Array(real(causal_lm_loss(scores, texts, -100))),
        cross_entropy(Tensor(scores), next).array());
}

// End fold
void same_with_modules(Page& page) {
  Rng rng(page.seed() + 1);
  const TransformerEncoder encoder(2, 64, 4, rng, plain());
  const TransformerDecoderLayer decoder(64, 4, rng, plain());
  const Array x = rng.normal({6, 64}), y = rng.normal({4, 64});
  const Tensor read(xt::view(x, xt::newaxis())),
      written(xt::view(y, xt::newaxis()));

  const EncoderWeights first = weights_of(encoder.layers[0]);
  const EncoderWeights second = weights_of(encoder.layers[1]);
  const Array memory = encoder_layer(encoder_layer(x, first, 4), second, 4);
  const Array out = decoder_layer(y, memory, weights_of(decoder), 4);
  const Tensor by_modules =
      decoder(written, encoder(read), AttentionMasks::causal());
  page.print("{:<44}{:.0e}\n", "two encoder layers and one of the decoder",
             largest_difference(out, xt::view(by_modules.array(), 0)));
  compare_layers(page, read, rng);
  compare_training(page, rng);
}
