#include "bench/ops/machine.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <vector>

#include "horloge/kernels/gemm.h"
#include "horloge/kernels/lanes.h"
#include "horloge/kernels/simd_math.h"

namespace bench {

using namespace horloge;

namespace {

// The least of a few times: what disturbs a measurement makes it longer.
template <class Work>
double seconds(const Work& work) {
  using Clock = std::chrono::steady_clock;
  const auto passed = [](Clock::time_point from) {
    return std::chrono::duration<double>(Clock::now() - from).count();
  };
  constexpr double worth_a_clock = 2e-3;
  std::size_t times = 1;
  double least = 0;
  for (int round = 0; round < 12;) {
    const auto begin = Clock::now();
    for (std::size_t i = 0; i < times; ++i) work();
    const double all = passed(begin);
    if (all < worth_a_clock && times < std::size_t{1} << 40U) {
      times *= 2;
      continue;
    }
    const double one = all / static_cast<double>(times);
    least = round++ == 0 ? one : std::min(least, one);
  }
  return least;
}

// Sums enough that none waits for its last multiply-add to come back.
double flops() {
  constexpr std::size_t sums = 12, rounds = 4096;
  using V = Vector<lanes>::type;
  const V factor = real{0.5} - V{}, term = real{0.25} - V{};
  V sum[sums] = {};
  const double once = seconds([&] {
    for (std::size_t i = 0; i < rounds; ++i)
#pragma GCC unroll 12
      for (V& s : sum) s = multiply_add(s, factor, term);
    for (V& s : sum) benchmark::DoNotOptimize(s);
  });
  return 2 * static_cast<double>(sums * rounds * lanes) / once;
}

double gemm_flops() {
  constexpr std::size_t n = 512;
  const std::vector<real> a(n * n, real{0.5}), b(n * n, real{0.25});
  std::vector<real> c(n * n);
  const double once = seconds([&] {
    gemm(n, n, n, 1, {a.data(), n}, {b.data(), n}, 0, c.data(), n);
    benchmark::DoNotOptimize(c.data());
    benchmark::ClobberMemory();
  });
  return 2.0 * n * n * n / once;
}

double exponentials() {
  constexpr std::size_t n = 2048;
  alignas(64) static real x[n], y[n];
  for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<real>(i) / n - real{0.5};
  const double once = seconds([&] {
#pragma omp simd
    for (std::size_t i = 0; i < n; ++i) y[i] = vexp(x[i]);
    benchmark::DoNotOptimize(y);
    benchmark::ClobberMemory();
  });
  return n / once;
}

// In place: a store to memory that nobody read would read it first, and that would not be counted.
void negate(real* x, std::size_t n) {
#pragma omp simd
  for (std::size_t i = 0; i < n; ++i) x[i] = -x[i];
}

}  // namespace

const Peaks& peaks() {
  static const Peaks all{flops(), gemm_flops(), exponentials()};
  return all;
}

double bandwidth(double bytes) {
  static std::map<double, double> known;
  const auto found = known.find(bytes);
  if (found != known.end()) return found->second;
  std::vector<real> x(std::max<std::size_t>(1, static_cast<std::size_t>(bytes) / sizeof(real)));
  const double once = seconds([&] {
    negate(x.data(), x.size());
    benchmark::DoNotOptimize(x.data());
    benchmark::ClobberMemory();
  });
  return known[bytes] = 2 * static_cast<double>(x.size() * sizeof(real)) / once;
}

}  // namespace bench
