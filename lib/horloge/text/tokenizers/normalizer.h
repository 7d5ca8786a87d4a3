#pragma once

#include <functional>
#include <string>

#include "horloge/text/tokenizers/part_settings.h"

namespace horloge {

/// Brings a text, in UTF-8, to the form that the vocabulary was made for: Unicode's NFC, lower
/// case, ▁ for a space.
using Normalizer = std::function<std::string(std::string)>;

/// ValueError if a step makes far more of a text than it was: rules that double it, one after the
/// other, must not take all memory.
void need_modest_growth(std::size_t before, std::size_t after);

/// From a `normalizer` of a tokenizer.json. FileError for one that is not known here.
Normalizer read_normalizer(const PartSettings& settings);

/// BERT's: white space of any kind is a space, control characters are left out, each ideograph
/// stands alone; without accents and in lower case if asked.
struct BertNormalizerOptions {
  bool clean_text = true;
  bool handle_chinese_chars = true;
  bool strip_accents = true;
  bool lowercase = true;
};
Normalizer bert_normalizer(const BertNormalizerOptions& options);

}  // namespace horloge
