#pragma once

#include <string>

namespace CLI {
class App;
}

namespace commands {

/// What ./learn web is asked for.
struct WebOptions {
  std::string out;         ///< a folder; empty: serve
  std::string url;         ///< where these pages will be; empty: not known
  std::string source;      ///< where the source of the course is; empty: none
  std::string report;      ///< where mistakes are reported; empty: nowhere
  std::string pdf;         ///< a file; empty: pages
  int port = 0;            ///< 0: any
  bool exercises = false;  ///< the script builds what checks them
  std::string engine;      ///< empty: the one that comes with the course
  std::string answers;     ///< empty: they are checked in the terminal alone
};

void add_options(CLI::App& app, WebOptions& options);

}  // namespace commands
