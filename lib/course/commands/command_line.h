#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

namespace commands {

/// What --seed takes at most.
constexpr std::uint64_t most_seed = 999'999'999;

/// Accepts whole numbers from `least` to `most`.
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most);

/// The same for numbers that need not be whole.
CLI::Validator number(double least, double most);

/// What a learner is told about a command line that CLI11 rejected: "./learn
/// reset: …". `command` as they typed it, "reset" or "4".
std::string refusal(const CLI::ParseError& error, const std::string& command);

/// Reads a command line, with that as WrongUse. False if all it asks for is
/// help, which it then shows.
bool parse(CLI::App& app, int argc, char** argv, const std::string& command);

/// WrongUse: "./learn compare: there is …".
[[noreturn]] void refuse(const std::string& command,
                         const std::string& sentence);

}  // namespace commands
