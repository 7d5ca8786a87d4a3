#include "horloge/kernels/sums.h"

#include <algorithm>
#include <array>
#include <vector>

#include "horloge/core/parallel.h"
#include "horloge/kernels/lanes.h"

namespace horloge {
namespace {

void add_row(const real* x, double* sums, std::size_t n) {
#pragma omp simd
  for (std::size_t i = 0; i < n; ++i) sums[i] += static_cast<double>(x[i]);
}

// The sums of the columns from `begin` on, as many at a time as `width` says, which stay in
// registers while the rows pass by; then those that are left.
template <std::size_t width>
void sum_columns(const real* x, real* out, std::size_t rows, std::size_t columns, real beta,
                 std::size_t begin, std::size_t end) {
  constexpr std::size_t each = std::min(width, lanes);
  for (; begin + width <= end; begin += width) {
    using V = typename Vector<each>::type;
    V sum[width / each] = {};
    for (std::size_t row = 0; row < rows; ++row)
#pragma GCC unroll 8
      for (std::size_t v = 0; v < width / each; ++v)
        sum[v] += vector_at<each>(x + row * columns + begin + v * each);
    for (std::size_t v = 0; v < width / each; ++v) {
      real* const to = out + begin + v * each;
      if (beta != real{0}) sum[v] = multiply_add(all_lanes<V>(beta), vector_at<each>(to), sum[v]);
      put_vector(sum[v], to);
    }
  }
  if constexpr (width > 1) sum_columns<width / 2>(x, out, rows, columns, beta, begin, end);
}

}  // namespace

void sum_rows(const real* x, real* out, std::size_t rows, std::size_t columns, real beta) {
  constexpr std::size_t strip = 64;
  const std::size_t tile = rows * columns <= elements_per_tile ? columns : strip;
  parallel_for(columns, tile, [=](std::size_t begin, std::size_t end) {
    sum_columns<8 * lanes>(x, out, rows, columns, beta, begin, end);
  });
}

double sum_in_double(const real* x, std::size_t n) {
  double sum = 0;
#pragma omp simd reduction(+ : sum)
  for (std::size_t i = 0; i < n; ++i) sum += static_cast<double>(x[i]);
  return sum;
}

void sum_axis(const real* x, real* y, const AxisView& view) {
  const auto [outer, size, inner] = std::array{view.outer, view.size, view.inner};
  // The sums of pieces are added, so the size of a piece decides the last bits.
  constexpr std::size_t numbers = 32768;
  constexpr std::size_t at_least = 64;  // rows to a piece: its sums are few next to its numbers
  const std::size_t piece = std::max(at_least, rows_per_tile(inner, numbers));
  const std::size_t pieces = (size + piece - 1) / piece;
  std::vector<double> sums(outer * pieces * inner);
  parallel_for(outer * pieces, rows_per_tile(std::min(size, piece) * inner),
               [&, size = size, inner = inner](std::size_t begin, std::size_t end) {
                 for (std::size_t p = begin; p < end; ++p) {
                   const std::size_t first = p % pieces * piece;
                   const std::size_t rows = std::min(piece, size - first);
                   const real* in = x + (p / pieces * size + first) * inner;
                   if (inner == 1)
                     sums[p] = sum_in_double(in, rows);
                   else
                     for (std::size_t row = 0; row < rows; ++row)
                       add_row(in + row * inner, sums.data() + p * inner, inner);
                 }
               });
  for (std::size_t o = 0; o < outer; ++o)
    for (std::size_t i = 0; i < inner; ++i) {
      double total = 0;
      for (std::size_t p = o * pieces; p < (o + 1) * pieces; ++p) total += sums[p * inner + i];
      y[o * inner + i] = static_cast<real>(total);
    }
}

}  // namespace horloge
