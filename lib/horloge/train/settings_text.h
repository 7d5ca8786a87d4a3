#pragma once

// The settings of a module as one text in a file's metadata, and how another one differs.

#include <optional>
#include <string>

#include "horloge/nn/module.h"

namespace horloge {

/// What the metadata calls them.
constexpr const char* settings_key = "settings";

/// `layers.0.self_attn.num_heads = 4`, one a line.
std::string settings_text(const Module& module);

/// The first setting of the module that the text has too, with another value: `NAME is VALUE there,
/// VALUE here`, or, if the module is only to be used, not trained, of those that matter then.
std::optional<std::string> other_setting(const std::string& text, const Module& module,
                                         bool for_training);

/// The first one that only one of the two has.
std::optional<std::string> missing_setting(const std::string& text, const Module& module);

}  // namespace horloge
