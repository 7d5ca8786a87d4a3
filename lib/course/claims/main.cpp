// The learn_claims program puts to the test what the notebooks claim. A program
// of its own, so that you do not wait for it if you only read. The learn
// program starts it.

#include <string>
#include <vector>

#include "course/claims/check.h"
#include "course/claims/choice.h"
#include "course/claims/screen.h"
#include "course/claims/this_course.h"
#include "course/commands/claims_options.h"
#include "course/commands/command_line.h"
#include "course/runner/program.h"
#include "course/runner/reference_page.h"
#include "course/stage/long_work.h"

namespace claims {
namespace {

using runner::Session;

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
  const Place place = find_claim(notebooks, number);
  runner::show_in_windows(
      session.terminal,
      {[&] { return show_claim(session, *place.notebook, *place.claim); },
       [&] { return computed(session, *place.claim); }});
}

int run(const Session& session, int argc, char** argv) {
  commands::ClaimsOptions options;
  CLI::App app{"The claims of the notebooks, and what came of them",
               "./learn claims"};
  commands::add_options(app, options);
  if (!commands::parse(app, argc, argv, "claims")) return 0;
  const auto all = read_notebooks(stage::lesson_files(), claim_codes());
  if (options.check)
    return check_all(session, chosen(all, options), options.quick);
  if (options.number > 0)
    show_one(session, all, options.number);
  else
    show_chosen(session, all, options);
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
