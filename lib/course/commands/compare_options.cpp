#include "course/commands/compare_options.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>

#include "course/commands/command_line.h"
#include "horloge/core/words.h"

namespace fs = std::filesystem;

namespace commands {
namespace {

void need_one_of(const std::vector<std::string>& names, const char* what,
                 const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end())
    refuse("compare", fmt::format("there is no {} \"{}\"; choose from {}", what,
                                  name, horloge::joined(names)));
}

}  // namespace

void add_options(CLI::App& app, CompareOptions& options) {
  app.add_option("--task", options.tasks,
                 "One of the tasks; may be given more than once")
      ->allow_extra_args(false);
  app.add_option("--scheme", options.schemes,
                 "One of the schemes; may be given more than once")
      ->allow_extra_args(false);
  app.add_option("--seeds", options.seeds, "How many; 3 without it")
      ->check(whole_number(1, 100));
  CLI::Option* const quick = app.add_flag(
      "--quick", options.quick, "Two seeds, and a fifth of the updates");
  app.add_option("--longer", options.longer,
                 "So many times the updates: is a scheme slow, or blind?")
      ->check(whole_number(1, 100))
      ->excludes(quick);
  app.add_option("--baseline", options.baseline,
                 "The scheme to compare against; sinusoidal without it");
  app.add_flag("--cost", options.cost, "Time and memory, too");
  app.add_option("--out", options.out, "Keep the results in this file");
  app.add_flag("--show", options.show, "Run nothing, show what is kept");
}

fs::path results_file(const runner::Course& course,
                      const CompareOptions& options) {
  if (!options.out.empty()) return options.out;
  return course.work / "lessons/13_which_one/mine" /
         (options.quick        ? "quick.tsv"
          : options.longer > 1 ? fmt::format("longer_{}.tsv", options.longer)
                               : "comparison.tsv");
}

void check_options(const runner::Course& course, const CompareOptions& options,
                   const CompareNames& names) {
  for (const std::string& task : options.tasks)
    need_one_of(names.tasks, "task", task);
  for (const std::string& scheme : options.schemes)
    need_one_of(names.schemes, "scheme", scheme);
  need_one_of(names.schemes, "scheme", options.baseline);
  const fs::path file = results_file(course, options);
  if (options.show && !fs::exists(file))
    refuse("compare",
           fmt::format("there are no results in {} yet", file.string()));
}

}  // namespace commands
