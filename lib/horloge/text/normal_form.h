#pragma once

#include <string>
#include <string_view>

namespace horloge {

/// Unicode's four forms of one text: letters with their accents or apart (C, D); K also takes
/// variants such as ﬁ and … for what they stand for.
enum class NormalForm { nfc, nfd, nfkc, nfkd };

/// A text in one form. ValueError for a text that is not UTF-8.
std::string normal_form(std::string_view text, NormalForm form);

}  // namespace horloge
