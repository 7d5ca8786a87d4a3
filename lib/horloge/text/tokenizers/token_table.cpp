#include "horloge/text/tokenizers/token_table.h"

#include <fmt/format.h>

#include "horloge/core/error.h"
#include "horloge/text/escape_controls.h"

namespace horloge {

void TokenTable::add(std::string_view token, std::int64_t id) {
  if (id < 0 || id >= most)
    throw ValueError(fmt::format("[TokenTable] the id of \"{}\" must be from 0 to {}, got {}",
                                 excerpt(token), most - 1, id));
  const auto place = static_cast<std::size_t>(id);
  if (place >= by_id_.size()) by_id_.resize(place + 1);
  const std::string& text = texts_.emplace_back(token);
  by_id_[place] = &text;
  ids_[text] = id;
}

std::optional<std::int64_t> TokenTable::id(std::string_view token) const {
  const auto found = ids_.find(token);
  if (found == ids_.end()) return std::nullopt;
  return found->second;
}

const std::string* TokenTable::token(std::int64_t id) const {
  return id >= 0 && static_cast<std::size_t>(id) < by_id_.size()
             ? by_id_[static_cast<std::size_t>(id)]
             : nullptr;
}

}  // namespace horloge
