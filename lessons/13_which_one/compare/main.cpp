// The compare program: every position scheme in every task of lesson 13, with
// several seeds, as a table. The script ./learn builds and calls it.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "13_which_one/cost.h"
#include "13_which_one/reader.h"
#include "13_which_one/tables.h"
#include "13_which_one/trials.h"
#include "course/runner/command_line.h"
#include "course/runner/own_folder.h"
#include "course/runner/program.h"
#include "course/runner/screen.h"
#include "course/runner/wrong_use.h"
#include "course/stage/long_work.h"
#include "course/stage/narrow.h"
#include "horloge/core/error.h"
#include "horloge/core/words.h"

namespace {

using runner::whole_number;

struct CompareOptions {
  std::vector<std::string> tasks, schemes;
  std::optional<std::size_t> seeds;
  bool quick = false, cost = false, show = false;
  std::size_t longer = 1;
  std::string baseline = "sinusoidal", out;
};

class Compare {
 public:
  Compare(const runner::Session& session, CompareOptions options)
      : session_(session), options_(std::move(options)) {
    if (options_.tasks.empty())
      for (const Task& one : tasks()) options_.tasks.push_back(one.name);
    if (options_.schemes.empty()) options_.schemes = contenders();
    for (const std::string& name : options_.tasks) task(name);
    for (const std::string& name : options_.schemes) need_scheme(name);
    need_scheme(options_.baseline);
    // There is no difference without it.
    if (std::find(options_.schemes.begin(), options_.schemes.end(),
                  options_.baseline) == options_.schemes.end())
      options_.schemes.insert(options_.schemes.begin(), options_.baseline);
    find_file();
    if (std::filesystem::exists(file_)) results_ = read_results(file_);
  }

  int run() {
    bool whole = true;
    if (!options_.show) whole = run_what_is_missing();
    show_tables();
    return whole ? 0 : 130;
  }

 private:
  static void need_scheme(const std::string& name) {
    const auto& all = contenders();
    if (std::find(all.begin(), all.end(), name) == all.end())
      throw runner::WrongUse(
          fmt::format("./learn compare: there is no scheme \"{}\"; choose "
                      "from {}",
                      name, horloge::joined(all)));
  }

  void find_file() {
    const auto folder = session_.course.work / "lessons/13_which_one/mine";
    const std::string name = options_.quick ? "quick.tsv"
                             : options_.longer > 1
                                 ? fmt::format("longer_{}.tsv", options_.longer)
                                 : "comparison.tsv";
    file_ = options_.out.empty() ? folder / name
                                 : std::filesystem::path(options_.out);
    if (options_.show && !std::filesystem::exists(file_))
      throw runner::WrongUse(fmt::format(
          "./learn compare: there are no results in {} yet", file_.string()));
    if (options_.out.empty() && !options_.show) runner::make_folder(folder);
  }

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
        fmt::format("Ended by Ctrl-C. What is done is kept in {}; the same "
                    "command goes on from there.",
                    file_.string()));
    return false;
  }

  void told(std::size_t done, std::size_t all, double seconds) {
    if (all == 0) return;
    std::string text = fmt::format("{} of {} trainings", done, all);
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
              "letters{},\n"
              "beside the clock as it is\n\n{}\n",
              tuned ? " and trained a little more" : "",
              text_of(session_.terminal, clock_table(results, tuned)));
    }
    if (!values_of(results, "cost", options_.schemes.front(), 0).empty())
      text += "What a scheme costs, on one thread\n\n" +
              cost_text(cost_table(results, options_.schemes)) + "\n";
    text += fmt::format(
        "Means over the seeds, and mean±deviation of the difference to {}, "
        "seed by seed; (within the noise)\n{}\n",
        options_.baseline, file_.string());
    stage::show(stage::fit_printed(text, session_.terminal.columns));
  }

  const runner::Session& session_;
  CompareOptions options_;
  std::filesystem::path file_;
  std::vector<Result> results_;
  horloge::LiveLine line_ = stage::live_line(session_.terminal);
};

int compare(const runner::Session& session, int argc, char** argv) {
  CLI::App app{"Every position scheme in every task of lesson 13",
               "./learn compare"};
  CompareOptions options;
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
                 "The scheme that the others are compared with");
  app.add_flag("--cost", options.cost, "Time and memory, too");
  app.add_option("--out", options.out, "Keep the results in this file");
  app.add_flag("--show", options.show, "Run nothing, show what is kept");
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    throw runner::WrongUse(runner::refusal(error, "compare"));
  }
  return Compare(session, options).run();
}

}  // namespace

int main(int argc, char** argv) {
  return runner::run_program([&] {
    const runner::Session session = runner::open_session();
    return compare(session, argc, argv);
  });
}
