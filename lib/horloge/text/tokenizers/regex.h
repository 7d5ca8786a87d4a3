#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "horloge/text/tokenizers/spans.h"

namespace horloge {

/// A regular expression as tokenizer.json has them, on UTF-8 text: \p{L}, \s and the like are
/// Unicode's (PCRE2).
class Regex {
 public:
  /// ValueError for a pattern that is none.
  explicit Regex(const std::string& pattern);

  /// Covers a text with what matches and what is between. ValueError if that takes far too many
  /// steps, see text_work.h, or too much memory, as a malicious pattern can.
  std::vector<TextSpan> spans(std::string_view text) const;

 private:
  std::string pattern_;
  std::shared_ptr<const void> code_;
};

}  // namespace horloge
