#pragma once

// JSON that comes from outside: a download, a file that somebody edited.

#include <cstddef>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "horloge/core/bytes.h"

namespace horloge {

/// No file of settings or words that is published is larger: tokenizers have up to 34 MB.
inline constexpr std::size_t longest_text_file = std::size_t{64} << 20U;

/// A text as a tree. FileError, whose text begins with `where`, for what is not JSON (see
/// JsonEvents), and for more than 5 million values, so that memory is bounded, too.
nlohmann::json parse_json(std::string_view text, const std::string& where);

/// The same from a file; FileError `[who] path: …`, also for one of more than longest_text_file
/// bytes, or one that is no regular file.
nlohmann::json read_json(const std::filesystem::path& path, const char* who);

}  // namespace horloge
