#pragma once

#include <cstddef>
#include <functional>

#include "horloge/core/array.h"

namespace horloge {

struct TsneOptions {
  double perplexity = 30;  ///< how many neighbours count for each point, about
  /// 0 = max(N / early_exaggeration / 4, 50). The 50 throws a few dozen points about; something
  /// like N / 8 unfolds them better.
  double learning_rate = 0;
  double early_exaggeration = 12;  ///< attraction in the first 250 steps, as a factor
  std::size_t iterations = 1000;   ///< steps; fewer if the layout stands still
  /// (N, 2) to begin with; without one, the first two principal components, scaled to a deviation
  /// of 1e-4 along the first.
  Array start{};
  /// Called every 50 steps with the steps done and the divergence. What it throws ends the work.
  std::function<void(std::size_t iteration, double divergence)> progress{};
};

/// A layout in the plane.
struct Tsne {
  Array points;                ///< (N, 2)
  double divergence = 0;       ///< KL(P || Q), in nats
  std::size_t iterations = 0;  ///< steps done
};

/// t-SNE: points in the plane whose neighbours are those of x, by exact gradient descent.
///   x (N, D) -> (N, 2)
/// Van der Maaten and Hinton, "Visualizing data using t-SNE", JMLR 9, 2008; the step, its momentum
/// and gains and when it stops are those of scikit-learn's `TSNE(method="exact")`. Work and memory
/// grow with N^2. The same numbers come out for any number of threads, but not on another
/// processor: steps amplify differences in rounding.
///
/// Near stays near; how far apart clusters are, and how wide each one is, means nothing.
///
/// ShapeError unless x has two axes and `start`, if given, N rows of two; ValueError for fewer than
/// three points, settings out of range (1 <= perplexity < N) and numbers that are not finite.
Tsne tsne(const Array& x, const TsneOptions& options = {});

/// How much points are neighbours: Gaussian weights around each point, as wide as gives it the
/// perplexity e^(entropy), averaged over both directions.
///   x (N, D) -> P (N, N), symmetric, 0 on the diagonal, summing to 1
Array tsne_affinities(const Array& x, double perplexity);

/// KL(P || Q), where Q are the affinities of a layout under a heavy-tailed kernel, and its
/// gradient.
///   P (N, N), y (N, 2)        w_ij = 1 / (1 + |y_i - y_j|^2), q_ij = w_ij / sum w
///   dy_i = 4 sum_j (p_ij - q_ij) w_ij (y_i - y_j)
struct TsneLoss {
  double divergence;
  Array gradient;  ///< (N, 2)
};
TsneLoss tsne_loss(const Array& P, const Array& y);

}  // namespace horloge
