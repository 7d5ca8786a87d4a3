// Trains a small GPT at growing sizes, and tells how time and memory grow with each.

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <CLI/CLI.hpp>
#include <fstream>
#include <iostream>
#include <stdexcept>

#include "bench/growth/figure.h"
#include "bench/growth/series.h"
#include "bench/run.h"

namespace {

using bench::Series;

struct Options {
  std::size_t doublings = 6;
  double seconds = 1;
  int threads = 1;
  std::string figure;
};

void add_options(CLI::App& app, Options& options) {
  app.add_option("--doublings", options.doublings, "how often each size doubles")
      ->capture_default_str()
      ->check(CLI::Range(std::size_t{1}, std::size_t{8}));
  app.add_option("--seconds", options.seconds, "how long to train at each size")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 3600.0));
  bench::add_threads(app, options.threads);
  app.add_option("--figure", options.figure, "write a figure (SVG) to this file");
}

void write_figure(const std::vector<Series>& all, const std::string& path) {
  std::ofstream out(path);
  out << bench::figure(all);
  out.close();
  if (!out) throw std::runtime_error(fmt::format("{} cannot be written", path));
}

void run(const Options& options) {
  std::vector<Series> all = bench::all_series(options.doublings);
  for (Series& series : all) {
    for (const bench::Workload& workload : series.workloads)
      series.costs.push_back(bench::measure(workload, options.threads, options.seconds));
    fmt::print("{}\n", bench::table(series));
    std::cout.flush();
  }
  if (!options.figure.empty()) write_figure(all, options.figure);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Tells how time and memory of a training step grow with each size of a small GPT.",
               "growth"};
  Options options;
  add_options(app, options);
  return bench::run(app, argc, argv, [&] { run(options); });
}
