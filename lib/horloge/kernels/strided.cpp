#include "horloge/kernels/strided.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "horloge/core/parallel.h"

namespace horloge {
namespace {

// One axis, and the strides of both sides along it.
struct Axis {
  std::size_t size;
  std::ptrdiff_t from, to;
};

std::ptrdiff_t signed_size(std::size_t n) { return static_cast<std::ptrdiff_t>(n); }

template <Copy how>
void put(real& to, real value) {
  if constexpr (how == Copy::add)
    to += value;
  else
    to = value;
}

// One row. The cases differ only in what the compiler knows about the strides.
template <Copy how>
void copy_row(std::size_t n, const real* from, std::ptrdiff_t from_stride, real* to,
              std::ptrdiff_t to_stride) {
  const std::ptrdiff_t size = signed_size(n);
  if (from_stride == 1 && to_stride == 1) {
#pragma omp simd
    for (std::ptrdiff_t i = 0; i < size; ++i) put<how>(to[i], from[i]);
  } else if (to_stride == 1) {
    for (std::ptrdiff_t i = 0; i < size; ++i) put<how>(to[i], from[i * from_stride]);
  } else {
    for (std::ptrdiff_t i = 0; i < size; ++i) put<how>(to[i * to_stride], from[i * from_stride]);
  }
}

// Rows by columns, in squares that fit the L1 cache: where one side walks rows while the other
// walks columns, each cache line is then fetched once, not once an element.
template <Copy how>
void copy_plane(const Axis& row, const Axis& column, const real* from, real* to) {
  constexpr std::size_t square = 16;
  for (std::size_t left = 0; left < column.size; left += square) {
    const std::size_t n = std::min(square, column.size - left);
    for (std::size_t i = 0; i < row.size; ++i) {
      const std::ptrdiff_t r = signed_size(i), c = signed_size(left);
      copy_row<how>(n, from + r * row.from + c * column.from, column.from,
                    to + r * row.to + c * column.to, column.to);
    }
  }
}

template <Copy how>
void copy_rows(const Axis& row, const Axis& column, const real* from, real* to) {
  for (std::size_t i = 0; i < row.size; ++i) {
    const std::ptrdiff_t r = signed_size(i);
    copy_row<how>(column.size, from + r * row.from, column.from, to + r * row.to, column.to);
  }
}

// The axes by the strides of `to`, largest first, neighbours merged where both sides allow it.
std::vector<Axis> simplify(const Shape& shape, const Strides& from, const Strides& to) {
  std::vector<Axis> axes;
  for (std::size_t i = 0; i < shape.size(); ++i)
    if (shape[i] != 1) axes.push_back({shape[i], from[i], to[i]});
  std::stable_sort(axes.begin(), axes.end(),
                   [](const Axis& a, const Axis& b) { return std::abs(a.to) > std::abs(b.to); });
  std::vector<Axis> merged;
  for (const Axis& axis : axes) {
    const std::ptrdiff_t size = signed_size(axis.size);
    if (!merged.empty() && merged.back().from == axis.from * size &&
        merged.back().to == axis.to * size)
      merged.back() = {merged.back().size * axis.size, axis.from, axis.to};
    else
      merged.push_back(axis);
  }
  return merged;
}

// Takes the inner plane out of `axes`, which keeps what is outside of it. The columns are the
// innermost axis of `to`; where that is not also the innermost of `from`, the rows are.
struct Plane {
  Axis row{1, 0, 0}, column{1, 0, 0};
  bool crossed = false;
};

Plane take_plane(std::vector<Axis>& axes) {
  Plane plane;
  if (axes.empty()) return plane;
  plane.column = axes.back();
  axes.pop_back();
  if (axes.empty()) return plane;
  auto row = axes.end() - 1;
  if (std::abs(plane.column.from) > 1) {
    const auto along = std::find_if(axes.begin(), axes.end(),
                                    [](const Axis& axis) { return std::abs(axis.from) == 1; });
    plane.crossed = along != axes.end();
    if (plane.crossed) row = along;
  }
  plane.row = *row;
  axes.erase(row);
  return plane;
}

template <Copy how>
void copy_axes(std::vector<Axis> axes, const real* from, real* to) {
  const Plane plane = take_plane(axes);
  if (axes.empty() && plane.row.size == 1) {  // one run: cut the run itself
    parallel_for(plane.column.size, elements_per_tile, [&](std::size_t begin, std::size_t end) {
      copy_row<how>(end - begin, from + signed_size(begin) * plane.column.from, plane.column.from,
                    to + signed_size(begin) * plane.column.to, plane.column.to);
    });
    return;
  }
  const std::size_t rows = std::min<std::size_t>(32, rows_per_tile(plane.column.size));
  const std::size_t strips = (plane.row.size + rows - 1) / rows;
  std::size_t planes = 1;
  for (const Axis& axis : axes) planes *= axis.size;
  const auto copy = plane.crossed ? copy_plane<how> : copy_rows<how>;
  const std::size_t strip_size = std::min(rows, plane.row.size) * plane.column.size;
  parallel_for(planes * strips, rows_per_tile(strip_size), [&](std::size_t begin, std::size_t end) {
    for (std::size_t strip = begin; strip < end; ++strip) {
      const std::size_t top = strip % strips * rows;
      std::ptrdiff_t from_at = signed_size(top) * plane.row.from;
      std::ptrdiff_t to_at = signed_size(top) * plane.row.to;
      std::size_t rest = strip / strips;
      for (std::size_t i = axes.size(); i > 0; --i) {
        const Axis& axis = axes[i - 1];
        from_at += signed_size(rest % axis.size) * axis.from;
        to_at += signed_size(rest % axis.size) * axis.to;
        rest /= axis.size;
      }
      const Axis strip_rows{std::min(rows, plane.row.size - top), plane.row.from, plane.row.to};
      copy(strip_rows, plane.column, from + from_at, to + to_at);
    }
  });
}

}  // namespace

Strides row_major_strides(const Shape& shape) {
  Strides strides(shape.size(), 0);
  std::ptrdiff_t stride = 1;
  for (std::size_t i = shape.size(); i > 0; --i) {
    strides[i - 1] = stride;
    stride *= signed_size(shape[i - 1]);
  }
  return strides;
}

void copy_strided(const Shape& shape, const real* from, const Strides& from_strides, real* to,
                  const Strides& to_strides, Copy how) {
  if (std::find(shape.begin(), shape.end(), std::size_t{0}) != shape.end()) return;
  const std::vector<Axis> axes = simplify(shape, from_strides, to_strides);
  if (how == Copy::add)
    copy_axes<Copy::add>(axes, from, to);
  else
    copy_axes<Copy::overwrite>(axes, from, to);
}

}  // namespace horloge
