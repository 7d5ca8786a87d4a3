// What tests/mpi/ends starts by mpirun:
//   mpi_child together CHECKPOINT    trains 40 steps
//   mpi_child killed CHECKPOINT      the same, but process 1 is killed at step 12
//   mpi_child slow CHECKPOINT        the same, with a tenth of a second to a step
//   mpi_child fails CHECKPOINT       process 1 throws at step 12
//   mpi_child whole                  every process takes the whole batch
//   mpi_child part CHECKPOINT STEPS  trains so many steps without dropout, and says the loss
//   mpi_child steps|rate|text|clip   process 1 has other steps, …

#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <iostream>
#include <string>
#include <thread>

#include "horloge/core/error.h"
#include "horloge/train/group.h"
#include "mpi/shared_run.h"

namespace {

using namespace horloge;

void take_whole_batches() {
  test::TiedModel model(Rng(1));
  SGD optimizer(model.parameters());
  const Ids ids = Rng(1).integers({8, 9}, 0, 23);
  train(model, optimizer, nullptr, [&](std::uint64_t) { return cross_entropy(model(ids), ids); });
}

void run(const std::string& how, const std::string& checkpoint) {
  test::SharedRun run;
  run.checkpoint = checkpoint;
  run.dropout = 0.2;
  run.steps = 40;
  run.at_step = [&](std::uint64_t step) {
    if (how == "slow") std::this_thread::sleep_for(std::chrono::milliseconds(100));
    if (step != 12 || Group::world().rank() != 1) return;
    if (how == "killed") std::raise(SIGKILL);
    if (how == "fails") throw ValueError("process 1 has had enough");
  };
  const auto end = test::run_together(Group::world(), run);
  if (end.losses.size() < 40 && how == "slow") throw Error("stopped, and goes on the next time");
}

// The same training, however many processes share it, up to rounding.
void train_a_part(const std::string& checkpoint, std::uint64_t steps) {
  test::SharedRun run;
  run.checkpoint = checkpoint;
  run.steps = steps;
  const auto end = test::run_together(Group::world(), run);
  std::cout << fmt::format("loss {:.3f}\n", end.losses.back());
}

// What two commands would do that differ in a word.
void differ_in(const std::string& what) {
  const bool odd = Group::world().rank() == 1;
  test::TiedModel model(Rng(1));
  SGD optimizer(model.parameters());
  const Ids text = Rng(what == "text" && odd ? 2 : 1).integers({200}, 0, 23);
  const Windows windows(text, 8, 4);
  const auto options = TrainOptions()
                           .with_steps(what == "steps" && odd ? 5 : 4)
                           .with_clip_norm(what == "clip" && odd ? 2 : 1);
  const double lr = what == "rate" && odd ? 0.2 : 0.1;
  train(
      model, optimizer, [&](std::uint64_t) { return lr; },
      [&](std::uint64_t step) {
        const auto batch = windows.at(step);
        return cross_entropy(model(batch.ids), batch.targets);
      },
      options);
}

}  // namespace

int main(int argc, char** argv) try {
  const std::string how = argc > 1 ? argv[1] : "";
  if (how == "whole")
    take_whole_batches();
  else if (how == "part" && argc == 4)
    train_a_part(argv[2], std::stoull(argv[3]));
  else if (argc == 2)
    differ_in(how);
  else
    run(how, argc > 2 ? argv[2] : "");
} catch (const std::exception& e) {
  std::cerr << e.what() << '\n';
  return 1;
}
