#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "course/runner/course.h"

namespace CLI {
class App;
}

namespace commands {

/// What ./learn compare is asked for.
struct CompareOptions {
  std::vector<std::string> tasks, schemes;  ///< empty: all
  std::optional<std::size_t> seeds;
  bool quick = false, cost = false, show = false;
  std::size_t longer = 1;
  std::string baseline = "sinusoidal", out;
};

void add_options(CLI::App& app, CompareOptions& options);

/// Where its results are kept.
std::filesystem::path results_file(const runner::Course& course,
                                   const CompareOptions& options);

/// The names that there are: of tasks, and of schemes.
struct CompareNames {
  std::vector<std::string> tasks, schemes;
};

/// WrongUse for a name that is none, and if results that should be shown are
/// not there.
void check_options(const runner::Course& course, const CompareOptions& options,
                   const CompareNames& names);

}  // namespace commands
