#include "horloge/core/shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "horloge/core/error.h"

namespace horloge {

std::string to_string(const Shape& shape) {
  std::string text = "(";
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    text += (axis == 0 ? "" : ", ") + std::to_string(shape[axis]);
  return text + (shape.size() == 1 ? ",)" : ")");
}

std::size_t element_count(const Shape& shape) {
  return std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<>());
}

Shape index_of(std::size_t n, const Shape& shape) {
  Shape index(shape.size(), 0);
  for (std::size_t axis = shape.size(); axis > 0; --axis) {
    index[axis - 1] = n % shape[axis - 1];
    n /= shape[axis - 1];
  }
  return index;
}

Shape broadcast_shape(const Shape& a, const Shape& b, const char* who) {
  Shape out(std::max(a.size(), b.size()), 1);
  for (std::size_t back = 1; back <= out.size(); ++back) {
    const std::size_t na = back <= a.size() ? a[a.size() - back] : 1;
    const std::size_t nb = back <= b.size() ? b[b.size() - back] : 1;
    if (na != nb && na != 1 && nb != 1)
      throw ShapeError(fmt::format(
          "[{}] shapes do not broadcast: {} against {}; counted from the last axis, sizes "
          "must be equal or 1, not {} and {}",
          who, to_string(a), to_string(b), na, nb));
    out[out.size() - back] = na == 1 ? nb : na;
  }
  return out;
}

std::size_t normalize_axis(std::ptrdiff_t axis, std::size_t rank, const char* who) {
  const auto signed_rank = static_cast<std::ptrdiff_t>(rank);
  if (rank == 0)
    throw IndexError(fmt::format(
        "[{}] axis {} is out of range: a single number, shape (), has no axes", who, axis));
  if (axis < -signed_rank || axis >= signed_rank)
    throw IndexError(fmt::format("[{}] axis {} is out of range for rank {}; axes run from {} to {}",
                                 who, axis, rank, -signed_rank, signed_rank - 1));
  return static_cast<std::size_t>(axis < 0 ? axis + signed_rank : axis);
}

void throw_rank(const Shape& shape, std::size_t rank, const char* what) {
  throw ShapeError(fmt::format("{} must have rank {}, got {}", what, rank, to_string(shape)));
}

Array full(const Shape& shape, real value) {
  Array out = Array::from_shape(shape);
  std::fill(out.data(), out.data() + out.size(), value);
  return out;
}

Ids arange(std::size_t n) {
  Ids out = Ids::from_shape({n});
  std::iota(out.data(), out.data() + n, std::int64_t{0});
  return out;
}

AxisView view_axis(const Shape& shape, std::size_t axis) {
  AxisView view;
  view.size = shape[axis];
  for (std::size_t i = 0; i < axis; ++i) view.outer *= shape[i];
  for (std::size_t i = axis + 1; i < shape.size(); ++i) view.inner *= shape[i];
  return view;
}

RowView view_rows(const Shape& shape) {
  if (shape.empty()) return {};
  RowView view;
  view.columns = shape.back();
  for (std::size_t i = 0; i + 1 < shape.size(); ++i) view.rows *= shape[i];
  return view;
}

}  // namespace horloge
