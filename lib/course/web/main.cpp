// The learn_web program: the course in the browser. A program of its own, so
// that you do not wait for it if you read in the terminal. The script ./learn
// builds and calls it.

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <string>

#include "course/commands/command_line.h"
#include "course/commands/web_options.h"
#include "course/platform/browser.h"
#include "course/runner/process.h"
#include "course/runner/program.h"
#include "course/stage/long_work.h"
#include "course/stage/terminal.h"
#include "course/web/pdf.h"
#include "course/web/server.h"
#include "course/web/site.h"

namespace web {
namespace {

int serve_course(const runner::Session& session, int port) {
  const auto folder = session.course.build / "web/site";
  serve(folder, port, [&](const std::string& address) {
    fmt::print("The course is at {}\nCtrl-C ends it.\n", address);
    std::fflush(stdout);
    platform::open_in_browser(address);
  });
  fmt::print("\nThe course is closed. The browser keeps what you have read.\n");
  return 0;
}

int run(const runner::Session& session, int argc, char** argv) {
  commands::WebOptions arguments;
  CLI::App app{"The course in the browser", "./learn web"};
  commands::add_options(app, arguments);
  if (!commands::parse(app, argc, argv, "web")) return 0;
  horloge::LiveLine live = stage::live_line(session.terminal);
  const auto wait = [&](const std::string& lesson) {
    stage::stop_if_interrupted();
    if (session.terminal.interactive && session.terminal.moves)
      live.draw("Writing pages: " + lesson, session.terminal.columns);
  };
  Built built{arguments.engine, arguments.answers};
  if (built.engine.empty()) built.engine = session.course.root / "data/web";
  if (!arguments.pdf.empty()) {
    write_pdf(session.course, built, arguments.pdf, wait);
    live.erase();
    fmt::print("The course is in {}.\n", arguments.pdf);
    return 0;
  }
  const bool serves = arguments.out.empty();
  const std::filesystem::path folder =
      serves ? session.course.build / "web/site"
             : std::filesystem::path(arguments.out);
  write_site(session.course, built, folder,
             {arguments.url, arguments.source, arguments.report}, wait);
  live.erase();
  if (serves) return serve_course(session, arguments.port);
  fmt::print("The pages are in {}; index.html is the first.\n",
             folder.string());
  return 0;
}

}  // namespace
}  // namespace web

int main(int argc, char** argv) {
  return runner::run_program([&] {
    stage::stop_if_interrupted();
    return web::run(runner::open_session(), argc, argv);
  });
}
