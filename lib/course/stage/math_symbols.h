#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace stage {

/// What a piece of a formula is: that decides where spaces stand.
enum class MathKind {
  ordinary,
  word,      ///< sin, max, \text{...}
  sign,      ///< the minus of -x
  binary,    ///< +, times
  slash,     ///< a/b, without spaces
  relation,  ///< =, in, to
  open,
  close,
  bar,          ///< |, which opens or closes
  punctuation,  ///< comma
  big,          ///< sum
  space,
};

struct MathSymbol {
  std::string_view text;
  MathKind kind = MathKind::ordinary;
};

/// What a command such as `alpha` or `times` stands for, if it is a symbol.
std::optional<MathSymbol> math_symbol(std::string_view command);

/// What a character is that stands in a formula by itself.
MathKind character_kind(char c);

/// `R` as a blackboard letter; others as they are.
std::string blackboard(std::string_view letter);

/// The text in small raised characters, if there is one for each.
std::optional<std::string> superscript(std::string_view text);
/// And lowered ones.
std::optional<std::string> subscript(std::string_view text);

/// What stands above a letter for `hat`, `vec`, … ; empty for other commands.
std::string_view accent(std::string_view command);

}  // namespace stage
