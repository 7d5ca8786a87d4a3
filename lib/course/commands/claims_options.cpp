#include "course/commands/claims_options.h"

#include <CLI/CLI.hpp>

#include "course/commands/command_line.h"

namespace commands {

void add_options(CLI::App& app, ClaimsOptions& options) {
  CLI::Option* const number =
      app.add_option(
             "number", options.number,
             "Show this claim and put it to the test; without it, list all")
          ->check(whole_number(1, 999));
  app.add_option("--notebook", options.notebook,
                 "Only those of one notebook, by its number")
      ->check(whole_number(1, 99))
      ->excludes(number);
  app.add_option("--verdict", options.verdict,
                 "Only those that are true, false, or only-if")
      ->excludes(number);
  app.add_flag("--check", options.check,
               "Put all to the test, and compare with what their pages say")
      ->excludes(number);
  app.add_flag("--quick", options.quick,
               "With --check: leave out those that train models")
      ->needs("--check");
}

}  // namespace commands
