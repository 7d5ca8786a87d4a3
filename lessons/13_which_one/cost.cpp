// Time and memory of a scheme.

#include "cost.h"

#include <algorithm>
#include <ctime>
#include <functional>
#include <vector>

#include "course/stage/long_work.h"
#include "horloge/core/buffer_pool.h"
#include "horloge/core/parallel.h"
#include "horloge/ops/loss.h"
#include "horloge/train/adam.h"
#include "reader.h"

using namespace horloge;

namespace {

constexpr std::size_t cost_letters = 48, cost_length = 64, cost_longest = 1024;

double processor_milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e3 * double(now.tv_sec) + 1e-6 * double(now.tv_nsec);
}

struct Measured {
  double milliseconds, megabytes;
};

// The fastest of some calls, after one that fetches its memory; and the most
// memory that was in use.
Measured measure(std::size_t calls, const std::function<void()>& work) {
  pool_clear();
  work();
  const double megabytes = 1e-6 * double(pool_peak_bytes());
  double least = 1e9;
  for (std::size_t i = 0; i < calls; ++i) {
    stage::stop_if_interrupted();
    const double begin = processor_milliseconds();
    work();
    least = std::min(least, processor_milliseconds() - begin);
  }
  return {least, megabytes};
}

}  // namespace

Cost cost_of(const std::string& name) {
  const int threads = num_threads();
  set_num_threads(1);
  const Rng rng(1);
  const Reader reader(cost_letters, cost_letters, rng.stream(1));
  const auto scheme = contender(name, cost_longest, true, rng.stream(3));
  std::vector<Tensor> weights = reader.parameters();
  for (const Tensor& weight : scheme->parameters()) weights.push_back(weight);
  AdamW optimizer(weights);
  Rng texts = rng.stream(2);
  const Ids ids = texts.integers({cost_longest / cost_length, cost_length}, 0,
                                 cost_letters);
  const Ids text = texts.integers({1, cost_longest}, 0, cost_letters);
  const auto masks = AttentionMasks::causal();
  const Measured update = measure(20, [&] {
    optimizer.zero_grad();
    cross_entropy(reader(ids, *scheme, masks), ids).backward();
    optimizer.step();
  });
  scheme->eval();
  const Measured reading = measure(10, [&] {
    const NoGrad no_grad;
    reader(text, *scheme, masks);
  });
  set_num_threads(threads);
  return {scheme->parameter_count(), update.milliseconds, update.megabytes,
          reading.milliseconds, reading.megabytes};
}
