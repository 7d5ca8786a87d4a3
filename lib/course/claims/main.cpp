// The learn_claims program: what the notebooks claim, and what came of it. A
// program of its own, so that nobody waits for it who only reads lessons. The
// script ./learn builds and calls it.

#include <cstdio>
#include <string>
#include <vector>

#include "course/claims/check.h"
#include "course/claims/notebook.h"
#include "course/claims/screen.h"
#include "course/runner/command_line.h"
#include "course/runner/program.h"
#include "course/runner/reference_page.h"
#include "course/runner/screen.h"
#include "course/runner/wrong_use.h"
#include "course/stage/long_work.h"
#include "course/stage/this_lesson.h"

namespace claims {

ClaimCodes claim_codes();  // written in the folder of the claims

namespace {

using runner::Session;

struct Arguments {
  std::size_t number = 0;  // 0: the list
  int notebook = -1;       // -1: all
  std::string verdict;
  bool check = false, quick = false;
};

[[noreturn]] void refuse(const std::string& sentence) {
  throw runner::WrongUse("./learn claims: " + sentence);
}

void add_options(CLI::App& app, Arguments& arguments) {
  CLI::Option* const number =
      app.add_option(
             "number", arguments.number,
             "Show this claim and put it to the test; without it, list all")
          ->check(runner::whole_number(1, 999));
  app.add_option("--notebook", arguments.notebook,
                 "Those of one notebook, 0 to 4")
      ->check(runner::whole_number(0, 99))
      ->excludes(number);
  app.add_option("--verdict", arguments.verdict,
                 "Those that are true, false, or only-if")
      ->excludes(number);
  app.add_flag("--check", arguments.check,
               "Put all to the test, and compare with what their pages say")
      ->excludes(number);
  app.add_flag("--quick", arguments.quick,
               "With --check: leave out those that train models")
      ->needs("--check");
}

std::vector<Notebook> chosen(std::vector<Notebook> notebooks,
                             const Arguments& arguments) {
  const std::string& verdict = arguments.verdict;
  if (!verdict.empty() && verdict != "true" && verdict != "false" &&
      verdict != "only-if")
    refuse("--verdict has to be true, false or only-if, not '" + verdict + "'");
  const auto is_left_out = [&](const Claim& claim) {
    const bool only_if = claim.verdict == Verdict::only_if;
    return !verdict.empty() &&
           verdict != (only_if ? "only-if" : word_of(claim.verdict));
  };
  std::vector<Notebook> left;
  for (Notebook& notebook : notebooks) {
    if (arguments.notebook >= 0 && notebook.number != arguments.notebook)
      continue;
    auto& all = notebook.claims;
    all.erase(std::remove_if(all.begin(), all.end(), is_left_out), all.end());
    left.push_back(notebook);
  }
  if (left.empty())
    refuse(fmt::format("there is no notebook {}; they are 0 to {}",
                       arguments.notebook, notebooks.back().number));
  return left;
}

std::string computed(const Session& session, const Claim& claim) {
  horloge::LiveLine wait = stage::live_line(session.terminal);
  if (session.terminal.interactive && session.terminal.moves)
    wait.draw("computing …", session.terminal.columns);
  Finding finding;
  claim.run(finding);
  wait.erase();
  return show_finding(session, claim, finding);
}

void show_one(const Session& session, const std::vector<Notebook>& notebooks,
              std::size_t number) {
  std::size_t last = 0;
  for (const Notebook& notebook : notebooks)
    for (const Claim& claim : notebook.claims) {
      last = static_cast<std::size_t>(claim.number);
      if (last != number) continue;
      return runner::show_in_windows(
          session.terminal,
          {[&] { return show_claim(session, notebook, claim); },
           [&] { return computed(session, claim); }});
    }
  refuse(fmt::format("there is no claim {}; the last one is {}", number, last));
}

std::string show_chosen(const Session& session,
                        const std::vector<Notebook>& notebooks) {
  const std::string list = show_list(session, notebooks);
  for (const Notebook& notebook : notebooks)
    for (const Claim& claim : notebook.claims)
      return list +
             runner::wrapped(session, "",
                             fmt::format("`./learn claims {}` shows this one "
                                         "with its code, and puts it to the "
                                         "test.",
                                         claim.number),
                             0);
  return list;
}

int run(const Session& session, int argc, char** argv) {
  Arguments arguments;
  CLI::App app{"What the notebooks claim, and what came of it",
               "./learn claims"};
  add_options(app, arguments);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    throw runner::WrongUse(runner::refusal(error, "claims"));
  }
  const auto all = read_notebooks(stage::lesson_files(), claim_codes());
  if (arguments.number > 0) {
    show_one(session, all, arguments.number);
    return 0;
  }
  const auto notebooks = chosen(all, arguments);
  if (arguments.check) return check_all(session, notebooks, arguments.quick);
  runner::show_in_windows(session.terminal,
                          {[&] { return show_chosen(session, notebooks); }});
  return 0;
}

}  // namespace
}  // namespace claims

int main(int argc, char** argv) {
  return runner::run_program([&] {
    stage::stop_if_interrupted();
    return claims::run(runner::open_session(), argc, argv);
  });
}
