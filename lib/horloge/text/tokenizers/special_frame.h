#pragma once

#include <cstdint>
#include <vector>

#include "horloge/text/tokenizers/part_settings.h"

namespace horloge {

/// The special tokens around a text: `[CLS] … [SEP]`.
struct SpecialFrame {
  std::vector<std::int64_t> before, after;
};

/// From a `post_processor` of a tokenizer.json: what it puts around a single text. FileError for
/// one that is not known here.
SpecialFrame read_special_frame(const PartSettings& settings);

}  // namespace horloge
