#include "bench/run.h"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <CLI/CLI.hpp>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <vector>

namespace bench {
namespace {

void write_losses(const std::string& path, const std::vector<double>& losses) {
  std::ofstream out(path);
  for (const double loss : losses) fmt::print(out, "{:.6f}\n", loss);
  out.close();
  if (!out) throw std::runtime_error(fmt::format("{} cannot be written", path));
}

void train(const RunOptions& options, const std::string& peer, const Step& train_step) {
  using Clock = std::chrono::steady_clock;
  const std::size_t warm_up = std::min<std::size_t>(10, options.steps / 5);
  std::vector<double> milliseconds, losses;
  for (std::size_t step = 0; step < options.steps; ++step) {
    const auto begin = Clock::now();
    losses.push_back(train_step(step));
    const std::chrono::duration<double, std::milli> passed = Clock::now() - begin;
    if (step >= warm_up) milliseconds.push_back(passed.count());
  }
  fmt::print(
      "peer={} config={} threads={} ms_per_step_median={:.4f} loss_first={:.5f} loss_last={:.5f} "
      "rss_mb={:.1f}\n",
      peer, options.workload.name, options.threads, median(milliseconds), losses.front(),
      losses.back(), peak_megabytes());
  if (!options.losses_file.empty()) write_losses(options.losses_file, losses);
}

}  // namespace

double median(std::vector<double> x) {
  std::sort(x.begin(), x.end());
  return x[x.size() / 2];
}

double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

void add_options(CLI::App& app, RunOptions& options) {
  std::vector<std::string> names;
  for (const Workload& workload : workloads()) names.push_back(workload.name);
  const auto choose = [&options](const std::string& name) {
    for (const Workload& workload : workloads())
      if (workload.name == name) options.workload = workload;
  };
  app.add_option_function<std::string>(
         "--config", choose,
         "W1 (a toy), W2 (nanoGPT on a CPU), W3 (a baby GPT) or W4 (a long text)")
      ->check(CLI::IsMember(names));
  app.add_option("--steps", options.steps, "how many steps to train")
      ->capture_default_str()
      ->check(CLI::Range(std::size_t{1}, std::size_t{1000000}));
  add_threads(app, options.threads);
  app.add_option("--losses", options.losses_file, "write each step's loss to this file");
}

void add_threads(CLI::App& app, int& threads) {
  app.add_option("--threads", threads, "how many threads to use")
      ->capture_default_str()
      ->check(CLI::Range(1, 256));
}

int run(CLI::App& app, int argc, char** argv, const std::function<void()>& work) {
  app.failure_message([](const CLI::App* program, const CLI::Error& error) {
    return fmt::format("{}: {}; --help shows what can be asked for\n", program->get_name(),
                       error.what());
  });
  CLI11_PARSE(app, argc, argv);
  try {
    work();
  } catch (const std::exception& error) {
    std::cerr << app.get_name() << ": " << error.what() << '\n';
    return 1;
  }
  return 0;
}

int run(CLI::App& app, int argc, char** argv, const RunOptions& options, const std::string& peer,
        const std::function<Step()>& prepare) {
  return run(app, argc, argv, [&] { train(options, peer, prepare()); });
}

}  // namespace bench
