#include "horloge/models/parts/pooling.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "horloge/core/error.h"
#include "horloge/ops/arithmetic.h"
#include "horloge/ops/layout.h"
#include "horloge/ops/math.h"
#include "horloge/ops/reduce.h"

namespace horloge {
namespace {

std::array<std::size_t, 3> dims_of_text(const Tensor& x) {
  const auto sizes = dims<3>(x.shape(), "[pooling] hidden states (B, T, D)");
  if (sizes[1] == 0) throw ShapeError("[pooling] a text needs at least one token");
  return sizes;
}

}  // namespace

Tensor first_token(const Tensor& x) {
  const auto [B, T, D] = dims_of_text(x);
  return reshape(slice(x, {{}, {0, 1}}), {B, D});
}

Tensor mean_of_tokens(const Tensor& x, const std::optional<Mask>& tokens) {
  const auto [B, T, D] = dims_of_text(x);
  if (!tokens) return mean(x, 1);
  const Shape given(tokens->shape().begin(), tokens->shape().end());
  if (given != Shape{B, T})
    throw ShapeError(fmt::format("[pooling] a mask {} does not fit hidden states {}",
                                 to_string(given), to_string(x.shape())));
  Array part = zeros({B, T, 1});
  for (std::size_t b = 0; b < B; ++b) {
    const bool* const row = tokens->data() + b * T;
    const auto count = std::max<std::ptrdiff_t>(1, std::count(row, row + T, true));
    for (std::size_t t = 0; t < T; ++t)
      part(b, t, 0) = row[t] ? 1 / static_cast<real>(count) : real{0};
  }
  return sum(x * Tensor(std::move(part)), 1);
}

Tensor of_length_one(const Tensor& x) {
  constexpr real least = real(1e-12);  // zeros stay zeros
  return x / sqrt(sum(square(x), -1, true) + least);
}

}  // namespace horloge
