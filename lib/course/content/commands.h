#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace content {

/// What ./learn --help says of a command.
struct CommandText {
  std::string usage;  ///< "./learn reset NAME"
  std::string name;   ///< "reset"; empty for a lesson, and for the help itself
  std::string text;   ///< with that of its options
};

/// All of lib/course/commands/commands.txt, which the script ./learn shows.
/// There a line that begins with ./learn begins a command; below it stands,
/// with six spaces before it, what it does, and with two an option.
std::vector<CommandText> read_commands(std::string_view text);

}  // namespace content
