#pragma once

#include <functional>
#include <string>
#include <vector>

#include "course/stage/page.h"

/// Training runs that share no state, run side by side and shown as one
/// table: a row for each way, a column for each language, in each cell the mean
/// over the seeds and its spread.
class Experiment {
 public:
  /// `run` answers with an accuracy between 0 and 1.
  void add(const std::string& row, const std::string& column,
           std::function<double()> run);

  /// Runs all, as many at a time as there are threads, and prints the table.
  void run_and_print(stage::Page& page);

  /// The mean accuracy of a row, once it was run.
  double mean(const std::string& row) const;

 private:
  struct Job {
    std::string row, column;
    std::function<double()> run;
    double accuracy = 0;
    double seconds = 0;
  };
  void run(stage::Page& page);

  std::vector<Job> jobs_;
};
