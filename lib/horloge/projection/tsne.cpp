#include "horloge/projection/tsne.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "horloge/core/error.h"
#include "horloge/core/parallel.h"
#include "horloge/core/shape.h"
#include "horloge/projection/pca.h"
#include "horloge/projection/trustworthiness.h"

namespace horloge {
namespace {

void check(const Array& x, double perplexity) {
  const std::size_t N = dims<2>(x.shape(), "[tsne] x (N, D)")[0];
  if (N < 3)
    throw ValueError(fmt::format("[tsne] x {} needs at least three rows", to_string(x.shape())));
  if (!(perplexity >= 1 && perplexity < static_cast<double>(N)))
    throw ValueError(fmt::format(
        "[tsne] perplexity must be at least 1 and below the {} points, got {}", N, perplexity));
  if (!std::all_of(x.begin(), x.end(), [](real value) { return std::isfinite(value); }))
    throw ValueError("[tsne] x must be finite: it holds a NaN or an infinity");
}

void check(const TsneOptions& options, std::size_t N) {
  const auto require = [](bool fits, const char* rule, double value) {
    if (!fits) throw ValueError(fmt::format("[tsne] {}, got {}", rule, value));
  };
  require(options.learning_rate >= 0 && std::isfinite(options.learning_rate),
          "learning_rate must not be negative", options.learning_rate);
  require(options.early_exaggeration >= 1 && std::isfinite(options.early_exaggeration),
          "early_exaggeration must be at least 1", options.early_exaggeration);
  if (options.start.dimension() != 0 && options.start.shape() != Shape{N, 2})
    throw ShapeError(
        fmt::format("[tsne] start must have a row of two for each of the {} points, "
                    "got {}",
                    N, to_string(options.start.shape())));
}

// Weights e^(-b (d_j - nearest)) of the other points, summing to 1. Answers with their entropy.
double weigh(const std::vector<double>& distances, double b, std::vector<double>& weights) {
  const double nearest = *std::min_element(distances.begin(), distances.end());
  double total = 0;
  for (std::size_t j = 0; j < distances.size(); ++j)
    total += weights[j] = std::exp(-b * (distances[j] - nearest));
  double mean = 0;
  for (std::size_t j = 0; j < distances.size(); ++j) {
    weights[j] /= total;
    mean += weights[j] * (distances[j] - nearest);
  }
  return std::log(total) + b * mean;
}

// The b whose weights have this entropy: larger b, fewer neighbours, less entropy. Where no b has
// it, because too many points are equally near, the search ends with one of the ends.
void weigh_to_entropy(const std::vector<double>& distances, double entropy,
                      std::vector<double>& weights) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  double b = 1, low = 0, high = infinity;
  for (int attempt = 0; attempt < 100; ++attempt) {
    const double excess = weigh(distances, b, weights) - entropy;
    if (std::fabs(excess) <= 1e-5) return;
    (excess > 0 ? low : high) = b;
    b = std::isinf(high) ? b * 2 : (low + high) / 2;
  }
}

// What pulls and pushes one point, along both axes.
struct Forces {
  real pull[2] = {0, 0};
  real push[2] = {0, 0};
  real w = 0;  // sum of the kernel over the other points
};

// Adds the forces of `count` others on a point at (a, b). Attraction and repulsion stand apart,
// since only repulsion is divided by the sum over all pairs, which is not known yet.
void add_forces(const real* p, const real* y0, const real* y1, std::size_t count, real a, real b,
                Forces& forces) {
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

// A layout, one axis after the other, so that a row of pairs is a run of memory.
class Layout {
 public:
  Layout(const Array& P, const Array& y)
      : P_(P), N_(y.shape()[0]), y_{column(y, 0), column(y, 1)}, forces_(N_) {}

  /// gradient[axis][i], with P multiplied by `exaggeration`.
  void gradient(double exaggeration, std::vector<real> (&gradient)[2]) {
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

  /// KL(P || Q) = sum p ln(p / w) + ln(sum w) sum p, over all pairs.
  double divergence() const {
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

  std::size_t size() const { return N_; }
  std::vector<real>& axis(std::size_t a) { return y_[a]; }

  Array points() const {
    Array y = empty({N_, 2});
    for (std::size_t i = 0; i < N_; ++i)
      for (std::size_t axis = 0; axis < 2; ++axis) y(i, axis) = y_[axis][i];
    return y;
  }

 private:
  static std::vector<real> column(const Array& y, std::size_t axis) {
    std::vector<real> out(y.shape()[0]);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = y(i, axis);
    return out;
  }

  Forces forces_on(std::size_t i) const {
    Forces forces;
    const real* p = P_.data() + i * N_;
    const real* y0 = y_[0].data();
    const real* y1 = y_[1].data();
    add_forces(p, y0, y1, i, y0[i], y1[i], forces);
    const std::size_t next = i + 1;
    add_forces(p + next, y0 + next, y1 + next, N_ - next, y0[i], y1[i], forces);
    return forces;
  }

  struct Terms {
    double p_log = 0, p = 0, w = 0;
  };
  Terms terms_of(std::size_t i) const {
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

  const Array& P_;
  std::size_t N_;
  std::vector<real> y_[2];
  std::vector<Forces> forces_;
};

// Gradient descent with momentum. A coordinate that keeps its direction gets a larger gain from
// step to step, one that turns round a smaller one.
class Descent {
 public:
  Descent(std::size_t N, double learning_rate) : lr_(static_cast<real>(learning_rate)) {
    for (std::size_t axis = 0; axis < 2; ++axis) {
      gradient_[axis].assign(N, 0);
      velocity_[axis].assign(N, 0);
      gain_[axis].assign(N, 1);
    }
  }

  void step(Layout& layout, double exaggeration, double momentum) {
    layout.gradient(exaggeration, gradient_);
    const auto m = static_cast<real>(momentum);
    for (std::size_t axis = 0; axis < 2; ++axis)
      for (std::size_t i = 0; i < layout.size(); ++i) {
        real& g = gradient_[axis][i];
        real& v = velocity_[axis][i];
        real& gain = gain_[axis][i];
        gain = std::max(v * g < 0 ? gain + real{0.2} : gain * real{0.8}, real{0.01});
        g *= gain;
        v = m * v - lr_ * g;
        layout.axis(axis)[i] += v;
      }
  }

  /// Length of the last step's gradient, gains included.
  double gradient_norm() const {
    double sum = 0;
    for (const auto& axis : gradient_)
      for (const real g : axis) sum += static_cast<double>(g) * static_cast<double>(g);
    return std::sqrt(sum);
  }

 private:
  real lr_;
  std::vector<real> gradient_[2], velocity_[2], gain_[2];
};

// The first two principal components, tiny: the layout unfolds from there.
Array start_of(const Array& x, const TsneOptions& options) {
  if (options.start.dimension() != 0) return options.start;
  const std::size_t N = x.shape()[0];
  const std::size_t K = std::min<std::size_t>(2, x.shape()[1]);
  const Pca parts = pca(x, K);
  double squares = 0;
  for (std::size_t i = 0; i < N; ++i) squares += std::pow(double{parts.projected(i, 0)}, 2);
  const double deviation = std::sqrt(squares / static_cast<double>(N));
  Array y = zeros({N, 2});
  if (deviation == 0) return y;
  for (std::size_t i = 0; i < N; ++i)
    for (std::size_t k = 0; k < K; ++k)
      y(i, k) = static_cast<real>(parts.projected(i, k) / deviation * 1e-4);
  return y;
}

constexpr std::size_t exaggerated_steps = 250;
constexpr std::size_t steps_between_checks = 50;
constexpr double still = 1e-7;  // a gradient this short moves nothing any more

// Some steps under one exaggeration and momentum. They end early when the divergence has not fallen
// for `patience` steps. Answers with the number of steps done in all.
std::size_t descend(Layout& layout, Descent& descent, std::size_t begin, std::size_t end,
                    std::size_t patience, double exaggeration, double momentum,
                    const TsneOptions& options) {
  double best = std::numeric_limits<double>::max();
  std::size_t best_at = begin;
  for (std::size_t done = begin + 1; done <= end; ++done) {
    const bool to_check = done % steps_between_checks == 0 || done == end;
    descent.step(layout, exaggeration, momentum);
    if (!to_check) continue;
    const double divergence = layout.divergence();
    if (options.progress) options.progress(done, divergence);
    if (divergence < best) {
      best = divergence;
      best_at = done;
    } else if (done - best_at > patience) {
      return done;
    }
    if (descent.gradient_norm() <= still) return done;
  }
  return end;
}

}  // namespace

Array tsne_affinities(const Array& x, double perplexity) {
  check(x, perplexity);
  const std::size_t N = x.shape()[0];
  const Array distances = squared_distances(x);
  const double entropy = std::log(perplexity);
  std::vector<double> conditional(N * N);
  parallel_for(N, rows_per_tile(N), [&](std::size_t begin, std::size_t end) {
    std::vector<double> others(N - 1), weights(N - 1);
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t j = 0; j + 1 < N; ++j) others[j] = distances(i, j < i ? j : j + 1);
      weigh_to_entropy(others, entropy, weights);
      for (std::size_t j = 0; j + 1 < N; ++j) conditional[i * N + (j < i ? j : j + 1)] = weights[j];
    }
  });
  Array P = empty({N, N});
  for (std::size_t i = 0; i < N; ++i)
    for (std::size_t j = 0; j < N; ++j)
      P(i, j) = static_cast<real>((conditional[i * N + j] + conditional[j * N + i]) /
                                  (2 * static_cast<double>(N)));
  return P;
}

TsneLoss tsne_loss(const Array& P, const Array& y) {
  const auto [N, axes] = dims<2>(y.shape(), "[tsne_loss] y (N, 2)");
  if (axes != 2 || P.shape() != Shape{N, N})
    throw ShapeError(fmt::format("[tsne_loss] P {} and y {} must be (N, N) and (N, 2)",
                                 to_string(P.shape()), to_string(y.shape())));
  Layout layout(P, y);
  std::vector<real> gradient[2] = {std::vector<real>(N), std::vector<real>(N)};
  layout.gradient(1, gradient);
  TsneLoss loss{layout.divergence(), empty({N, 2})};
  for (std::size_t i = 0; i < N; ++i)
    for (std::size_t axis = 0; axis < 2; ++axis) loss.gradient(i, axis) = gradient[axis][i];
  return loss;
}

Tsne tsne(const Array& x, const TsneOptions& options) {
  check(x, options.perplexity);
  const std::size_t N = x.shape()[0];
  check(options, N);
  const Array P = tsne_affinities(x, options.perplexity);
  const double exaggeration = options.early_exaggeration;
  const double lr = options.learning_rate > 0
                        ? options.learning_rate
                        : std::max(static_cast<double>(N) / exaggeration / 4, 50.0);
  Layout layout(P, start_of(x, options));
  Descent descent(N, lr);
  const std::size_t first = std::min(exaggerated_steps, options.iterations);
  descend(layout, descent, 0, first, exaggerated_steps, exaggeration, 0.5, options);
  std::size_t done = first;
  if (options.iterations > first)
    done = descend(layout, descent, first, options.iterations, 300, 1, 0.8, options);
  const Array points = layout.points();
  return {points, tsne_loss(P, points).divergence, done};
}

}  // namespace horloge
