// The compare program: every position scheme in every task of lesson 13, with
// several seeds, as a table. The learn program starts it.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "13_which_one/cost.h"
#include "13_which_one/names.h"
#include "13_which_one/reader.h"
#include "13_which_one/tables.h"
#include "13_which_one/trials.h"
#include "course/commands/command_line.h"
#include "course/commands/compare_options.h"
#include "course/runner/own_folder.h"
#include "course/runner/program.h"
#include "course/runner/screen.h"
#include "course/stage/long_work.h"
#include "course/stage/narrow.h"

namespace {

using commands::CompareOptions;

class Compare {
 public:
  Compare(const runner::Session& session, CompareOptions options)
      : session_(session),
        file_(commands::results_file(session.course, options)),
        options_(std::move(options)) {
    if (options_.tasks.empty()) options_.tasks = task_names();
    if (options_.schemes.empty()) options_.schemes = contenders();
    // There is no difference without it.
    if (std::find(options_.schemes.begin(), options_.schemes.end(),
                  options_.baseline) == options_.schemes.end())
      options_.schemes.insert(options_.schemes.begin(), options_.baseline);
    if (options_.out.empty() && !options_.show)
      runner::make_folder(file_.parent_path());
    if (std::filesystem::exists(file_)) results_ = read_results(file_);
  }

  int run() {
    bool whole = true;
    if (!options_.show) whole = run_what_is_missing();
    show_tables();
    return whole ? 0 : 130;
  }

 private:
  Plan plan() const {
    Plan plan;
    plan.tasks = options_.tasks;
    plan.schemes = options_.schemes;
    plan.seeds = options_.seeds.value_or(options_.quick ? 2 : 3);
    plan.share = options_.quick ? 0.2 : double(options_.longer);
    return plan;
  }

  // False if Ctrl-C came.
  bool run_what_is_missing() try {
    stage::interrupted();  // from here on Ctrl-C is recorded
    write_results(file_, results_);
    const auto begin = std::chrono::steady_clock::now();
    run_trials(
        plan(), results_, [this] { write_results(file_, results_); },
        [&](std::size_t done, std::size_t all) {
          const double seconds = std::chrono::duration<double>(
                                     std::chrono::steady_clock::now() - begin)
                                     .count();
          told(done, all, seconds);
        });
    if (options_.cost) measure_costs();
    line_.erase();
    return true;
  } catch (const stage::Interrupted&) {
    line_.erase();
    runner::complain(
        fmt::format("Ended by Ctrl-C. All finished runs are kept in {}; the "
                    "same command goes on from there.",
                    file_.string()));
    return false;
  }

  void told(std::size_t done, std::size_t all, double seconds) {
    if (all == 0) return;
    std::string text = fmt::format("{} of {} runs", done, all);
    if (done > 3)
      text += fmt::format("   {:.0f} s left",
                          seconds / double(done) * double(all - done));
    if (line_.redrawn() || line_.is_due(seconds))
      line_.draw(text, session_.terminal.columns, seconds);
  }

  void measure_costs() {
    const auto is_cost = [&](const Result& r) {
      return r.task == "cost" &&
             std::find(options_.schemes.begin(), options_.schemes.end(),
                       r.scheme) != options_.schemes.end();
    };
    results_.erase(std::remove_if(results_.begin(), results_.end(), is_cost),
                   results_.end());
    for (const std::string& scheme : options_.schemes) {
      if (line_.redrawn())
        line_.draw("time and memory: " + scheme, session_.terminal.columns);
      const Cost c = cost_of(scheme);
      results_.push_back({"cost",
                          scheme,
                          0,
                          0,
                          {double(c.parameters), c.update, c.update_memory,
                           c.reading, c.reading_memory}});
    }
    write_results(file_, results_);
  }

  // Of this many updates.
  std::vector<Result> asked_for() const {
    std::vector<Result> some;
    for (const Result& r : results_)
      if (r.task == "cost" || r.updates == updates_of(plan(), task(r.task)))
        some.push_back(r);
    return some;
  }

  void show_tables() const {
    const std::vector<Result> results = asked_for();
    std::string text;
    for (const std::string& name : options_.tasks) {
      const Task& one = task(name);
      if (values_of(results, name, options_.schemes.front(), 0).empty())
        continue;
      text +=
          fmt::format("{}\n\n{}\n", one.title,
                      text_of(session_.terminal,
                              comparison_table(one, results, options_.schemes,
                                               options_.baseline)));
      if (!values_of(results, name, "rotary:ntk", 0).empty())
        for (const bool tuned : {false, true})
          text += fmt::format(
              "Rotary positions with the clock slowed down for 1024 "
              "characters{},\n"
              "beside the clock as it is\n\n{}\n",
              tuned ? " and trained a little more" : "",
              text_of(session_.terminal, clock_table(results, tuned)));
    }
    if (!values_of(results, "cost", options_.schemes.front(), 0).empty())
      text += "Cost of each scheme, on one thread\n\n" +
              cost_text(cost_table(results, options_.schemes)) + "\n";
    text += fmt::format(
        "Means over the seeds, and mean±standard deviation of the difference "
        "to "
        "{}, seed by seed; (within the noise)\n{}\n",
        options_.baseline, file_.string());
    stage::show(stage::fit_printed(text, session_.terminal.columns));
  }

  const runner::Session& session_;
  std::filesystem::path file_;
  CompareOptions options_;
  std::vector<Result> results_;
  horloge::LiveLine line_ = stage::live_line(session_.terminal);
};

int compare(const runner::Session& session, int argc, char** argv) {
  CLI::App app{"Every position scheme in every task of lesson 13",
               "./learn compare"};
  CompareOptions options;
  commands::add_options(app, options);
  if (!commands::parse(app, argc, argv, "compare")) return 0;
  commands::check_options(session.course, options,
                          {task_names(), contenders()});
  return Compare(session, options).run();
}

}  // namespace

int main(int argc, char** argv) {
  return runner::run_program([&] {
    const runner::Session session = runner::open_session();
    return compare(session, argc, argv);
  });
}
