#include "bench/ops/case.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>

#include "bench/ops/machine.h"

namespace bench {
namespace {

void run(benchmark::State& state, const Work& work,
         const std::function<std::function<void()>()>& prepare) {
  const double transfer = work.bytes / bandwidth(work.memory);
  const double arithmetic = work.flops / peaks().flops + work.exponentials / peaks().exponentials;
  const std::function<void()> op = prepare();
  op();  // fills caches and the pool

  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  for ([[maybe_unused]] auto _ : state) op();
  const std::chrono::duration<double> passed = Clock::now() - begin;

  const double times = static_cast<double>(state.iterations()) / passed.count();
  state.counters["byte/s"] = work.bytes * times;
  state.counters["flop/s"] = work.flops * times;
  state.counters["%"] = 100 * std::max(transfer, arithmetic) * times;
  state.SetLabel(transfer > arithmetic ? "of the bandwidth" : "of the arithmetic");
}

}  // namespace

void add_case(const std::string& name, const Work& work,
              const std::function<std::function<void()>()>& prepare) {
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    run(state, work, prepare);
  })->Unit(benchmark::kMicrosecond);
}

}  // namespace bench
