// Many runs that share no state, side by side; and their results on disk.

#include "trials.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <mutex>
#include <sstream>
#include <tuple>

#include "horloge/core/atomic_file.h"
#include "horloge/core/error.h"
#include "horloge/core/parallel.h"
#include "reader.h"

namespace {

constexpr const char* heading = "task\tscheme\tseed\tupdates\tvalues";

std::size_t place_of(const std::string& name,
                     const std::vector<std::string>& names) {
  return std::size_t(std::find(names.begin(), names.end(), name) -
                     names.begin());
}

std::size_t place_of_task(const std::string& name) {
  std::size_t place = 0;
  while (place < tasks().size() && tasks()[place].name != name) ++place;
  return place;
}

// `rotary:ntk:tuned` stands with `rotary`.
std::string without_clock(const std::string& scheme) {
  return scheme.substr(0, scheme.find(':'));
}

Result read_line(const std::string& line, const std::string& where) {
  std::istringstream columns(line);
  Result result;
  double value = 0;
  if (!(columns >> result.task >> result.scheme >> result.seed >>
        result.updates))
    throw horloge::FileError(where +
                             ": want task, scheme, seed, updates and values");
  while (columns >> value) result.values.push_back(value);
  if (!columns.eof() || result.values.empty())
    throw horloge::FileError(where + ": the values have to be numbers");
  return result;
}

}  // namespace

std::vector<Result> read_results(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string line;
  const std::string who = fmt::format("[read_results] {}", path.string());
  if (!std::getline(file, line))
    throw horloge::FileError(who + " cannot be read");
  if (line != heading)
    throw horloge::FileError(who + " holds no results of a comparison");
  std::vector<Result> results;
  for (std::size_t number = 2; std::getline(file, line); ++number)
    results.push_back(read_line(line, fmt::format("{}, line {}", who, number)));
  return results;
}

void write_results(const std::filesystem::path& file,
                   std::vector<Result> results) {
  std::stable_sort(
      results.begin(), results.end(), [](const Result& a, const Result& b) {
        const auto key = [](const Result& r) {
          return std::tuple(place_of_task(r.task),
                            place_of(without_clock(r.scheme), contenders()),
                            r.scheme, r.updates, r.seed);
        };
        return key(a) < key(b);
      });
  std::string text = std::string(heading) + "\n";
  for (const Result& r : results) {
    text += fmt::format("{}\t{}\t{}\t{}", r.task, r.scheme, r.seed, r.updates);
    for (const double value : r.values) text += fmt::format("\t{:.6g}", value);
    text += "\n";
  }
  horloge::write_file_atomically(file, text, "write_results");
}

std::size_t updates_of(const Plan& plan, const Task& task) {
  return std::size_t(plan.share * double(task.updates));
}

void run_trials(const Plan& plan, std::vector<Result>& results,
                const std::function<void()>& save, const Told& told) {
  struct Job {
    const Task* task;
    Trial trial;
  };
  std::vector<Job> jobs;
  const auto is_done = [&](const Job& job) {
    return std::any_of(results.begin(), results.end(), [&](const Result& r) {
      return r.task == job.task->name && r.scheme == job.trial.scheme &&
             r.seed == job.trial.seed && r.updates == job.trial.updates;
    });
  };
  for (std::uint64_t seed = 1; seed <= plan.seeds; ++seed)
    for (const std::string& name : plan.tasks)
      for (const std::string& scheme : plan.schemes) {
        const Task& one = task(name);
        const Job job{&one, {scheme, seed, updates_of(plan, one)}};
        if (!is_done(job)) jobs.push_back(job);
      }
  std::mutex finished;
  std::size_t done = 0;
  told(0, jobs.size());
  horloge::parallel_for(
      jobs.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
          const auto& [task, trial] = jobs[i];
          const auto outcomes = task->run(trial);
          const std::lock_guard<std::mutex> lock(finished);
          for (const Outcome& outcome : outcomes)
            results.push_back({task->name, outcome.scheme, trial.seed,
                               trial.updates, outcome.values});
          save();
          told(++done, jobs.size());
        }
      });
}
