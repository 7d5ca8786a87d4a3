#include "course/commands/web_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <vector>

#include "course/commands/command_line.h"
#include "course/content/lines.h"
#include "course/platform/browser.h"
#include "course/runner/own_folder.h"

namespace fs = std::filesystem;

namespace commands {
namespace {

bool is_pdf(const fs::path& file) {
  std::string begin(4, ' ');
  std::ifstream(file, std::ios::binary).read(begin.data(), 4);
  return begin == "%PDF";
}

// Why the course cannot become this file, before anything is built for it.
std::string complaint_about_pdf(const std::string& name) {
  if (name.empty()) return "has to be a file, such as course.pdf";
  const fs::path file = fs::absolute(name).lexically_normal();
  if (!file.has_filename() || fs::is_directory(file))
    return "has to be a file, such as course.pdf, not a folder: '" + name + "'";
  const fs::path folder = file.parent_path();
  if (!fs::is_directory(folder)) return "has no folder " + folder.string();
  const std::string why = runner::why_not_writable(folder);
  if (!why.empty())
    return "cannot be written in " + folder.string() + ": " + why;
  if (fs::exists(file) && !(fs::is_regular_file(file) && is_pdf(file)))
    return "would replace " + name + ", which is no PDF; name a new file";
  if (platform::browser_that_prints().empty())
    return "needs Chromium, which is not installed: apt-get install chromium";
  return "";
}

const std::vector<std::string> kWeb{"https://", "http://"};
const std::vector<std::string> kWebOrMail{"https://", "http://", "mailto:"};

// An address begins in one of these ways, and has none of these characters.
std::string complaint_about_address(const std::string& address,
                                    const std::vector<std::string>& begins,
                                    const std::string& example,
                                    const std::string& without = "\"'<> ") {
  const bool begins_well =
      std::any_of(begins.begin(), begins.end(), [&](const std::string& begin) {
        return content::begins_with(address, begin);
      });
  if (begins_well && address.find_first_of(without) == std::string::npos)
    return "";
  return fmt::format("has to be an address such as {}, not '{}'", example,
                     address);
}

}  // namespace

void add_options(CLI::App& app, WebOptions& options) {
  CLI::Option* const out =
      app.add_option("--out", options.out,
                     "Write the pages to this folder, for any host to serve, "
                     "and end");
  const auto without_last_slash = [](std::string& url) -> std::string {
    const std::size_t last = url.find_last_not_of('/');
    if (last != std::string::npos) url.resize(last + 1);
    return "";
  };
  const auto url_complaint = [](const std::string& url) {
    return complaint_about_address(url, kWeb, "https://example.org/course",
                                   "\"'<>&?# ");
  };
  app.add_option("--url", options.url,
                 "With --out: where these pages will be, so that search "
                 "engines and links know their addresses")
      ->transform(CLI::Validator(without_last_slash, ""))
      ->check(CLI::Validator(url_complaint, "ADDRESS"))
      ->needs(out);
  const auto source_complaint = [](const std::string& address) {
    return complaint_about_address(address, kWeb,
                                   "https://example.org/horloge");
  };
  CLI::Option* const source =
      app.add_option("--source", options.source,
                     "Link each page to where the source of the course is")
          ->check(CLI::Validator(source_complaint, "ADDRESS"));
  const auto report_complaint = [](const std::string& address) {
    return complaint_about_address(address, kWebOrMail,
                                   "mailto:course@example.org or "
                                   "https://example.org/new?title={place}");
  };
  CLI::Option* const report =
      app.add_option(
             "--report", options.report,
             "Link each page to where mistakes are reported; {place} in "
             "the address becomes the name of the page and the step")
          ->check(CLI::Validator(report_complaint, "ADDRESS"));
  CLI::Option* const pdf =
      app.add_option("--pdf", options.pdf,
                     "Print the whole course to this file, by Chromium, and "
                     "end")
          ->check(CLI::Validator(complaint_about_pdf, "FILE"))
          ->excludes(out)
          ->excludes(source)
          ->excludes(report);
  app.add_option("--port", options.port,
                 "Serve on this port, 1 to 65535; any that is free without it")
      ->check(whole_number(1, 65535))
      ->excludes(out)
      ->excludes(pdf);
  app.add_flag("--exercises", options.exercises,
               "With a compiler, so that exercises are checked in the pages")
      ->excludes(pdf);
  app.add_option("--engine", options.engine)->group("");    // ./learn's
  app.add_option("--answers", options.answers)->group("");  // likewise
}

}  // namespace commands
