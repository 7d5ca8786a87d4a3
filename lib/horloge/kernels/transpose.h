#pragma once

// A transposed copy in vector registers. For kernels (`.cpp` files) only. Readable twin:
// expect_transposed in tests/kernels/transpose_test.cpp.

#include <cstddef>
#include <utility>

#include "horloge/core/array.h"
#include "horloge/kernels/lanes.h"

namespace horloge {
namespace detail {

// Columns j and j + d, for every j without the bit d: the upper row's number at j + d and the lower
// row's at j change places.
template <std::size_t d, class V, std::size_t... j>
inline void exchange(V& upper, V& lower, std::index_sequence<j...>) {
  constexpr std::size_t side = sizeof...(j);
  const V first = __builtin_shufflevector(upper, lower, ((j & d) == 0 ? j : side + j - d)...);
  lower = __builtin_shufflevector(upper, lower, ((j & d) == 0 ? j + d : side + j)...);
  upper = first;
}

// Transposes the square: the two quarters off the diagonal change places, then so within each
// quarter.
template <std::size_t d, class V, std::size_t side>
inline void turn(V (&row)[side]) {
#pragma GCC unroll 16
  for (std::size_t i = 0; i < side; ++i)
    if ((i & d) == 0) exchange<d>(row[i], row[i + d], std::make_index_sequence<side>{});
  if constexpr (d > 1) turn<d / 2>(row);
}

template <std::size_t side>
inline void transpose_square(const real* from, std::size_t from_row, real* to, std::size_t to_row) {
  if constexpr (side == 1) {
    *to = *from;
  } else {
    typename Vector<side>::type row[side];
#pragma GCC unroll 16
    for (std::size_t i = 0; i < side; ++i) row[i] = vector_at<side>(from + i * from_row);
    turn<side / 2>(row);
#pragma GCC unroll 16
    for (std::size_t i = 0; i < side; ++i) put_vector(row[i], to + i * to_row);
  }
}

}  // namespace detail

/// to (columns, rows) = the transpose of from (rows, columns), with strides `from_row` and
/// `to_row`: in squares of a register's width, and what is left in smaller ones.
template <std::size_t side = lanes>
inline void copy_transposed(const real* from, std::size_t from_row, std::size_t rows,
                            std::size_t columns, real* to, std::size_t to_row) {
  const std::size_t down = rows / side * side, across = columns / side * side;
  for (std::size_t i = 0; i < down; i += side)
    for (std::size_t j = 0; j < across; j += side)
      detail::transpose_square<side>(from + i * from_row + j, from_row, to + j * to_row + i,
                                     to_row);
  if constexpr (side > 1) {
    constexpr std::size_t smaller = side > 4 ? 4 : 1;
    if (columns > across)
      copy_transposed<smaller>(from + across, from_row, down, columns - across,
                               to + across * to_row, to_row);
    if (rows > down)
      copy_transposed<smaller>(from + down * from_row, from_row, rows - down, columns, to + down,
                               to_row);
  }
}

}  // namespace horloge
