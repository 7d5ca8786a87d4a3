#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace runner {

/// A word, a number, a bracket or an operator of C++.
struct Token {
  std::string_view text;
  std::size_t place = 0;    ///< where it begins
  std::size_t partner = 0;  ///< of a bracket: the token that closes or opens it
  std::size_t inside = 0;   ///< the opening bracket around it
};

/// A learner's source, read once: what is not code is blank, brackets know
/// their partners. Reading takes time in proportion to its length, and goes no
/// further than a learner's file could be.
class SourceText {
 public:
  static constexpr std::size_t none = std::string::npos;

  explicit SourceText(const std::string& source);
  SourceText(const SourceText&) = delete;
  SourceText& operator=(const SourceText&) = delete;

  /// Without comments and texts; see stage::code_only.
  const std::string& code() const { return code_; }
  const std::vector<Token>& tokens() const { return tokens_; }
  std::size_t size() const { return tokens_.size(); }

  /// The text of a token; "" where there is none.
  std::string_view at(std::size_t token) const {
    return token < tokens_.size() ? tokens_[token].text : std::string_view();
  }
  std::size_t partner(std::size_t token) const {
    return token < tokens_.size() ? tokens_[token].partner : none;
  }

  /// The code from one token to another, both included.
  std::string text(std::size_t first, std::size_t last) const;

  /// Behind the bracket that closes the one at a place of code(); none if it is
  /// not closed.
  std::size_t behind_bracket(std::size_t place) const;

  /// "Line 12: SENTENCE."
  std::string at_line(std::size_t place, const std::string& sentence) const;

 private:
  void read_tokens();
  void match_brackets();

  std::string code_;
  std::vector<Token> tokens_;
  std::vector<std::size_t> token_at_;  // of each place that begins a bracket
};

using Names = std::set<std::string_view>;

bool is_one_of(std::string_view token, const Names& names);
bool is_name(std::string_view token);
bool is_whole_number(std::string_view token);  ///< 2, 10u, 1'000; not 2.0

/// The beginning of a text that is long.
std::string shortened(const std::string& text);

}  // namespace runner
