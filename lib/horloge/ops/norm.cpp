#include "horloge/ops/norm.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "horloge/autograd/record.h"
#include "horloge/core/error.h"
#include "horloge/core/parallel.h"
#include "horloge/kernels/lanes.h"
#include "horloge/kernels/rows.h"

namespace horloge {
namespace {

// A row needs about this many times the work of an addition.
constexpr std::size_t elements = elements_per_tile / 4;

// What happens once a row (a division, a root, folding a register into one number) takes longer
// than a short row itself, so it is done for a group of rows at once, a row in each lane. Long rows
// come in smaller groups, which stay in the first cache. A row's bits are the same in any group.
std::size_t rows_per_group(std::size_t n) { return std::min(lanes, rows_per_tile(n, 4096)); }

// y = (x - mean) * scale is a row of mean 0 and deviation 1.
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
  sums_over(
      rows, n, [=](std::size_t r, std::size_t i) { return distance(r, i) * distance(r, i); },
      squares);
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
  sums_over(
      rows, n, [=](std::size_t r, std::size_t i) { return x[r * n + i] * x[r * n + i]; }, squares);
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

// The two means that the dx of each row needs.
struct Means {
  real g[lanes], g_x[lanes];
};

void backward_means(const real* x, const real* mean, const real* scale, const real* w,
                    const real* dy, std::size_t rows, std::size_t n, Means& means) {
  sums_over(
      rows, n, [=](std::size_t r, std::size_t i) { return dy[r * n + i] * w[i]; }, means.g);
  sums_over(
      rows, n,
      [=](std::size_t r, std::size_t i) {
        return dy[r * n + i] * w[i] * ((x[r * n + i] - mean[r]) * scale[r]);
      },
      means.g_x);
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

using MomentsOf = void (*)(const real* x, std::size_t rows, std::size_t n, real eps, Moments& m);

// Calls body(row, rows) for the groups of a tile.
template <class Body>
void for_each_group(std::size_t begin, std::size_t end, std::size_t n, const Body& body) {
  const std::size_t group = rows_per_group(n);
  for (std::size_t row = begin; row < end; row += group) body(row, std::min(group, end - row));
}

// Both norms. Inputs of the operation: 0 x, 1 weight, 2 bias.
Tensor normalize(const char* op, MomentsOf moments_of, const Tensor& x, std::size_t n,
                 const Tensor& weight, const Tensor& bias, double eps) {
  const std::size_t rows = n == 0 ? 0 : x.size() / n;
  const Array w = weight.defined() ? Array() : ones({n});
  const Array b = bias.defined() ? Array() : zeros({n});
  const real* const scale = weight.defined() ? weight.data() : w.data();
  const real* const shift = bias.defined() ? bias.data() : b.data();
  Array y = empty(x.shape());
  Array kept = empty({2, rows});  // the means, then the 1 / s
  const std::size_t tile = rows_per_tile(n, elements);
  parallel_for(rows, tile, [&, in = x.data(), out = y.data()](std::size_t begin, std::size_t end) {
    for_each_group(begin, end, n, [&](std::size_t row, std::size_t count) {
      Moments m;
      moments_of(in + row * n, count, n, static_cast<real>(eps), m);
      std::copy_n(m.mean, count, kept.data() + row);
      std::copy_n(m.scale, count, kept.data() + rows + row);
      for (std::size_t r = 0; r < count; ++r) {
        const std::size_t at = (row + r) * n;
        scale_row(in + at, m.mean[r], m.scale[r], scale, shift, out + at, n);
      }
    });
  });
  const bool centred = moments_of == layer_moments;
  return record(
      op, std::move(y), {x, weight, bias},
      [=, x = Saved(x), weight = Saved(weight), kept = std::move(kept)](Array& dy, Gradients& d) {
        const Array w = weight.kept() ? Array() : ones({n});
        const real* const weights = weight.kept() ? weight.data() : w.data();
        const real* const in = x.data();
        const bool wants_x = d.wants(0);
        const Gradients::Slot dx = wants_x ? d.into(0) : Gradients::Slot{};
        const auto backward = dx.fresh ? backward_row<true> : backward_row<false>;
        // Each tile sums the dw and db of its rows; the tiles' sums are added in their order.
        const std::size_t tiles = (rows + tile - 1) / tile;
        Array dw = zeros({tiles, n});
        Array db = zeros({tiles, n});
        parallel_for(rows, tile, [&](std::size_t begin, std::size_t end) {
          for_each_group(begin, end, n, [&](std::size_t row, std::size_t count) {
            const real* const mean = kept.data() + row;
            const real* const scale = kept.data() + rows + row;
            const std::size_t first = row * n, sum = begin / tile * n;
            add_parameter_shares(in + first, mean, scale, dy.data() + first, count, n,
                                 dw.data() + sum, db.data() + sum);
            if (!wants_x) return;
            Means means;
            backward_means(in + first, mean, scale, weights, dy.data() + first, count, n, means);
            for (std::size_t r = 0; r < count; ++r) {
              const std::size_t at = first + r * n;
              backward(in + at, mean[r], scale[r], weights, dy.data() + at,
                       centred ? means.g[r] : real{0}, means.g_x[r], dx.data + at, n);
            }
          });
        });
        if (d.wants(1)) {
          const auto sum = d.into(1);
          sum_rows(dw.data(), sum.data, tiles, n, sum.beta);
        }
        if (d.wants(2)) {
          const auto sum = d.into(2);
          sum_rows(db.data(), sum.data, tiles, n, sum.beta);
        }
      });
}

void check_parameter(const Tensor& parameter, const Shape& shape, const char* name) {
  if (parameter.defined() && parameter.shape() != shape)
    throw ShapeError(fmt::format("{} {} must have the normalized shape {}", name,
                                 to_string(parameter.shape()), to_string(shape)));
}

}  // namespace

Tensor layer_norm(const Tensor& x, const Shape& normalized_shape, const Tensor& weight,
                  const Tensor& bias, double eps) {
  const std::size_t axes = normalized_shape.size();
  if (axes == 0 || axes > x.rank() ||
      !std::equal(normalized_shape.begin(), normalized_shape.end(),
                  x.shape().end() - static_cast<std::ptrdiff_t>(axes)))
    throw ShapeError(fmt::format("[layer_norm] x {} must end in the normalized shape {}",
                                 to_string(x.shape()), to_string(normalized_shape)));
  check_parameter(weight, normalized_shape, "[layer_norm] weight");
  check_parameter(bias, normalized_shape, "[layer_norm] bias");
  return normalize("layer_norm", layer_moments, x, element_count(normalized_shape), weight, bias,
                   eps);
}

Tensor rms_norm(const Tensor& x, const Tensor& weight, double eps) {
  if (x.rank() == 0) throw ShapeError("[rms_norm] x (…, N) needs an axis, got ()");
  const std::size_t n = x.shape().back();
  check_parameter(weight, {n}, "[rms_norm] weight");
  return normalize("rms_norm", rms_moments, x, n, weight, {}, eps);
}

}  // namespace horloge
