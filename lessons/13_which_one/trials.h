#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "task.h"

/// What one trial gave: a line of a file of results.
struct Result {
  std::string task, scheme;
  std::uint64_t seed;
  std::size_t updates;  ///< of the training; those of a stretched clock besides
  std::vector<double> values;
};

/// Results as a table of text, columns separated by one tab. FileError names
/// the line that is wrong.
std::vector<Result> read_results(const std::filesystem::path& file);
/// The same in the order of tasks, schemes and seeds, whole or not at all.
void write_results(const std::filesystem::path& file,
                   std::vector<Result> results);

/// Which runs there should be.
struct Plan {
  std::vector<std::string> tasks, schemes;
  std::size_t seeds = 3;
  double share = 1;  ///< of each task's updates
};

std::size_t updates_of(const Plan& plan, const Task& task);

/// Called after each trial: how many are done, of how many.
using Told = std::function<void(std::size_t done, std::size_t all)>;

/// Runs what `results` does not hold yet, several trials at a time, and adds
/// it. `save` is called with all results after each trial. Ends early with
/// stage::Interrupted.
void run_trials(const Plan& plan, std::vector<Result>& results,
                const std::function<void()>& save, const Told& told);
