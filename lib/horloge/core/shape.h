#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "horloge/core/array.h"

namespace horloge {

/// `(2, 3, 4)`, `(5,)`, `()`.
std::string to_string(const Shape& shape);

/// Number of elements: the product of the sizes, 1 for a scalar's empty shape.
std::size_t element_count(const Shape& shape);

/// The index along each axis of element n: element 5 of (2, 3) is at (1, 2).
Shape index_of(std::size_t n, const Shape& shape);

/// The shape to which two operands broadcast, as in NumPy. ShapeError, in the name of `who`, if
/// they do not.
Shape broadcast_shape(const Shape& a, const Shape& b, const char* who);

/// Axis in [0, rank) for one that may count from the end (-1 = last). IndexError, in the name of
/// `who`, if there is no such axis.
std::size_t normalize_axis(std::ptrdiff_t axis, std::size_t rank, const char* who);

/// Throws ShapeError `[who] … must have rank R, got (…)`.
[[noreturn]] void throw_rank(const Shape& shape, std::size_t rank, const char* what);

/// The sizes of an array whose rank is fixed, for a line that states the shape and checks it:
///   const auto [B, T, D] = dims<3>(x.shape(), "[MultiHeadAttention] x (B, T, D)");
template <std::size_t rank>
std::array<std::size_t, rank> dims(const Shape& shape, const char* what) {
  if (shape.size() != rank) throw_rank(shape, rank, what);
  std::array<std::size_t, rank> sizes{};
  for (std::size_t axis = 0; axis < rank; ++axis) sizes[axis] = shape[axis];
  return sizes;
}

/// Uninitialised array of a shape.
inline Array empty(const Shape& shape) { return Array::from_shape(shape); }

/// Array of a shape, filled with one number.
Array full(const Shape& shape, real value);
inline Array zeros(const Shape& shape) { return full(shape, real{0}); }
inline Array ones(const Shape& shape) { return full(shape, real{1}); }

/// 0, 1, … n - 1.
Ids arange(std::size_t n);

/// A shape seen as (outer, size, inner): the axes before one, that one, and those after it.
struct AxisView {
  std::size_t outer = 1;
  std::size_t size = 1;
  std::size_t inner = 1;
};
AxisView view_axis(const Shape& shape, std::size_t axis);

/// A shape seen as rows of its last axis; a scalar is one row of one.
struct RowView {
  std::size_t rows = 1;
  std::size_t columns = 1;
};
RowView view_rows(const Shape& shape);

}  // namespace horloge
