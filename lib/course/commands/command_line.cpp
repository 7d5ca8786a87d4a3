#include "course/commands/command_line.h"

#include <fmt/format.h>

#include <charconv>
#include <sstream>

#include "course/runner/wrong_use.h"

namespace commands {

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
  const auto complaint = [least, most](const std::string& text) -> std::string {
    std::uint64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    if (error == std::errc() && rest == end && number >= least &&
        number <= most)
      return "";
    return fmt::format("has to be a whole number from {} to {}, not '{}'",
                       least, most, text);
  };
  return CLI::Validator(complaint, "NUMBER");
}

CLI::Validator number(double least, double most) {
  const auto complaint = [least, most](const std::string& text) -> std::string {
    double number = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    if (error == std::errc() && rest == end && number >= least &&
        number <= most)
      return "";
    return fmt::format("has to be a number from {} to {}, not '{}'", least,
                       most, text);
  };
  return CLI::Validator(complaint, "NUMBER");
}

namespace {

// What nobody asked for: "The following arguments were not expected: --b a".
std::string extra(const std::string& message) {
  std::istringstream words(message.substr(message.find(": ") + 2));
  std::string first, word;
  while (words >> word)
    if (first.empty() || word[0] == '-') first = word;
  return first[0] == '-' ? "there is no option " + first
                         : fmt::format("'{}' is one word too many", first);
}

}  // namespace

std::string refusal(const CLI::ParseError& error, const std::string& command) {
  const std::string message = error.what();
  const auto is = [&](CLI::ExitCodes code) {
    return error.get_exit_code() == static_cast<int>(code);
  };
  const std::string name = message.substr(0, message.find_first_of(": "));
  const std::string who = "./learn " + command + ": ";
  if (is(CLI::ExitCodes::RequiredError) && name == "exercise")
    return who + "name the exercise; ./learn list --all shows their names";
  if (is(CLI::ExitCodes::RequiredError) && name == "folder")
    return who + "name the folder of a model, where its config.json is";
  if (is(CLI::ExitCodes::RequiredError))
    return fmt::format(
        "there is no command '{}'; ./learn --help shows what there is",
        command);
  if (is(CLI::ExitCodes::ValidationError))
    return who + name + message.substr(message.find(": ") + 1);
  return fmt::format("{}{}; ./learn {} --help shows what it takes", who,
                     is(CLI::ExitCodes::ExtrasError) ? extra(message)
                     : is(CLI::ExitCodes::ArgumentMismatch)
                         ? name + " takes one value"
                         : message,
                     command);
}

bool parse(CLI::App& app, int argc, char** argv, const std::string& command) {
  try {
    app.parse(argc, argv);
    return true;
  } catch (const CLI::Success& help) {
    app.exit(help);
    return false;
  } catch (const CLI::ParseError& error) {
    throw runner::WrongUse(refusal(error, command));
  }
}

void refuse(const std::string& command, const std::string& sentence) {
  throw runner::WrongUse("./learn " + command + ": " + sentence);
}

}  // namespace commands
