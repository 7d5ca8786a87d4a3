#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace stage {

/// What each character of a C++ text belongs to. `quoted` is what stands
/// between two of kind `quote`.
enum class CppKind : char { code, comment, quote, quoted, directive };
std::vector<CppKind> cpp_kinds(std::string_view source);

/// C++ with blanks instead of all that is not code: comments, what stands
/// between quotes, and lines of the preprocessor. Every other character is
/// where it was, line breaks too.
std::string code_only(std::string_view source);

/// Of code_only(): the index behind the bracket that closes the one at `open`;
/// npos if none does. All of ( [ { are brackets.
std::size_t behind_bracket(std::string_view code, std::size_t open);

/// Whether a character can be part of a name or a number.
bool is_word(char c);

bool is_space(char c);

/// The next place from `at` on that is no blank, or the end.
std::size_t skip_space(std::string_view code, std::size_t at);

/// The word that begins at `at`, or behind blanks there; may be empty.
std::string word_at(std::string_view code, std::size_t at);

/// Where the last word before `end` begins; blanks may follow it. Where the
/// blanks begin, if there is none.
std::size_t word_before(std::string_view code, std::size_t end);

/// The next place of a word that is not part of another; npos if there is none.
std::size_t find_word(std::string_view code, std::string_view word,
                      std::size_t from);

}  // namespace stage
