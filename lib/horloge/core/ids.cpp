#include "horloge/core/ids.h"

#include <fmt/format.h>

#include <algorithm>

#include "horloge/core/error.h"

namespace horloge {

Ids::Ids(std::initializer_list<Id> ids) : Numbers(Numbers::from_shape({ids.size()})) {
  std::transform(ids.begin(), ids.end(), data(), [](const Id& id) { return id.value; });
}

Ids::Ids(std::initializer_list<std::initializer_list<std::int64_t>> rows)
    : Numbers(Numbers::from_shape({rows.size(), rows.size() == 0 ? 0 : rows.begin()->size()})) {
  std::int64_t* to = data();
  for (const auto& row : rows) {
    if (row.size() != shape(1))
      throw ShapeError(
          fmt::format("[Ids] rows must be of one length, got {} and {} ids", shape(1), row.size()));
    to = std::copy(row.begin(), row.end(), to);
  }
}

}  // namespace horloge
