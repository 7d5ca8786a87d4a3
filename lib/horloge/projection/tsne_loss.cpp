#include "horloge/projection/tsne_loss.h"

#include <fmt/format.h>

#include <cmath>

#include "horloge/core/error.h"
#include "horloge/core/parallel.h"
#include "horloge/core/shape.h"

namespace horloge {
namespace {

std::vector<real> column(const Array& y, std::size_t axis) {
  std::vector<real> out(y.shape()[0]);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = y(i, axis);
  return out;
}

}  // namespace

TsneLayout::TsneLayout(const Array& P, const Array& y)
    : P_(P), N_(y.shape()[0]), y_{column(y, 0), column(y, 1)}, forces_(N_) {}

// Adds the forces of `count` other points on a point at (a, b).
void TsneLayout::add_forces(const real* p, const real* y0, const real* y1, std::size_t count,
                            real a, real b, Forces& forces) {
  real pull0 = 0, pull1 = 0, push0 = 0, push1 = 0, sum = 0;
#pragma omp simd reduction(+ : pull0, pull1, push0, push1, sum)
  for (std::size_t j = 0; j < count; ++j) {
    const real d0 = a - y0[j];
    const real d1 = b - y1[j];
    const real w = 1 / (1 + d0 * d0 + d1 * d1);
    const real pw = p[j] * w;
    const real ww = w * w;
    sum += w;
    pull0 += pw * d0;
    pull1 += pw * d1;
    push0 += ww * d0;
    push1 += ww * d1;
  }
  forces.pull[0] += pull0;
  forces.pull[1] += pull1;
  forces.push[0] += push0;
  forces.push[1] += push1;
  forces.w += sum;
}

TsneLayout::Forces TsneLayout::forces_on(std::size_t i) const {
  Forces forces;
  const real* p = P_.data() + i * N_;
  const real* y0 = y_[0].data();
  const real* y1 = y_[1].data();
  add_forces(p, y0, y1, i, y0[i], y1[i], forces);
  const std::size_t next = i + 1;
  add_forces(p + next, y0 + next, y1 + next, N_ - next, y0[i], y1[i], forces);
  return forces;
}

void TsneLayout::gradient(double exaggeration, Axes& gradient) {
  parallel_for(N_, rows_per_tile(N_), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) forces_[i] = forces_on(i);
  });
  double total = 0;
  for (const Forces& forces : forces_) total += static_cast<double>(forces.w);
  for (std::size_t axis = 0; axis < 2; ++axis)
    for (std::size_t i = 0; i < N_; ++i)
      gradient[axis][i] = static_cast<real>(
          4 * (exaggeration * forces_[i].pull[axis] - forces_[i].push[axis] / total));
}

TsneLayout::Terms TsneLayout::terms_of(std::size_t i) const {
  Terms terms;
  for (std::size_t j = 0; j < N_; ++j) {
    if (j == i) continue;
    const double d0 = y_[0][i] - y_[0][j];
    const double d1 = y_[1][i] - y_[1][j];
    const double w = 1 / (1 + d0 * d0 + d1 * d1);
    const double p = P_.data()[i * N_ + j];
    if (p > 0) terms.p_log += p * std::log(p / w);
    terms.p += p;
    terms.w += w;
  }
  return terms;
}

double TsneLayout::divergence() const {
  std::vector<Terms> rows(N_);
  parallel_for(N_, rows_per_tile(N_), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) rows[i] = terms_of(i);
  });
  Terms all;
  for (const Terms& row : rows) {
    all.p_log += row.p_log;
    all.p += row.p;
    all.w += row.w;
  }
  return all.p_log + all.p * std::log(all.w);
}

Array TsneLayout::points() const {
  Array y = empty({N_, 2});
  for (std::size_t i = 0; i < N_; ++i)
    for (std::size_t axis = 0; axis < 2; ++axis) y(i, axis) = y_[axis][i];
  return y;
}

TsneLoss tsne_loss(const Array& P, const Array& y) {
  const auto [N, axes] = dims<2>(y.shape(), "[tsne_loss] y (N, 2)");
  if (axes != 2 || P.shape() != Shape{N, N})
    throw ShapeError(fmt::format("[tsne_loss] P and y must be (N, N) and (N, 2), got {} and {}",
                                 to_string(P.shape()), to_string(y.shape())));
  TsneLayout layout(P, y);
  TsneLayout::Axes gradient{std::vector<real>(N), std::vector<real>(N)};
  layout.gradient(1, gradient);
  TsneLoss loss{layout.divergence(), empty({N, 2})};
  for (std::size_t i = 0; i < N; ++i)
    for (std::size_t axis = 0; axis < 2; ++axis) loss.gradient(i, axis) = gradient[axis][i];
  return loss;
}

}  // namespace horloge
