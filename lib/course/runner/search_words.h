#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace runner {

/// A text as it is searched: in lower case, without accents.
std::string without_case_and_accents(std::string_view text);

/// The words of such a text: letters and digits of any script. Chinese, which
/// has no spaces, has a word for each character.
std::vector<std::string> search_words(std::string_view text);

/// These words with a space before and behind each: " a self attention
/// selfattention ". What hyphens and underscores join comes once more at the
/// end, together.
std::string search_text(std::string_view text);

}  // namespace runner
