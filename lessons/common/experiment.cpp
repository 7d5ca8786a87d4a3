#include "common/experiment.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <mutex>

#include "horloge/core/parallel.h"

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::vector<std::string> in_order_of_appearance(
    const std::vector<std::string>& all) {
  std::vector<std::string> once;
  for (const std::string& name : all)
    if (std::find(once.begin(), once.end(), name) == once.end())
      once.push_back(name);
  return once;
}

// Mean and standard deviation of percentages.
std::string mean_and_spread(const std::vector<double>& accuracies) {
  const auto n = static_cast<double>(accuracies.size());
  double mean = 0;
  for (const double a : accuracies) mean += 100 * a / n;
  double variance = 0;
  for (const double a : accuracies)
    variance += (100 * a - mean) * (100 * a - mean) / n;
  return fmt::format("{:5.1f} ± {:3.1f}", mean, std::sqrt(variance));
}

}  // namespace

void Experiment::add(const std::string& row, const std::string& column,
                     std::function<double()> run) {
  jobs_.push_back({row, column, std::move(run)});
}

void Experiment::run(stage::Page& page) {
  std::mutex progress;
  std::size_t done = 0;
  const auto start = Clock::now();
  horloge::parallel_for(
      jobs_.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
          const auto job_start = Clock::now();
          jobs_[i].accuracy = jobs_[i].run();
          jobs_[i].seconds = seconds_since(job_start);
          const std::lock_guard<std::mutex> lock(progress);
          ++done;
          const double left = seconds_since(start) / static_cast<double>(done) *
                              static_cast<double>(jobs_.size() - done);
          page.progress(fmt::format(
              "training {}/{}   {} {}   {:.0f} % right   {:.0f} s left", done,
              jobs_.size(), jobs_[i].row, jobs_[i].column,
              100 * jobs_[i].accuracy, left));
        }
      });
}

double Experiment::mean(const std::string& row) const {
  double sum = 0, count = 0;
  for (const Job& job : jobs_)
    if (job.row == row) sum += job.accuracy, ++count;
  return sum / count;
}

void Experiment::run_and_print(stage::Page& page) {
  const auto start = Clock::now();
  run(page);
  std::vector<std::string> rows;
  std::vector<std::string> columns;
  for (const Job& job : jobs_) {
    rows.push_back(job.row);
    columns.push_back(job.column);
  }
  rows = in_order_of_appearance(rows);
  columns = in_order_of_appearance(columns);

  std::string header = fmt::format("{:<13}", "% right");
  for (const std::string& column : columns)
    header += fmt::format("  {:<11}", column);
  page.print("{}  seconds\n", header);
  for (const std::string& row : rows) {
    std::string line = fmt::format("{:<13}", row);
    double seconds = 0;
    double count = 0;
    for (const std::string& column : columns) {
      std::vector<double> accuracies;
      for (const Job& job : jobs_)
        if (job.row == row && job.column == column) {
          accuracies.push_back(job.accuracy);
          seconds += job.seconds;
          ++count;
        }
      line += fmt::format("  {:<11}", mean_and_spread(accuracies));
    }
    page.print("{}  {:7.2f}\n", line, seconds / count);
  }
  page.print(
      "{} runs in {:.1f} s; mean ± standard deviation over the seeds; seconds "
      "for one\n",
      jobs_.size(), seconds_since(start));
}
