#include "horloge/nn/position/scaled_queries.h"

#include <fmt/format.h>

#include <cmath>

#include "horloge/core/error.h"
#include "horloge/ops/arithmetic.h"

namespace horloge {

ScaledQueries::ScaledQueries(double length, double scale) : length_(length), scale_(scale) {
  if (!(length > 0))
    throw ValueError(fmt::format("[ScaledQueries] the length must be positive, got {}", length));
  setting("scheme", fmt::format("scaled_queries, by {} for each {} positions", scale, length));
}

Tensor ScaledQueries::query(const Tensor& q, const AttentionPositions& at) const {
  Shape shape(at.queries.shape().begin(), at.queries.shape().end());
  shape.push_back(1);
  Array factor = empty(shape);
  for (std::size_t i = 0; i < factor.size(); ++i) {
    const double pieces = std::floor((static_cast<double>(at.queries.data()[i]) + 1) / length_);
    factor.data()[i] = static_cast<real>(1 + scale_ * std::log1p(pieces));
  }
  return q * Tensor(std::move(factor));
}

}  // namespace horloge
