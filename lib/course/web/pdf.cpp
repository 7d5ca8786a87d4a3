#include "course/web/pdf.h"

#include <fmt/format.h>
#include <unistd.h>

#include <stdexcept>
#include <vector>

#include "course/platform/browser.h"
#include "course/runner/own_folder.h"
#include "course/runner/process.h"
#include "course/stage/long_work.h"
#include "course/web/book.h"
#include "course/web/pdf_pages.h"
#include "course/web/server.h"
#include "course/web/site.h"

namespace fs = std::filesystem;

namespace web {
namespace {

constexpr unsigned most_seconds = 600;

// The line that says what failed, among others on the desktop that is not
// there.
std::string last_line(const std::string& text) {
  const std::size_t end = text.find_last_not_of('\n');
  if (end == std::string::npos) return "it said nothing";
  const std::size_t begin = text.rfind('\n', end) + 1;
  return text.substr(begin, end + 1 - begin);
}

// Chromium prints a page that is served, so that its figures compute. It knows
// nothing of another Chromium that may be open.
void print(const std::string& address, const fs::path& folder,
           const fs::path& pdf) {
  std::vector<std::string> command = {
      platform::browser_that_prints(),
      "--headless",
      "--disable-gpu",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--user-data-dir=" + (folder / "profile").string(),
      "--no-pdf-header-footer",
      "--generate-pdf-document-outline",
      "--print-to-pdf=" + pdf.string()};
  // It refuses to run as root otherwise.
  if (geteuid() == 0) command.emplace_back("--no-sandbox");
  command.push_back(address);
  runner::ProcessOptions options;
  options.folder = folder;
  options.wall_seconds = most_seconds;
  options.stop = [] { return stage::interrupted(); };
  const runner::ProcessResult result = runner::run_process(command, options);
  stage::stop_if_interrupted();
  if (!fs::exists(pdf))
    throw std::runtime_error("Chromium could not print the pages: " +
                             last_line(result.output));
}

}  // namespace

void write_pdf(const runner::Course& course, const Built& built,
               const fs::path& file,
               const std::function<void(const std::string&)>& wait) {
  const runner::RemoveAtEnd folder(
      fs::absolute(runner::make_scratch_folder(course)) /
      fmt::format("book-{}", getpid()));
  const fs::path site = folder.path() / "site";
  write_site(course, built, site, {}, wait);
  for (const char* const own : {"whole.css", "whole.js"})
    runner::write_file(
        site / "page" / own,
        runner::read_text(course.root / "lib/course/web/page" / own));
  const Words words(course, "en");
  const Maker maker(course, words);
  const Recordings recordings(course, wait);
  const auto notebooks = claims::read_notebooks(course.root / "lessons/claims");

  // Only what is printed shows on which page a place stands; so the contents
  // are printed without numbers first.
  const runner::RemoveAtEnd part(file.string() + ".part");
  PageNumbers numbers, printed;
  constexpr int most_times = 3;
  for (int i = 0; i == 0 || printed != numbers; ++i) {
    if (i == most_times)
      throw std::runtime_error("the pages differ each time they are printed");
    wait(i == 0 ? "the book" : "the book, with numbers of pages");
    numbers = printed;
    const PageText page = book_page(maker, recordings, notebooks, numbers);
    runner::write_file(site / page.file, maker.framed(page));
    const Server server(site, 0);
    fs::remove(part.path());
    print(fmt::format("http://127.0.0.1:{}/{}", server.port(), page.file),
          folder.path(), fs::absolute(part.path()));
    printed = pages_of_places(runner::read_text(part.path()));
  }
  fs::rename(part.path(), file);
}

}  // namespace web
