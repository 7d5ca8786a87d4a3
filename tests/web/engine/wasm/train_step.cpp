// The first 50 losses of the bench's toy, W1, one a line, and the milliseconds that a step took:
// the median of the last 30.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "bench/gpt.h"

int main(int argc, char** argv) {
  const std::size_t steps = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 50;
  bench::Training training(bench::workloads()[0], "sinusoidal");
  std::vector<double> times;
  for (std::size_t step = 0; step < steps; ++step) {
    const auto begin = std::chrono::steady_clock::now();
    std::printf("%.9g\n", training.step(step));
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    if (step >= 20) times.push_back(took.count());
  }
  std::sort(times.begin(), times.end());
  if (!times.empty()) std::fprintf(stderr, "ms_per_step_median=%.2f\n", times[times.size() / 2]);
}
