#include "course/commands/web_options.h"

#include <CLI/CLI.hpp>

#include "course/commands/command_line.h"

namespace commands {

void add_options(CLI::App& app, WebOptions& options) {
  CLI::Option* const out =
      app.add_option("--out", options.out,
                     "Write the pages to this folder, for any host to serve, "
                     "and end");
  const auto begins_with = [](const std::string& text, const char* begin) {
    return text.rfind(begin, 0) == 0;
  };
  const auto complaint = [=](const std::string& url) -> std::string {
    const bool is_address =
        begins_with(url, "https://") || begins_with(url, "http://");
    const bool is_plain = url.find_first_of("\"'<>&?# ") == std::string::npos;
    return is_address && is_plain && url.back() != '/'
               ? ""
               : "has to be an address such as https://example.org/course, not "
                 "'" +
                     url + "'";
  };
  app.add_option("--url", options.url,
                 "With --out: where these pages will be, so that search "
                 "engines and links know their addresses")
      ->check(CLI::Validator(complaint, "ADDRESS"))
      ->needs(out);
  const auto no_report = [=](const std::string& address) -> std::string {
    const bool is_address = begins_with(address, "https://") ||
                            begins_with(address, "http://") ||
                            begins_with(address, "mailto:");
    return is_address && address.find_first_of("\"'<> ") == std::string::npos
               ? ""
               : "has to be an address such as mailto:course@example.org or "
                 "https://example.org/new?title={place}, not '" +
                     address + "'";
  };
  app.add_option("--report", options.report,
                 "Link each page to where mistakes are reported; {place} in "
                 "the address becomes the name of the page and the step")
      ->check(CLI::Validator(no_report, "ADDRESS"));
  app.add_option("--port", options.port,
                 "Serve on this port, 1 to 65535; any that is free without it")
      ->check(whole_number(1, 65535))
      ->excludes(out);
  app.add_flag("--exercises", options.exercises,
               "With a compiler, so that exercises are checked in the pages");
  app.add_option("--engine", options.engine)->group("");    // ./learn's
  app.add_option("--answers", options.answers)->group("");  // likewise
}

}  // namespace commands
