// mpirun -n 2 train_together --config W2: how long a training step takes in several processes, and
// how much of it each waits for gradients.

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <CLI/CLI.hpp>
#include <iostream>

#include "bench/gpt.h"
#include "bench/run.h"
#include "horloge/core/batch_shard.h"
#include "horloge/core/parallel.h"
#include "horloge/ops/loss.h"
#include "horloge/train/adam.h"
#include "horloge/train/trainer.h"

namespace {

using namespace horloge;

double milliseconds() {
  using std::chrono::steady_clock;
  return std::chrono::duration<double, std::milli>(steady_clock::now().time_since_epoch()).count();
}

// This process's rows of the ids of a batch (B, T).
Ids my_rows_of(const std::vector<std::int64_t>& ids, const bench::Workload& workload) {
  const Rows mine = my_rows(workload.batch_size);
  Ids rows = Ids::from_shape({mine.count(), workload.seq_len});
  std::copy_n(ids.data() + mine.begin * workload.seq_len, rows.size(), rows.data());
  return rows;
}

// Beside the first steps, while caches fill, as in bench::run.
struct Times {
  std::size_t warm_up;
  std::vector<double> ends{};

  double median_step() const {
    std::vector<double> steps;
    for (std::size_t i = std::max<std::size_t>(1, warm_up); i < ends.size(); ++i)
      steps.push_back(ends[i] - ends[i - 1]);
    std::sort(steps.begin(), steps.end());
    return steps[steps.size() / 2];
  }
};

void measure(const bench::RunOptions& options, bool sharded) {
  set_num_threads(options.threads);
  const Group group = Group::world();
  const bench::TokenStream tokens(options.workload);
  bench::Gpt model(options.workload, "sinusoidal");
  AdamW optimizer(
      model.parameters(),
      AdamWOptions().with_lr(bench::learning_rate).with_weight_decay(bench::weight_decay));
  Times times{std::min<std::size_t>(10, options.steps / 5)};
  const auto loss = [&](std::uint64_t step) {
    const auto batch = tokens.at(step);
    return cross_entropy(model(my_rows_of(batch.ids, options.workload)),
                         my_rows_of(batch.targets, options.workload));
  };
  const auto result = train(
      model, optimizer, nullptr, loss,
      TrainOptions()
          .with_steps(options.steps)
          .with_progress(ProgressStyle::quiet)
          .with_shard_optimizer(sharded)
          .with_after_step([&](const TrainingState&) { times.ends.push_back(milliseconds()); }));

  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::size_t kept = 0;
  for (const auto& tensor : optimizer.state().tensors) kept += tensor.tensor.size();
  const auto megabytes = [](std::size_t numbers) {
    return static_cast<double>(numbers * sizeof(real)) / 1e6;
  };
  std::cout << fmt::format(
      "peer=horloge config={} processes={} threads={} ms_per_step_median={:.3f} "
      "ms_waited_per_step={:.3f} mb_of_gradients={:.2f} mb_of_optimizer={:.2f} rss_mb={:.1f} "
      "loss_last={:.5f}\n",
      options.workload.name, group.size(), options.threads, times.median_step(),
      result.waited * 1e3 / static_cast<double>(options.steps), megabytes(model.parameter_count()),
      megabytes(kept), static_cast<double>(usage.ru_maxrss) / 1024, result.state.loss);
}

}  // namespace

int main(int argc, char** argv) try {
  CLI::App app{"Trains a small GPT in as many processes as mpirun starts.", "train_together"};
  bench::RunOptions options;
  bench::add_options(app, options);
  bool sharded = false;
  app.add_flag("--shard", sharded, "each process keeps a part of the optimizer's state only");
  CLI11_PARSE(app, argc, argv);
  measure(options, sharded);
} catch (const std::exception& e) {
  std::cerr << e.what() << '\n';
  return 1;
}
