#pragma once

#include <cstddef>
#include <string>

namespace CLI {
class App;
}

namespace commands {

/// What ./learn claims is asked for.
struct ClaimsOptions {
  std::size_t number = 0;  ///< 0: the list
  int notebook = 0;        ///< 0: all
  std::string verdict;     ///< empty: any
  bool check = false, quick = false;

  /// Whether it runs what puts claims to the test.
  bool runs() const { return number > 0 || check; }
};

void add_options(CLI::App& app, ClaimsOptions& options);

}  // namespace commands
