#include <CLI/CLI.hpp>
#include <memory>

#include "bench/gpt.h"
#include "bench/run.h"
#include "horloge/core/parallel.h"
#include "horloge/nn/position/names.h"

int main(int argc, char** argv) {
  CLI::App app{"Trains a small GPT with horloge and tells how long a step takes.", "train_step"};
  bench::RunOptions options;
  bench::add_options(app, options);
  std::string position = "sinusoidal";
  app.add_option("--position", position, "the position scheme")
      ->capture_default_str()
      ->check(CLI::IsMember(horloge::position_names()));
  return bench::run(app, argc, argv, options, "horloge", [&]() -> bench::Step {
    horloge::set_num_threads(options.threads);
    return [training = std::make_shared<bench::Training>(options.workload, position)](
               std::size_t step) { return training->step(step); };
  });
}
