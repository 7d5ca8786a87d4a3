// From scratch on arrays, as one would write it with NumPy.

#include "numpy_style.h"

#include "course/stage/lesson.h"
#include "exercises/windowed_nll/answer.h"
#include "small_model.h"

using xt::placeholders::_;

// Step: a_whole_model
constexpr std::size_t L = 2, D = 64, H = 4, K = D / H;

// Fold: rms_norm, linear, columns_of a head, rotated, causal_softmax
Array rms_norm(const Array& x, const Array& weight) {
  const Array mean_square = xt::mean(x * x, {1}, xt::keep_dims);
  return x / xt::sqrt(mean_square + 1e-6) * weight;
}

Array linear(const Array& x, const Array& weight) {  // weight (out, in)
  return xt::linalg::dot(x, xt::transpose(weight));
}

Array columns_of(const Array& x, std::size_t head) {
  return xt::view(x, xt::all(), xt::range(head * K, (head + 1) * K));
}

// In halves, at the positions 0 to T - 1.   x (T, K)
Array rotated(const Array& x) {
  const Array t = xt::arange<real>(real(x.shape(0)));
  const Array j = xt::arange<real>(real(K / 2));
  const Array omega = xt::pow(10000, -2 * j / real(K));
  const Array angle = xt::linalg::outer(t, omega);
  const Array a = xt::view(x, xt::all(), xt::range(0, K / 2));
  const Array b = xt::view(x, xt::all(), xt::range(K / 2, K));
  const Array first = a * xt::cos(angle) - b * xt::sin(angle);
  const Array second = a * xt::sin(angle) + b * xt::cos(angle);
  return xt::concatenate(xt::xtuple(first, second), 1);
}

// Of the scores (T, T): each row up to the diagonal.
Array causal_softmax(const Array& scores) {
  Array weights = horloge::zeros(scores.shape());
  for (std::size_t t = 0; t < scores.shape(0); ++t) {
    const Array seen = xt::view(scores, t, xt::range(_, t + 1));
    const Array e = xt::exp(seen - xt::amax(seen)());
    xt::view(weights, t, xt::range(_, t + 1)) = e / xt::sum(e)();
  }
  return weights;
}

// End fold
Array attention(const Array& x, const Weights& w, const std::string& layer) {
  const Array q = linear(x, w(layer + "q_proj"));  // (T, D)
  const Array k = linear(x, w(layer + "k_proj"));
  const Array v = linear(x, w(layer + "v_proj"));
  Array heads = Array::from_shape(x.shape());
  for (std::size_t h = 0; h < H; ++h) {
    const Array turned_q = rotated(columns_of(q, h));  // (T, K)
    const Array turned_k = rotated(columns_of(k, h));
    const Array scores = linear(turned_q, turned_k) / std::sqrt(real(K));
    const Array seen =
        xt::linalg::dot(causal_softmax(scores), columns_of(v, h));
    xt::view(heads, xt::all(), xt::range(h * K, (h + 1) * K)) = seen;
  }
  return linear(heads, w(layer + "o_proj"));
}

// Fold: feed_forward, gated; and the blocks, one after the other
Array feed_forward(const Array& x, const Weights& w, const std::string& layer) {
  const Array gate = linear(x, w(layer + "gate_proj"));
  const Array up = linear(x, w(layer + "up_proj"));
  const Array hidden = gate / (1 + xt::exp(-gate)) * up;  // silu(gate) * up
  return linear(hidden, w(layer + "down_proj"));
}

Array model_by_hand(const Weights& w, const Ids& ids) {
  const Array& embedding = w("model.embed_tokens");
  Array x = Array::from_shape({ids.size(), D});
  for (std::size_t t = 0; t < ids.size(); ++t)
    xt::view(x, t) = xt::view(embedding, ids(t));
  for (std::size_t l = 0; l < L; ++l) {
    const std::string layer = "model.layers." + std::to_string(l) + ".";
    const Array seen = rms_norm(x, w(layer + "input_layernorm"));
    x += attention(seen, w, layer + "self_attn.");
    const Array read = rms_norm(x, w(layer + "post_attention_layernorm"));
    x += feed_forward(read, w, layer + "mlp.");
  }
  return linear(rms_norm(x, w("model.norm")), embedding);  // tied
}

// Fold: asks it what follows four beginnings
void a_whole_model(Page& page) {
  const Weights w;
  for (const std::string text : {"And God sai", "In the beginning",
                                 "the son of Davi", "And it came t"}) {
    const Ids ids = ids_of(text);
    const Array scores = xt::view(model_by_hand(w, ids), ids.size() - 1);
    const Array e = xt::exp(scores - xt::amax(scores)());
    const Array p = e / xt::sum(e)();
    page.print("{:<18}", text + "…");
    const Array unlikely = -p;
    const Ids best = xt::argsort(unlikely);
    for (std::size_t i = 0; i < 4; ++i)
      page.print("  {} {:.3f}", shown(best(i)), p(std::size_t(best(i))));
    page.print("\n");
  }
}

// End of steps
Weights::Weights()
    : file_(horloge::read_safetensors(small_model_folder() /
                                      "model.safetensors")) {}

const Array& Weights::operator()(const std::string& name) const {
  const auto [entry, is_new] = arrays_.try_emplace(name);
  if (is_new) entry->second = file_.at(name + ".weight").to_array();
  return entry->second;
}
