#pragma once

// Lists of tokens in the files that models come with.

#include <filesystem>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string_view>

#include "horloge/text/tokenizers/token_table.h"

namespace horloge {

/// Calls `line_is` for each line of a text file, without its end.
void for_each_line(const std::filesystem::path& file,
                   const std::function<void(std::string_view)>& line_is);

/// A token a line, in order of ids. FileError for more than TokenTable::most.
void add_token_lines(const std::filesystem::path& file, TokenTable& tokens);

/// `{"the": 262, …}`, or `[["the", -3.5], …]`, where an id is a place. What is no id is left out;
/// nlohmann::json::exception for what is no such list.
void add_token_list(const nlohmann::json& list, TokenTable& tokens);

}  // namespace horloge
