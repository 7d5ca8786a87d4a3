#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace runner {

/// Names of one thing, in words as search_words has them, with spaces between.
using NameGroup = std::vector<std::string>;

/// Reads lessons/names.txt: a line for each thing, with commas between its
/// names; # begins a comment.
std::vector<NameGroup> read_names(std::string_view text);

/// A part of what is looked for: a word or several, and other names of the
/// same thing.
struct SearchTerm {
  std::vector<std::string> names;  ///< the first is as it was typed
};

/// What was typed, cut into terms: the longest names that a group has, then
/// what hyphens join, then single words. "Of" and "the" count only where there
/// is nothing else. Where none of `known` begins with a word of five letters or
/// more, the first of them that is one letter off stands for it.
std::vector<SearchTerm> search_terms(std::string_view typed,
                                     const std::vector<NameGroup>& names,
                                     const std::vector<std::string>& known);

/// Whether one letter more, less or other makes one word of the other, or two
/// neighbours that change places.
bool is_one_letter_off(std::string_view a, std::string_view b);

}  // namespace runner
