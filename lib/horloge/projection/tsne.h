#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "horloge/core/array.h"
#include "horloge/projection/tsne_affinities.h"
#include "horloge/projection/tsne_loss.h"

namespace horloge {

struct TsneOptions {
  double perplexity = 30;  ///< the effective number of neighbours of a point
  /// 0 stands for max(N / early_exaggeration / 4, 50). For a few dozen points 50 is too large, and
  /// about N / 8 works better.
  double learning_rate = 0;
  double early_exaggeration = 12;  ///< factor of the attraction in the first 250 steps
  std::size_t iterations = 1000;   ///< at most; fewer if the points no longer move
  /// The initial points (N, 2). By default the first two principal components, scaled to a standard
  /// deviation of 1e-4 along the first.
  Array start{};
  /// Called every 50 steps with the number of steps done and the divergence. An exception from it
  /// ends the descent.
  std::function<void(std::size_t iteration, double divergence)> progress{};
};

/// An embedding in the plane.
struct Tsne {
  Array points;                ///< (N, 2)
  double divergence = 0;       ///< KL(P || Q), in nats
  std::size_t iterations = 0;  ///< steps done
};

/// The descent of t-SNE, to go on with step by step: `tsne` does all its steps.
class TsneDescent {
 public:
  /// Finds the affinities of x (N, D) and the initial points; no step is done yet. Errors as
  /// `tsne`.
  explicit TsneDescent(const Array& x, const TsneOptions& options = {});
  ~TsneDescent();

  /// One step, and `progress` where it is due. Nothing once it is over.
  void step();

  /// True after the last step, or where the points no longer move.
  bool over() const;

  /// Steps done. Where the points stand still, those left of the first 250 count as done.
  std::size_t iterations() const;
  /// KL(P || Q) of the points as they are, in nats.
  double divergence() const;
  Array points() const;  ///< (N, 2)

 private:
  class Moves;
  struct State;
  std::unique_ptr<State> state_;
};

/// t-SNE: points in the plane that have the same neighbours as those of x, by exact gradient
/// descent on KL(P || Q).
///   x (N, D) -> (N, 2)
/// Van der Maaten and Hinton, "Visualizing data using t-SNE", JMLR 9, 2008, algorithm 1; momentum,
/// gains and stopping rule are those of scikit-learn's `TSNE(method="exact")`. Time and memory grow
/// with N^2. The result is the same for any number of threads, but differs from processor to
/// processor, because the descent amplifies rounding.
///
/// Close points stay close. Distances between clusters, and their sizes, mean nothing.
///
/// ShapeError unless x has two axes and `start`, if given, is (N, 2); ValueError for fewer than
/// three points, options out of range (1 <= perplexity < N) and numbers that are not finite.
Tsne tsne(const Array& x, const TsneOptions& options = {});

}  // namespace horloge
