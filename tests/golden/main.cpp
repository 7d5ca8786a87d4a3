#include <CLI/CLI.hpp>
#include <iostream>

#include "golden/runner.h"

int main(int argc, char** argv) {
  CLI::App app{"Compares horloge with the numbers of other people's code, case by case."};
  horloge::golden::RunnerOptions options;
  app.add_option("DIR", options.places, "folders with cases; default: " HORLOGE_DATA_DIR "/golden");
  app.add_option("--kind", options.kind, "run only the cases of this kind")->option_text("KIND");
  app.add_flag("--list", options.list, "name the cases and their kinds, run none");
  app.add_flag("--verbose", options.verbose, "a line for each case");
  CLI11_PARSE(app, argc, argv);
  if (options.places.empty()) options.places.emplace_back(HORLOGE_DATA_DIR "/golden");
  return horloge::golden::run_golden(options, std::cout);
}
