#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <CLI/CLI.hpp>
#include <cmath>
#include <functional>
#include <vector>

#include "bench/run.h"
#include "bench/workload.h"
#include "horloge/autograd/tensor.h"
#include "horloge/core/parallel.h"
#include "horloge/ops/attention.h"

namespace {

using namespace horloge;

struct Options {
  std::string kind = "causal";
  std::size_t length = 1024, heads = 4, width = 64, window = 256;
  int threads = 1;
};

// Uniform numbers of variance 1, the same in every implementation.
Tensor next_tensor(bench::InitialWeights& numbers, const Shape& shape) {
  Array x = empty(shape);
  for (real& number : x) number = 50 * numbers.next();
  return Tensor(std::move(x), true);
}

// As ALiBi has it, the same for all heads: a quarter of the distance, taken away.
Tensor distances(std::size_t T) {
  Array bias = empty({T, T});
  for (std::size_t i = 0; i < T; ++i)
    for (std::size_t j = 0; j < T; ++j)
      bias(i, j) = -std::abs(static_cast<real>(i) - static_cast<real>(j)) / 4;
  return Tensor(std::move(bias));
}

// The median time of at least three runs, and of as many as take a second. One before them fills
// pools.
double milliseconds(const std::function<void()>& work) {
  using Clock = std::chrono::steady_clock;
  work();
  std::vector<double> all;
  for (double total = 0; all.size() < 3 || total < 1000; total += all.back()) {
    const auto begin = Clock::now();
    work();
    all.push_back(std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
  }
  return bench::median(all);
}

double sum_of_sizes(const Array& x) {
  double sum = 0;
  for (const real number : x) sum += std::abs(static_cast<double>(number));
  return sum;
}

void measure(const Options& o) {
  set_num_threads(o.threads);
  bench::InitialWeights numbers;
  const Shape shape{1, o.heads, o.length, o.width};
  const Tensor q = next_tensor(numbers, shape), k = next_tensor(numbers, shape),
               v = next_tensor(numbers, shape), dy = next_tensor(numbers, shape);
  AttentionOptions options;
  options.is_causal = true;
  if (o.kind == "window") options.window = o.window;
  if (o.kind == "bias") options.bias = distances(o.length);
  Tensor y;
  const double forward = milliseconds([&] {
    const NoGrad no_grad;
    y = scaled_dot_product_attention(q, k, v, options);
  });
  const double both = milliseconds([&] {
    for (const Tensor& x : {q, k, v}) Tensor(x).zero_grad();
    scaled_dot_product_attention(q, k, v, options).backward(dy.array());
  });
  fmt::print(
      "peer=horloge kind={} length={} threads={} forward_ms={:.3f} both_ms={:.3f} rss_mb={:.1f} "
      "y={:.6g} dq={:.6g} dk={:.6g} dv={:.6g}\n",
      o.kind, o.length, o.threads, forward, both, bench::peak_megabytes(), sum_of_sizes(y.array()),
      sum_of_sizes(q.grad()), sum_of_sizes(k.grad()), sum_of_sizes(v.grad()));
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Tells how long attention takes, forward alone and with backward.",
               "attention_speed"};
  Options o;
  const CLI::Range sizes(std::size_t{1}, std::size_t{1} << 20U);
  app.add_option("--kind", o.kind, "causal, of a window, or with a bias of the distance")
      ->capture_default_str()
      ->check(CLI::IsMember({"causal", "window", "bias"}));
  app.add_option("--length", o.length, "tokens")->capture_default_str()->check(sizes);
  app.add_option("--heads", o.heads, "heads")->capture_default_str()->check(sizes);
  app.add_option("--width", o.width, "columns of a head")->capture_default_str()->check(sizes);
  app.add_option("--window", o.window, "keys that a query sees")
      ->capture_default_str()
      ->check(sizes);
  bench::add_threads(app, o.threads);
  return bench::run(app, argc, argv, [&] { measure(o); });
}
