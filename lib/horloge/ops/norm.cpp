#include "horloge/ops/norm.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "horloge/autograd/record.h"
#include "horloge/core/error.h"
#include "horloge/core/lanes.h"
#include "horloge/core/parallel.h"
#include "horloge/core/rows.h"

namespace horloge {
namespace {

// A row needs about this many times the work of an addition.
constexpr std::size_t elements = elements_per_tile / 4;

struct Moments {
  real mean;
  real scale;  // 1 / s
};

// Two passes over a row that is in cache by then: a single one, by mean(x^2) - mean(x)^2, loses
// all digits where the mean is far from 0. The last term mends the rounding of the mean.
Moments layer_moments(const real* x, std::size_t n, real eps) {
  const real share = 1 / static_cast<real>(n);
  const real mean = share * sum_over(n, [=](std::size_t i) { return x[i]; });
  const real off = share * sum_over(n, [=](std::size_t i) { return x[i] - mean; });
  const real squares = sum_over(n, [=](std::size_t i) { return (x[i] - mean) * (x[i] - mean); });
  const real variance = std::max(real{0}, share * squares - off * off);
  return {mean + off, 1 / std::sqrt(variance + eps)};
}

Moments rms_moments(const real* x, std::size_t n, real eps) {
  const real squares = sum_over(n, [=](std::size_t i) { return x[i] * x[i]; });
  return {0, 1 / std::sqrt(squares / static_cast<real>(n) + eps)};
}

void scale_row(const real* x, Moments m, const real* w, const real* b, real* y, std::size_t n) {
#pragma omp simd
  for (std::size_t i = 0; i < n; ++i) y[i] = (x[i] - m.mean) * m.scale * w[i] + b[i];
}

// Adds a row's share to dw and db, and returns the two means that its dx needs.
struct Means {
  real g, g_x;
};

Means backward_sums(const real* x, Moments m, const real* w, const real* dy, real* dw, real* db,
                    std::size_t n) {
  const auto normal = [=](std::size_t i) { return (x[i] - m.mean) * m.scale; };
#pragma omp simd
  for (std::size_t i = 0; i < n; ++i) {
    dw[i] += dy[i] * normal(i);
    db[i] += dy[i];
  }
  const auto count = static_cast<real>(n);
  return {sum_over(n, [=](std::size_t i) { return dy[i] * w[i]; }) / count,
          sum_over(n, [=](std::size_t i) { return dy[i] * w[i] * normal(i); }) / count};
}

template <bool fresh>
void backward_row(const real* x, Moments m, const real* w, const real* dy, Means means, real* dx,
                  std::size_t n) {
#pragma omp simd
  for (std::size_t i = 0; i < n; ++i) {
    const real normal = (x[i] - m.mean) * m.scale;
    const real in_row = (dy[i] * w[i] - means.g - normal * means.g_x) * m.scale;
    dx[i] = fresh ? in_row : dx[i] + in_row;
  }
}

using MomentsOf = Moments (*)(const real* x, std::size_t n, real eps);

// Both norms. Inputs of the operation: 0 x, 1 weight, 2 bias.
Tensor normalize(const char* op, MomentsOf moments_of, const Tensor& x, std::size_t n,
                 const Tensor& weight, const Tensor& bias, double eps) {
  const std::size_t rows = n == 0 ? 0 : x.size() / n;
  const Array w = weight.defined() ? Array() : ones({n});
  const Array b = bias.defined() ? Array() : zeros({n});
  const real* const scale = weight.defined() ? weight.data() : w.data();
  const real* const shift = bias.defined() ? bias.data() : b.data();
  Array y = empty(x.shape());
  Array kept = empty({rows, 2});  // mean and 1 / s of each row
  const std::size_t tile = rows_per_tile(n, elements);
  parallel_for(rows, tile,
               [&, in = x.data(), out = y.data(), moments = kept.data()](std::size_t begin,
                                                                         std::size_t end) {
                 for (std::size_t row = begin; row < end; ++row) {
                   const Moments m = moments_of(in + row * n, n, static_cast<real>(eps));
                   moments[2 * row] = m.mean;
                   moments[2 * row + 1] = m.scale;
                   scale_row(in + row * n, m, scale, shift, out + row * n, n);
                 }
               });
  const bool centred = moments_of == layer_moments;
  return record(
      op, std::move(y), {x, weight, bias},
      [=, x = Saved(x), weight = Saved(weight), kept = std::move(kept)](Array& dy, Gradients& d) {
        const Array w = weight.kept() ? Array() : ones({n});
        const real* const scale = weight.kept() ? weight.data() : w.data();
        const real* const in = x.data();
        const bool wants_x = d.wants(0);
        const Gradients::Slot dx = wants_x ? d.into(0) : Gradients::Slot{};
        const auto backward = dx.fresh ? backward_row<true> : backward_row<false>;
        // Each tile sums the dw and db of its rows; the tiles' sums are added in their order.
        const std::size_t tiles = (rows + tile - 1) / tile;
        Array dw = zeros({tiles, n});
        Array db = zeros({tiles, n});
        parallel_for(rows, tile, [&](std::size_t begin, std::size_t end) {
          for (std::size_t row = begin; row < end; ++row) {
            const Moments m{kept.data()[2 * row], kept.data()[2 * row + 1]};
            const std::size_t at = row * n, sum = begin / tile * n;
            Means means = backward_sums(in + at, m, scale, dy.data() + at, dw.data() + sum,
                                        db.data() + sum, n);
            if (!centred) means.g = 0;
            if (wants_x) backward(in + at, m, scale, dy.data() + at, means, dx.data + at, n);
          }
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
