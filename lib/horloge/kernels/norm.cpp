#include "horloge/kernels/norm.h"

#include <algorithm>
#include <cmath>

#include "horloge/core/parallel.h"
#include "horloge/core/shape.h"
#include "horloge/kernels/lanes.h"
#include "horloge/kernels/sums.h"

namespace horloge::detail {
namespace {

// Backward adds the sums of tiles, so the size of a tile decides its last bits.
constexpr std::size_t elements = 8192;
std::size_t tile_rows(std::size_t columns) { return rows_per_tile(columns, elements); }

// What happens once a row (a division, a square root, folding a register into one number) takes
// longer than a short row itself, so it is done for a group of rows at once, a row in each lane.
// Long rows come in smaller groups, which stay in the L1 cache. A row's bits are the same in any
// group.
std::size_t group_rows(std::size_t columns) {
  return std::min(lanes, rows_per_tile(columns, 4096));
}

// y = (x - mean) * scale is a row of mean 0 and standard deviation 1.
struct Moments {
  real mean[lanes];
  real scale[lanes];  // 1 / s
};

// Two passes over a row that is in cache by then: a single one, by mean(x^2) - mean(x)^2, loses
// all digits where the mean is far from 0. The last term mends the rounding of the mean.
void layer_moments(const real* x, std::size_t rows, std::size_t n, real eps, Moments& m) {
  const real share = 1 / static_cast<real>(n);
  real off[lanes], squares[lanes];
  sums_over(
      rows, n, [=](std::size_t r, std::size_t i) { return x[r * n + i]; }, m.mean);
  for (real& mean : m.mean) mean *= share;
  const auto distance = [=, &m](std::size_t r, std::size_t i) { return x[r * n + i] - m.mean[r]; };
  sums_over(rows, n, distance, off);
  dots_over(rows, n, distance, distance, squares);
#pragma omp simd
  for (std::size_t r = 0; r < lanes; ++r) {
    off[r] *= share;
    const real variance = std::max(real{0}, share * squares[r] - off[r] * off[r]);
    m.mean[r] += off[r];
    m.scale[r] = 1 / std::sqrt(variance + eps);
  }
}

void rms_moments(const real* x, std::size_t rows, std::size_t n, real eps, Moments& m) {
  real squares[lanes];
  const auto number = [=](std::size_t r, std::size_t i) { return x[r * n + i]; };
  dots_over(rows, n, number, number, squares);
#pragma omp simd
  for (std::size_t r = 0; r < lanes; ++r) {
    m.mean[r] = 0;
    m.scale[r] = 1 / std::sqrt(squares[r] / static_cast<real>(n) + eps);
  }
}

void scale_row(const real* x, real mean, real scale, const real* w, const real* b, real* y,
               std::size_t n) {
#pragma omp simd
  for (std::size_t i = 0; i < n; ++i) y[i] = (x[i] - mean) * scale * w[i] + b[i];
}

// Adds the shares of some rows to dw and db: a column stays in a register meanwhile.
void add_parameter_shares(const real* x, const real* mean, const real* scale, const real* dy,
                          std::size_t rows, std::size_t n, real* dw, real* db) {
  std::size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    auto dw_sum = vector_at<lanes>(dw + i);
    auto db_sum = vector_at<lanes>(db + i);
    for (std::size_t r = 0; r < rows; ++r) {
      const auto g = vector_at<lanes>(dy + r * n + i);
      dw_sum = multiply_add(g, (vector_at<lanes>(x + r * n + i) - mean[r]) * scale[r], dw_sum);
      db_sum += g;
    }
    put_vector(dw_sum, dw + i);
    put_vector(db_sum, db + i);
  }
  for (; i < n; ++i)
    for (std::size_t r = 0; r < rows; ++r) {
      dw[i] += dy[r * n + i] * ((x[r * n + i] - mean[r]) * scale[r]);
      db[i] += dy[r * n + i];
    }
}

// With g = dy * w and x^ the normalised row: the two means that the dx of each row needs. That of g
// comes from the row's mean, so RMS norm has none.
struct Means {
  real g[lanes] = {};
  real g_x[lanes];
};

void backward_means(const NormProblem& p, const real* x, const real* mean, const real* scale,
                    const real* w, const real* dy, std::size_t rows, Means& means) {
  const std::size_t n = p.columns;
  const auto upstream = [=](std::size_t r, std::size_t i) { return dy[r * n + i]; };
  const auto weight = [=](std::size_t, std::size_t i) { return w[i]; };
  if (p.centred) dots_over(rows, n, upstream, weight, means.g);
  dots_over(
      rows, n, [=](std::size_t r, std::size_t i) { return dy[r * n + i] * w[i]; },
      [=](std::size_t r, std::size_t i) { return (x[r * n + i] - mean[r]) * scale[r]; }, means.g_x);
#pragma omp simd
  for (std::size_t r = 0; r < lanes; ++r) {
    means.g[r] /= static_cast<real>(n);
    means.g_x[r] /= static_cast<real>(n);
  }
}

template <bool fresh>
void backward_row(const real* x, real mean, real scale, const real* w, const real* dy, real mean_g,
                  real mean_g_x, real* dx, std::size_t n) {
#pragma omp simd
  for (std::size_t i = 0; i < n; ++i) {
    const real normal = (x[i] - mean) * scale;
    const real in_row = (dy[i] * w[i] - mean_g - normal * mean_g_x) * scale;
    dx[i] = fresh ? in_row : dx[i] + in_row;
  }
}

// A parameter, or what stands for it where there is none.
struct Parameter {
  Parameter(const real* given, std::size_t n, real otherwise)
      : made(given == nullptr ? full({n}, otherwise) : Array()),
        data(given == nullptr ? made.data() : given) {}

  Array made;
  const real* data;
};

}  // namespace

void norm_forward(const NormProblem& p, const real* bias, double eps, real* y, real* kept) {
  const std::size_t n = p.columns;
  const Parameter weight(p.weight, n, 1), shift(bias, n, 0);
  const auto moments_of = p.centred ? layer_moments : rms_moments;
  parallel_for(p.rows, tile_rows(n), [&](std::size_t begin, std::size_t end) {
    for_each_group(begin, end, group_rows(n), [&](std::size_t row, std::size_t count) {
      Moments m;
      moments_of(p.x + row * n, count, n, static_cast<real>(eps), m);
      std::copy_n(m.mean, count, kept + row);
      std::copy_n(m.scale, count, kept + p.rows + row);
      for (std::size_t r = 0; r < count; ++r) {
        const std::size_t at = (row + r) * n;
        scale_row(p.x + at, m.mean[r], m.scale[r], weight.data, shift.data, y + at, n);
      }
    });
  });
}

void norm_backward(const NormProblem& p, const real* kept, const real* dy, const NormGradients& g) {
  const std::size_t n = p.columns, tile = tile_rows(n);
  const Parameter weight(p.weight, n, 1);
  const auto backward = g.dx.fresh ? backward_row<true> : backward_row<false>;
  // Each tile sums the dw and db of its rows; the tiles' sums are added in their order.
  const std::size_t tiles = (p.rows + tile - 1) / tile;
  Array dw = zeros({tiles, n});
  Array db = zeros({tiles, n});
  parallel_for(p.rows, tile, [&](std::size_t begin, std::size_t end) {
    for_each_group(begin, end, group_rows(n), [&](std::size_t row, std::size_t count) {
      const real* const mean = kept + row;
      const real* const scale = kept + p.rows + row;
      const real* const x = p.x + row * n;
      const real* const upstream = dy + row * n;
      const std::size_t sum = begin / tile * n;
      add_parameter_shares(x, mean, scale, upstream, count, n, dw.data() + sum, db.data() + sum);
      if (g.dx.data == nullptr) return;
      Means means;
      backward_means(p, x, mean, scale, weight.data, upstream, count, means);
      for (std::size_t r = 0; r < count; ++r)
        backward(x + r * n, mean[r], scale[r], weight.data, upstream + r * n, means.g[r],
                 means.g_x[r], g.dx.data + (row + r) * n, n);
    });
  });
  if (g.dweight.data != nullptr) sum_rows(dw.data(), g.dweight.data, tiles, n, g.dweight.beta);
  if (g.dbias.data != nullptr) sum_rows(db.data(), g.dbias.data, tiles, n, g.dbias.beta);
}

}  // namespace horloge::detail
