#include "course/models/given_words.h"

#include <fmt/format.h>

#include <charconv>

#include "course/models/refuse.h"

namespace models {

std::vector<std::int64_t> read_ids(const std::string& text) {
  std::vector<std::int64_t> ids;
  const char* at = text.data();
  const char* const end = at + text.size();
  for (bool more = true; more;) {
    std::int64_t id = 0;
    const auto [rest, error] = std::from_chars(at, end, id);
    if (error != std::errc() || id < 0 || (rest != end && *rest != ','))
      refuse(
          fmt::format("--ids has to be whole numbers with commas between "
                      "them, as in 5,17,42, not '{}'",
                      text));
    ids.push_back(id);
    more = rest != end;
    at = rest + 1;
  }
  return ids;
}

void need_words(const std::vector<std::int64_t>& ids,
                const horloge::ModelInfo& info) {
  for (const std::int64_t id : ids)
    if (static_cast<std::uint64_t>(id) >= info.vocab_size)
      refuse(fmt::format(
          "this model's tokens are 0 to {}, and {} is not one of them",
          info.vocab_size - 1, id));
}

}  // namespace models
