#include "horloge/nn/position/index.h"

#include <fmt/format.h>

#include "horloge/core/error.h"
#include "horloge/nn/position/added.h"
#include "horloge/ops/arithmetic.h"

namespace horloge {
namespace {

// x + scale * t, the same number in each of the D dimensions.
Tensor add_number(const Tensor& x, const Ids& positions, double scale) {
  Shape shape(positions.shape().begin(), positions.shape().end());
  shape.push_back(1);
  Array numbers = empty(shape);
  for (std::size_t i = 0; i < positions.size(); ++i)
    numbers.data()[i] = static_cast<real>(scale * static_cast<double>(positions.data()[i]));
  return x + Tensor(std::move(numbers));
}

}  // namespace

Tensor IndexPositions::embed(const Tensor& x, const Ids& positions) const {
  check_added_positions("IndexPositions", x.shape(), positions);
  return add_number(x, positions, 1);
}

Tensor ScaledIndexPositions::embed(const Tensor& x, const Ids& positions) const {
  check_added_positions("ScaledIndexPositions", x.shape(), positions);
  const std::size_t T = x.shape()[1];
  for (std::size_t i = 0; i < positions.size(); ++i)
    if (positions.data()[i] != static_cast<std::int64_t>(i % T))
      throw ValueError(
          fmt::format("[ScaledIndexPositions] positions must be 0 to {}, the whole sequence, got "
                      "{} at index {}: its length scales them all",
                      T - 1, positions.data()[i], i % T));
  return add_number(x, positions, T > 1 ? 1 / static_cast<double>(T - 1) : 0);
}

}  // namespace horloge
