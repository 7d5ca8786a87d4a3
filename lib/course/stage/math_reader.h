#pragma once

#include <string>
#include <string_view>

namespace stage {

/// Reads a formula in LaTeX from left to right.
class MathReader {
 public:
  explicit MathReader(std::string_view latex) : rest_(latex) {}

  bool is_done() const { return rest_.empty(); }
  /// The next byte, 0 at the end.
  char next() const { return rest_.empty() ? '\0' : rest_[0]; }
  /// Whether there were any.
  bool skip_spaces();
  /// Goes past the text if it is what comes next.
  bool take(std::string_view text);
  /// Goes past a character, which may be several bytes.
  std::string take_character();
  /// The command that comes next, without its backslash; empty if none does.
  std::string_view command() const;
  void skip_command() { rest_.remove_prefix(1 + command().size()); }
  /// Goes past [...], which stands behind some commands.
  void skip_option();
  /// What stands between { and }, without the braces in it; a backslash only
  /// says that the character behind it is meant.
  std::string take_raw();
  std::string take_all();

 private:
  std::string_view rest_;
};

}  // namespace stage
