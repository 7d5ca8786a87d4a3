// What an operation has to do at least stands beside it: how often each number is read or written,
// and its arithmetic. backward() copies the upstream gradient before it begins; that counts too.

#include "bench/ops/ops.h"

#include <benchmark/benchmark.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bench/ops/case.h"
#include "horloge/core/rng.h"
#include "horloge/ops/activation.h"
#include "horloge/ops/attention.h"
#include "horloge/ops/lookup.h"
#include "horloge/ops/loss.h"
#include "horloge/ops/matmul.h"
#include "horloge/ops/norm.h"
#include "horloge/ops/softmax.h"
#include "horloge/train/adam.h"

namespace bench {

using namespace horloge;

namespace {

using Op = std::function<Tensor(const std::vector<Tensor>& inputs)>;

Tensor random_leaf(const Shape& shape) { return Tensor(Rng(1).normal(shape), true); }

std::vector<Tensor> random_leaves(const std::vector<Shape>& shapes) {
  std::vector<Tensor> leaves;
  for (const Shape& shape : shapes) leaves.push_back(random_leaf(shape));
  return leaves;
}

void add_pair(const std::string& name, const Work& forward, const Work& both,
              const std::vector<Shape>& inputs, const Op& op) {
  add_case(name + "/forward", forward, [=]() -> std::function<void()> {
    return [op, leaves = random_leaves(inputs)] { benchmark::DoNotOptimize(op(leaves).data()); };
  });
  add_case(name + "/forward+backward", both, [=]() -> std::function<void()> {
    const std::vector<Tensor> leaves = random_leaves(inputs);
    return [op, leaves, dy = Rng(2).normal(op(leaves).shape())] {
      for (Tensor leaf : leaves) leaf.zero_grad();  // handles
      op(leaves).backward(dy);
    };
  });
}

// The work of an operation that reads or writes `moved` numbers out of `held`.
Work work(double moved, double held, double flops = 0, double exponentials = 0) {
  return {moved * sizeof(real), held * sizeof(real), flops, exponentials};
}

// Sizes of a workload as numbers to calculate with.
struct Sizes {
  explicit Sizes(const Workload& w)
      : B(w.batch_size), T(w.seq_len), D(w.d_model), H(w.num_heads), V(w.vocab_size) {}
  std::size_t B, T, D, H, V;
  std::size_t tokens() const { return B * T; }
};

// The scores of all heads. Backward reads y and dy, and writes dx.
void add_softmax(const std::string& name, const Sizes& s) {
  const auto n = static_cast<double>(s.B * s.H * s.T * s.T);
  add_pair("softmax/" + name, work(2 * n, 2 * n, 0, n), work(7 * n, 5 * n, 4 * n, n),
           {{s.B, s.H, s.T, s.T}}, [](const auto& x) { return softmax(x[0]); });
}

// Forward: the mean, the variance, and three operations to apply them and the weight. Backward
// reads x and dy, and writes dx.
void add_layer_norm(const std::string& name, const Sizes& s) {
  const auto n = static_cast<double>(s.tokens() * s.D);
  add_pair("layer_norm/" + name, work(2 * n, 2 * n, 8 * n), work(7 * n, 5 * n, 21 * n),
           {{s.B, s.T, s.D}, {s.D}, {s.D}},
           [D = s.D](const auto& x) { return layer_norm(x[0], {D}, x[1], x[2]); });
}

// In the feed-forward net, which is four times as wide as the model. Backward needs no exponential
// of its own: the output tells it.
void add_gelu(const std::string& name, const Sizes& s) {
  const auto n = static_cast<double>(4 * s.tokens() * s.D);
  add_pair("gelu/" + name, work(2 * n, 2 * n, 0, n), work(7 * n, 4 * n, 0, n),
           {{s.B, s.T, 4 * s.D}}, [](const auto& x) { return gelu_tanh(x[0]); });
}

// Causal: query t looks at t + 1 keys. Two products forward, and four backward.
void add_attention(const std::string& name, const Sizes& s) {
  const auto n = static_cast<double>(s.tokens() * s.D);
  const auto pairs = static_cast<double>(s.B * s.H * (s.T * (s.T + 1) / 2));
  const double product = 2 * pairs * static_cast<double>(s.D / s.H);
  add_pair("attention/" + name, work(4 * n, 4 * n, 2 * product, pairs),
           work(13 * n, 9 * n, 6 * product, pairs), {{s.B, s.T, 3 * s.D}},
           [H = s.H](const auto& qkv) {
             AttentionOptions options;
             options.is_causal = true;
             return multi_head_self_attention(qkv[0], H, options);
           });
}

// From the model to the feed-forward net, the products of two matrices.
void add_linear(const std::string& name, const Sizes& s) {
  const auto x = static_cast<double>(s.tokens() * s.D), w = static_cast<double>(4 * s.D * s.D);
  const double product = 2 * static_cast<double>(s.tokens()) * w;
  add_pair("linear/" + name, work(x + w + 4 * x, x + w + 4 * x, product),
           work(2 * (x + w) + 16 * x, 2 * (x + w) + 12 * x, 3 * product),
           {{s.tokens(), s.D}, {4 * s.D, s.D}, {4 * s.D}},
           [](const auto& x) { return linear(x[0], x[1], x[2]); });
}

// The table is small and stays in cache: it is read and, for its gradient, written once.
void add_embedding(const std::string& name, const Sizes& s) {
  const auto n = static_cast<double>(s.tokens() * s.D), table = static_cast<double>(s.V * s.D);
  const Ids ids = Rng(3).integers({s.B, s.T}, 0, static_cast<std::int64_t>(s.V));
  add_pair("embedding/" + name, work(table + n, table + n),
           work(2 * table + 4 * n, 2 * table + 3 * n, n), {{s.V, s.D}},
           [ids](const auto& weight) { return embedding(ids, weight[0]); });
}

// Forward reads the logits. Backward reads them again, and writes their gradient.
void add_cross_entropy(const std::string& name, std::size_t rows, std::size_t classes) {
  const auto n = static_cast<double>(rows * classes);
  const Ids targets = Rng(4).integers({rows}, 0, static_cast<std::int64_t>(classes));
  add_pair("cross_entropy/" + name, work(n, n, 2 * n, n), work(3 * n, 2 * n, 4 * n, 2 * n),
           {{rows, classes}},
           [targets](const auto& logits) { return cross_entropy(logits[0], targets); });
}

// All parameters of a model: reads them, their gradient and both moments, and writes all but the
// gradient.
void add_adamw(const std::string& name, const Workload& w) {
  const std::size_t count =
      w.num_layers * 12 * w.d_model * w.d_model + 2 * w.vocab_size * w.d_model;
  const auto n = static_cast<double>(count);
  add_case("adamw/" + name, work(7 * n, 4 * n, 13 * n), [count]() -> std::function<void()> {
    Tensor parameter = random_leaf({count});
    parameter.set_grad(Rng(2).normal({count}));
    return [optimizer = std::make_shared<AdamW>(std::vector<Tensor>{parameter})] {
      optimizer->step();
    };
  });
}

}  // namespace

void add_ops(const Workload& workload) {
  const Sizes sizes(workload);
  const std::string& name = workload.name;
  add_softmax(name, sizes);
  add_layer_norm(name, sizes);
  add_gelu(name, sizes);
  add_attention(name, sizes);
  add_linear(name, sizes);
  add_embedding(name, sizes);
  add_cross_entropy(name, sizes.tokens(), sizes.V);
  add_adamw(name, workload);
}

void add_large_vocabulary() { add_cross_entropy("GPT-2", 256, 50257); }

}  // namespace bench
