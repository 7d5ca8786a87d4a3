#pragma once

// The command line, the clock and the report that all implementations share.

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "bench/workload.h"

namespace CLI {
class App;
}

namespace bench {

struct RunOptions {
  Workload workload = workloads()[1];
  std::size_t steps = 50;
  int threads = 1;
  std::string losses_file;
};

/// Adds the options that every implementation has.
void add_options(CLI::App& app, RunOptions& options);

/// The option --threads alone.
void add_threads(CLI::App& app, int& threads);

/// One step of training, counted from 0; answers its loss.
using Step = std::function<double(std::size_t number)>;

double median(std::vector<double> x);

/// Of this process, so far.
double peak_megabytes();

/// A whole program: reads the command line and works; answers the exit code. What is wrong becomes
/// one sentence.
int run(CLI::App& app, int argc, char** argv, const std::function<void()>& work);

/// One that trains: calls `prepare`, trains, and prints
///   peer=… config=… threads=… ms_per_step_median=… loss_first=… loss_last=… rss_mb=…
/// The first steps, while caches and pools fill, do not count for the median. Answers the exit
/// code.
int run(CLI::App& app, int argc, char** argv, const RunOptions& options, const std::string& peer,
        const std::function<Step()>& prepare);

}  // namespace bench
