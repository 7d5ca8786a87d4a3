#include "horloge/nn/position/added.h"

#include <fmt/format.h>

#include <algorithm>

#include "horloge/core/error.h"
#include "horloge/core/shape.h"

namespace horloge {

void check_added_positions(const char* who, const Shape& x, const Ids& positions) {
  const auto [B, T, D] = dims<3>(x, fmt::format("[{}] x (B, T, D)", who).c_str());
  const Shape given(positions.shape().begin(), positions.shape().end());
  if (given != Shape{T} && given != Shape{B, T})
    throw ShapeError(fmt::format("[{}] positions {} must be (T) or (B, T) for x (B, T, D) = {}",
                                 who, to_string(given), to_string(x)));
}

void check_added_positions(const char* who, const Shape& x, const Ids& positions,
                           std::size_t d_model, std::size_t max_seq_len) {
  check_added_positions(who, x, positions);
  if (x.back() != d_model)
    throw ShapeError(fmt::format("[{}] x {} must end in d_model {}", who, to_string(x), d_model));
  if (positions.size() == 0) return;
  const auto [first, last] = std::minmax_element(positions.begin(), positions.end());
  if (*first < 0 || *last >= static_cast<std::int64_t>(max_seq_len))
    throw IndexError(
        fmt::format("[{}] positions {} to {} needed, the table ends before position {}", who,
                    *first, *last, max_seq_len));
}

}  // namespace horloge
