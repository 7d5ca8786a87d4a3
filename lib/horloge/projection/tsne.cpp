#include "horloge/projection/tsne.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "horloge/core/error.h"
#include "horloge/core/shape.h"
#include "horloge/projection/pca.h"

namespace horloge {
namespace {

void check(const TsneOptions& options, std::size_t N) {
  const auto require = [](bool fits, const char* rule, double value) {
    if (!fits) throw ValueError(fmt::format("[tsne] {}, got {}", rule, value));
  };
  require(options.learning_rate >= 0 && std::isfinite(options.learning_rate),
          "learning_rate must be finite and not negative", options.learning_rate);
  require(options.early_exaggeration >= 1 && std::isfinite(options.early_exaggeration),
          "early_exaggeration must be finite and at least 1", options.early_exaggeration);
  if (options.start.dimension() != 0 && options.start.shape() != Shape{N, 2})
    throw ShapeError(fmt::format("[tsne] start must be ({}, 2), a row for each point, got {}", N,
                                 to_string(options.start.shape())));
}

// The first two principal components, scaled down: the layout unfolds from there.
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
constexpr double converged = 1e-7;  // gradient norm

double learning_rate(const TsneOptions& options, std::size_t N) {
  if (options.learning_rate > 0) return options.learning_rate;
  return std::max(static_cast<double>(N) / options.early_exaggeration / 4, 50.0);
}

// N, if t-SNE can do with these.
std::size_t checked(const Array& x, const TsneOptions& options) {
  const std::size_t N = dims<2>(x.shape(), "[tsne] x (N, D)")[0];
  check(options, N);
  return N;
}

}  // namespace

// Gradient descent with momentum and gains (van der Maaten and Hinton 2008, section 3.4): the gain
// of a coordinate grows while it keeps moving downhill and shrinks when it overshoots.
class TsneDescent::Moves {
 public:
  Moves(std::size_t N, double learning_rate) : lr_(static_cast<real>(learning_rate)) {
    for (std::size_t axis = 0; axis < 2; ++axis) {
      gradient_[axis].assign(N, 0);
      velocity_[axis].assign(N, 0);
      gain_[axis].assign(N, 1);
    }
  }

  void step(TsneLayout& layout, double exaggeration, double momentum) {
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

  /// Norm of the last step's gradient, gains included.
  double gradient_norm() const {
    double sum = 0;
    for (const auto& axis : gradient_)
      for (const real g : axis) sum += static_cast<double>(g) * static_cast<double>(g);
    return std::sqrt(sum);
  }

 private:
  real lr_;
  TsneLayout::Axes gradient_, velocity_, gain_;
};

struct TsneDescent::State {
  // Some steps under one exaggeration of P and one momentum.
  struct Phase {
    std::size_t end;       // the steps done when it is over
    std::size_t patience;  // steps without a lower divergence
    double exaggeration, momentum;
  };

  State(const Array& x, const TsneOptions& given)
      : options(given),
        N(checked(x, given)),
        moves(N, learning_rate(given, N)),
        P(tsne_affinities(x, given.perplexity)),
        layout(P, start_of(x, given)) {
    const std::size_t first = std::min(exaggerated_steps, given.iterations);
    phases[0] = {first, exaggerated_steps, given.early_exaggeration, 0.5};
    phases[1] = {given.iterations, 300, 1, 0.8};
    end_phase_at_its_end();
  }

  void end_phase_at_its_end() {
    while (phase < 2 && done == phases[phase].end) ++phase;
  }

  // Where the points no longer move, the first phase counts as done.
  void end_phase() {
    if (phase == 0) done = phases[0].end;
    ++phase;
    best = std::numeric_limits<double>::max();
    best_at = done;
    end_phase_at_its_end();
  }

  // Whether the last steps moved the points, and downhill.
  bool goes_on() {
    const double divergence = layout.divergence();
    if (options.progress) options.progress(done, divergence);
    if (divergence < best) {
      best = divergence;
      best_at = done;
    } else if (done - best_at > phases[phase].patience) {
      return false;
    }
    return moves.gradient_norm() > converged && done < phases[phase].end;
  }

  TsneOptions options;
  std::size_t N;
  Moves moves;
  Array P;
  TsneLayout layout;
  std::array<Phase, 2> phases{};
  std::size_t phase = 0, done = 0;
  double best = std::numeric_limits<double>::max();
  std::size_t best_at = 0;
};

TsneDescent::TsneDescent(const Array& x, const TsneOptions& options)
    : state_(std::make_unique<State>(x, options)) {}
TsneDescent::~TsneDescent() = default;

void TsneDescent::step() {
  if (over()) return;
  const State::Phase& phase = state_->phases[state_->phase];
  state_->moves.step(state_->layout, phase.exaggeration, phase.momentum);
  ++state_->done;
  const bool due = state_->done % steps_between_checks == 0 || state_->done == phase.end;
  if (due && !state_->goes_on()) state_->end_phase();
}

bool TsneDescent::over() const { return state_->phase == state_->phases.size(); }

std::size_t TsneDescent::iterations() const { return state_->done; }

double TsneDescent::divergence() const { return state_->layout.divergence(); }

Array TsneDescent::points() const { return state_->layout.points(); }

Tsne tsne(const Array& x, const TsneOptions& options) {
  TsneDescent descent(x, options);
  while (!descent.over()) descent.step();
  return {descent.points(), descent.divergence(), descent.iterations()};
}

}  // namespace horloge
