#include "horloge/text/tokenizers/token_lists.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "horloge/core/bytes.h"
#include "horloge/text/json.h"
#include "horloge/text/tokenizers/part_settings.h"

namespace horloge {

void for_each_line(const std::filesystem::path& file,
                   const std::function<void(std::string_view)>& line_is) {
  const Bytes text = map_file(file, "load_tokenizer", longest_text_file);
  for (std::string_view rest = text.view; !rest.empty();) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    line_is(line);
  }
}

void add_token_lines(const std::filesystem::path& file, TokenTable& tokens) {
  std::int64_t id = 0;
  for_each_line(file, [&](std::string_view line) {
    if (id == TokenTable::most)
      fail_to_load(file.string(), fmt::format("has more than {} lines", TokenTable::most));
    tokens.add(line, id++);
  });
}

void add_token_list(const nlohmann::json& list, TokenTable& tokens) {
  if (list.is_array()) {
    for (const auto& entry : list)
      tokens.add(entry.at(0).get<std::string>(), static_cast<std::int64_t>(tokens.size()));
    return;
  }
  for (const auto& [token, id] : list.items())
    if (id.is_number_unsigned() && id.get<std::uint64_t>() < TokenTable::most)
      tokens.add(token, id.get<std::int64_t>());
}

}  // namespace horloge
