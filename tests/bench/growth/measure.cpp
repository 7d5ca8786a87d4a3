#include "bench/growth/measure.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <vector>

#include "bench/gpt.h"
#include "horloge/core/parallel.h"

namespace bench {
namespace {

// The median time of a step. The first one fills caches and pools; it does not count.
double train(const Workload& workload, int threads, double seconds) {
  using Clock = std::chrono::steady_clock;
  horloge::set_num_threads(threads);
  Training training(workload, "sinusoidal");
  std::vector<double> milliseconds;
  double all = 0;
  for (std::size_t step = 0; milliseconds.size() < 3 || all < 1000 * seconds; ++step) {
    const auto begin = Clock::now();
    training.step(step);
    const std::chrono::duration<double, std::milli> passed = Clock::now() - begin;
    if (step == 0) continue;
    milliseconds.push_back(passed.count());
    all += passed.count();
  }
  const auto middle = milliseconds.begin() + static_cast<std::ptrdiff_t>(milliseconds.size() / 2);
  std::nth_element(milliseconds.begin(), middle, milliseconds.end());
  return *middle;
}

// What the process that measures does: the answer goes through a pipe. No destructors of what it
// shares with its parent.
[[noreturn]] void train_and_exit(const Workload& workload, int threads, double seconds,
                                 int answer) {
  try {
    const double milliseconds = train(workload, threads, seconds);
    const bool sent = write(answer, &milliseconds, sizeof milliseconds) == sizeof milliseconds;
    _exit(sent ? EXIT_SUCCESS : EXIT_FAILURE);
  } catch (const std::exception&) {
    _exit(EXIT_FAILURE);
  }
}

}  // namespace

Cost measure(const Workload& workload, int threads, double seconds) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe is available");
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no process is available");
  if (child == 0) train_and_exit(workload, threads, seconds, ends[1]);
  close(ends[1]);
  Cost cost{};
  const bool answered =
      read(ends[0], &cost.milliseconds, sizeof cost.milliseconds) == sizeof cost.milliseconds;
  close(ends[0]);
  int status = 0;
  rusage usage{};
  while (wait4(child, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  if (!answered || status != 0)
    throw std::runtime_error(
        fmt::format("training at T = {}, B = {}, D = {}, V = {} came to no end; is there enough "
                    "memory?",
                    workload.seq_len, workload.batch_size, workload.d_model, workload.vocab_size));
  cost.peak_megabytes = static_cast<double>(usage.ru_maxrss) / 1024;
  return cost;
}

}  // namespace bench
