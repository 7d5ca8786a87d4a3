#include "bench/growth/series.h"

#include <fmt/format.h>

#include <cmath>

namespace bench {
namespace {

// The model of W2 with a vocabulary of 64. A size that a series does not vary is one of these.
constexpr std::size_t V = 64, T = 64, D = 128, L = 4, B = 12;

Workload with_heads_of(std::size_t head_dim, Workload w) {
  w.num_heads = w.d_model / head_dim;
  return w;
}

Workload base(std::size_t seq_len, std::size_t batch_size) {
  return with_heads_of(32, {"", V, seq_len, D, 0, L, batch_size});
}

template <class WorkloadOf>
Series doubled(Series series, std::size_t first, std::size_t doublings,
               const WorkloadOf& workload_of) {
  for (std::size_t i = 0; i <= doublings; ++i) {
    series.sizes.push_back(first << i);
    series.workloads.push_back(workload_of(first << i));
  }
  return series;
}

std::string power(double number) { return fmt::format("{:.2f}", number); }

}  // namespace

std::vector<Series> all_series(std::size_t doublings) {
  const std::size_t tokens = T << doublings;
  const auto sized = [](std::size_t vocab_size, std::size_t d_model) {
    Workload w = base(T, B);
    w.vocab_size = vocab_size;
    w.d_model = d_model;
    return w;
  };
  return {
      doubled({"Longer sequences, as many tokens",
               fmt::format("{} tokens", tokens),
               "T",
               fmt::format("B T = {}, D = 128, H = 4, V = 64", tokens),
               {},
               {},
               {}},
              T, doublings, [&](std::size_t n) { return base(n, tokens / n); }),
      doubled(
          {"One longer sequence", "one sequence", "T", "B = 1, D = 128, H = 4, V = 64", {}, {}, {}},
          T, doublings + 2, [](std::size_t n) { return base(n, 1); }),
      doubled({"More sequences", "B from 1", "B", "T = 64, D = 128, H = 4, V = 64", {}, {}, {}}, 1,
              doublings, [](std::size_t n) { return base(T, n); }),
      doubled({"A wider model", "D from 16", "D", "T = 64, B = 12, K = 16, V = 64", {}, {}, {}}, 16,
              doublings, [&](std::size_t n) { return with_heads_of(16, sized(V, n)); }),
      doubled(
          {"A larger vocabulary", "V from 1024", "V", "T = 64, B = 12, D = 128, H = 4", {}, {}, {}},
          1024, doublings, [&](std::size_t n) { return with_heads_of(32, sized(n, D)); })};
}

double exponent(const std::vector<double>& x, const std::vector<double>& y) {
  double mean_x = 0, mean_y = 0, xy = 0, xx = 0;
  const auto n = static_cast<double>(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    mean_x += std::log(x[i]) / n;
    mean_y += std::log(y[i]) / n;
  }
  for (std::size_t i = 0; i < x.size(); ++i) {
    xy += (std::log(x[i]) - mean_x) * (std::log(y[i]) - mean_y);
    xx += (std::log(x[i]) - mean_x) * (std::log(x[i]) - mean_x);
  }
  return xy / xx;
}

std::string table(const Series& series) {
  const std::string& letter = series.letter;
  std::string text = fmt::format(
      "{}: {}\n\n"
      "| {:>5} | ms a step | tokens a second | peak MB | time ~ {}^ | memory ~ {}^ |\n"
      "| ----: | --------: | --------------: | ------: | --------: | ----------: |\n",
      series.title, series.held, letter, letter, letter);
  std::vector<double> x, time, memory;
  for (std::size_t i = 0; i < series.costs.size(); ++i) {
    const Workload& w = series.workloads[i];
    const Cost& cost = series.costs[i];
    x.push_back(static_cast<double>(series.sizes[i]));
    time.push_back(cost.milliseconds);
    memory.push_back(cost.peak_megabytes);
    const auto since_last = [&](const std::vector<double>& y) {
      return i == 0 ? "" : power(exponent({x[i - 1], x[i]}, {y[i - 1], y[i]}));
    };
    text += fmt::format("| {:>5} | {:>9.2f} | {:>15.0f} | {:>7.1f} | {:>9} | {:>11} |\n",
                        series.sizes[i], cost.milliseconds,
                        1000 * static_cast<double>(w.batch_size * w.seq_len) / cost.milliseconds,
                        cost.peak_megabytes, since_last(time), since_last(memory));
  }
  return text + fmt::format("| {:>5} | {:>9} | {:>15} | {:>7} | {:>9} | {:>11} |\n", "all", "", "",
                            "", power(exponent(x, time)), power(exponent(x, memory)));
}

}  // namespace bench
