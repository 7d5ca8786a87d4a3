#include "horloge/kernels/rows.h"

#include "horloge/core/parallel.h"

namespace horloge {

void sum_rows(const real* x, real* out, std::size_t rows, std::size_t columns, real beta) {
  constexpr std::size_t strip = 64;  // columns that stay in registers while the rows pass by
  const std::size_t tile = rows * columns <= elements_per_tile ? columns : strip;
  parallel_for(columns, tile, [=](std::size_t begin, std::size_t end) {
    for (std::size_t from = begin; from < end; from += strip) {
      const std::size_t n = end - from < strip ? end - from : strip;
      real sum[strip] = {};
      for (std::size_t row = 0; row < rows; ++row) {
        const real* const in = x + row * columns + from;
#pragma omp simd
        for (std::size_t j = 0; j < n; ++j) sum[j] += in[j];
      }
      for (std::size_t j = 0; j < n; ++j)
        out[from + j] = beta == real{0} ? sum[j] : beta * out[from + j] + sum[j];
    }
  });
}

}  // namespace horloge
