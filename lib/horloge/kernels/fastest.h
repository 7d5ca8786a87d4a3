#pragma once

// A choice between ways to the same numbers, by how long each takes on this machine. For kernels
// (`.cpp` files) only.

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>

namespace horloge::detail {

/// The first calls take `ways` ways in turn and are timed, with no work beside their own; from then
/// on the fastest is taken. Processor, memory and what else runs decide which one that is, so all
/// must give the same bits. Several threads may share one: each way has some calls together, so
/// that threads share the memory with their own kind, as they will later.
template <std::size_t ways>
class Fastest {
 public:
  /// Calls compute(way) once. Calls of unlike `work`, such as bytes that are read, are compared by
  /// the time for each unit of it.
  template <class Compute>
  void run(std::size_t work, const Compute& compute) {
    using Clock = std::chrono::steady_clock;
    const std::size_t call = begun_ < timed ? begun_++ : timed;
    if (call >= timed) return compute(chosen_.load());
    const Clock::time_point start = Clock::now();
    const std::size_t way = call / together % ways;
    compute(way);
    const std::chrono::duration<double> took = Clock::now() - start;
    const std::size_t turn = call / (together * ways);
    times_[way][turn * together + call % together] = took.count() / static_cast<double>(work);
    if (++ended_ == timed) chosen_ = fastest();
  }

 private:
  static constexpr std::size_t calls = 32, together = 8, timed = ways * calls;

  // By the quarter of its calls that was disturbed least: in the others memory may have been
  // mapped, or another program run.
  std::size_t fastest() {
    std::array<double, ways> quarter;
    std::transform(times_.begin(), times_.end(), quarter.begin(), [](auto& times) {
      std::nth_element(times.begin(), times.begin() + calls / 4, times.end());
      return times[calls / 4];
    });
    const auto least = std::min_element(quarter.begin(), quarter.end());
    return static_cast<std::size_t>(least - quarter.begin());
  }

  std::array<std::array<double, calls>, ways> times_{};
  std::atomic<std::size_t> begun_{0}, ended_{0}, chosen_{0};
};

}  // namespace horloge::detail
