// The same training with the C++ library of PyTorch.

#include <torch/torch.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <memory>

#include "bench/run.h"

namespace {

namespace nn = torch::nn;
using torch::Tensor;

void fill(Tensor weight, bench::InitialWeights& numbers) {
  const torch::NoGradGuard no_grad;
  float* const data = weight.data_ptr<float>();
  for (std::int64_t i = 0; i < weight.numel(); ++i) data[i] = numbers.next();
}

// Sines in the even columns, cosines in the odd ones.   -> (T, D)
Tensor sinusoids(std::int64_t T, std::int64_t D) {
  const Tensor table = torch::empty({T, D});
  auto at = table.accessor<float, 2>();
  for (std::int64_t t = 0; t < T; ++t)
    for (std::int64_t j = 0; j < D; ++j) {
      const double exponent = 2.0 * static_cast<double>(j / 2) / static_cast<double>(D);
      const double angle = static_cast<double>(t) / std::pow(10000.0, exponent);
      at[t][j] = static_cast<float>(j % 2 == 0 ? std::sin(angle) : std::cos(angle));
    }
  return table;
}

struct BlockImpl : nn::Module {
  BlockImpl(const bench::Workload& w, bench::InitialWeights& numbers)
      : T(static_cast<std::int64_t>(w.seq_len)),
        D(static_cast<std::int64_t>(w.d_model)),
        H(static_cast<std::int64_t>(w.num_heads)),
        norm1(register_module("norm1", nn::LayerNorm(nn::LayerNormOptions({D})))),
        norm2(register_module("norm2", nn::LayerNorm(nn::LayerNormOptions({D})))),
        qkv(register_module("qkv", nn::Linear(D, 3 * D))),
        out(register_module("out", nn::Linear(D, D))),
        widen(register_module("widen", nn::Linear(D, 4 * D))),
        narrow(register_module("narrow", nn::Linear(4 * D, D))),
        hidden(register_buffer("hidden", torch::ones({T, T}, torch::kBool).triu(1))) {
    for (const auto& layer : {qkv, out, widen, narrow}) {
      fill(layer->weight, numbers);
      const torch::NoGradGuard no_grad;
      layer->bias.zero_();
    }
  }

  // (B, T, D) -> (B, H, T, K)
  Tensor heads(const Tensor& x) const { return x.view({-1, T, H, D / H}).transpose(1, 2); }

  Tensor attention(const Tensor& x) {
    const auto parts = qkv(x).split(D, 2);
    const Tensor q = heads(parts[0]), k = heads(parts[1]), v = heads(parts[2]);
    const double scale = 1 / std::sqrt(static_cast<double>(D / H));
    const Tensor scores = torch::matmul(q, k.transpose(-2, -1)) * scale;
    const Tensor y = torch::matmul(torch::softmax(scores.masked_fill(hidden, -INFINITY), -1), v);
    return out(y.transpose(1, 2).contiguous().view({-1, T, D}));
  }

  Tensor forward(Tensor x) {
    x = x + attention(norm1(x));
    return x + narrow(torch::gelu(widen(norm2(x)), "tanh"));
  }

  std::int64_t T, D, H;
  nn::LayerNorm norm1, norm2;
  nn::Linear qkv, out, widen, narrow;
  Tensor hidden;
};
TORCH_MODULE(Block);

struct Gpt : nn::Module {
  explicit Gpt(const bench::Workload& w)
      : V(static_cast<std::int64_t>(w.vocab_size)),
        D(static_cast<std::int64_t>(w.d_model)),
        embedding(register_module("embedding", nn::Embedding(V, D))),
        norm(register_module("norm", nn::LayerNorm(nn::LayerNormOptions({D})))),
        head(register_module("head", nn::Linear(nn::LinearOptions(D, V).bias(false)))),
        positions(
            register_buffer("positions", sinusoids(static_cast<std::int64_t>(w.seq_len), D))) {
    bench::InitialWeights numbers;
    fill(embedding->weight, numbers);
    for (std::size_t i = 0; i < w.num_layers; ++i)
      blocks.push_back(register_module("block" + std::to_string(i), Block(w, numbers)));
    fill(head->weight, numbers);
  }

  Tensor loss(const Tensor& ids, const Tensor& targets) {
    Tensor x = embedding(ids) + positions;
    for (auto& block : blocks) x = block(x);
    return nn::functional::cross_entropy(head(norm(x)).view({-1, V}), targets.view(-1));
  }

  std::int64_t V, D;
  nn::Embedding embedding;
  std::vector<Block> blocks;
  nn::LayerNorm norm;
  nn::Linear head;
  Tensor positions;
};

// The numbers stay where they are: `ids` must outlive the tensor.
Tensor tensor_of(std::vector<std::int64_t>& ids, const bench::Workload& w) {
  const auto B = static_cast<std::int64_t>(w.batch_size), T = static_cast<std::int64_t>(w.seq_len);
  return torch::from_blob(ids.data(), {B, T}, torch::kLong);
}

struct Training {
  explicit Training(const bench::Workload& w)
      : workload(w),
        tokens(w),
        model(w),
        optimizer(
            model.parameters(),
            torch::optim::AdamWOptions(bench::learning_rate).weight_decay(bench::weight_decay)) {}

  double step(std::size_t number) {
    auto batch = tokens.at(number);
    const Tensor ids = tensor_of(batch.ids, workload);
    const Tensor loss = model.loss(ids, tensor_of(batch.targets, workload));
    optimizer.zero_grad();
    loss.backward();
    optimizer.step();
    return static_cast<double>(loss.item<float>());
  }

  bench::Workload workload;
  bench::TokenStream tokens;
  Gpt model;
  torch::optim::AdamW optimizer;
};

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Trains a small GPT with libtorch and tells how long a step takes.",
               "train_step_torch"};
  bench::RunOptions options;
  bench::add_options(app, options);
  return bench::run(app, argc, argv, options, "torch_cpp", [&]() -> bench::Step {
    torch::set_num_threads(options.threads);
    return [training = std::make_shared<Training>(options.workload)](std::size_t step) {
      return training->step(step);
    };
  });
}
