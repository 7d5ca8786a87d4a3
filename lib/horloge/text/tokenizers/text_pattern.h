#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "horloge/text/tokenizers/part_settings.h"
#include "horloge/text/tokenizers/spans.h"

namespace horloge {

/// What a Split or a Replace looks for: covers a text with it and what is between.
using TextPattern = std::function<std::vector<TextSpan>(std::string_view)>;

/// From `"pattern": {"String": " "}` or `"pattern": {"Regex": "\\s+"}`.
TextPattern read_pattern(const PartSettings& settings);

/// A Metaspace's `replacement`, the character that stands for a space.
std::string read_mark(const PartSettings& settings);

}  // namespace horloge
