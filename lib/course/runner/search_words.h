#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace runner {

/// A text as it is searched: in lower case, without accents.
std::string without_case_and_accents(std::string_view text);

/// The words of such a text: letters and digits of any script. What hyphens and
/// underscores join is one word by itself and together: "self-attention" is
/// self, attention and selfattention.
std::vector<std::string> search_words(std::string_view text);

/// Whether a word of the text begins with this one. Chinese, which has no
/// spaces, may stand anywhere within a word.
bool begins_with(const std::string& word, const std::string& wanted);

}  // namespace runner
