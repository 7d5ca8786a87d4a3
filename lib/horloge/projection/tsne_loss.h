#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "horloge/core/array.h"

namespace horloge {

struct TsneLoss {
  double divergence;  ///< in nats
  Array gradient;     ///< (N, 2)
};

/// KL(P || Q) and its gradient, where Q are the affinities in the plane under a Student-t kernel
/// (van der Maaten and Hinton 2008, section 3.3).
///   P (N, N), y (N, 2)        w_ij = 1 / (1 + |y_i - y_j|^2), q_ij = w_ij / sum w
///   dy_i = 4 sum_j (p_ij - q_ij) w_ij (y_i - y_j)
/// ShapeError unless the shapes are these.
TsneLoss tsne_loss(const Array& P, const Array& y);

/// The same for points that move, and for a P that may be exaggerated. Coordinates are stored one
/// axis after the other, so that a loop over all points reads contiguous memory.
class TsneLayout {
 public:
  using Axes = std::array<std::vector<real>, 2>;  ///< (2, N)

  /// P (N, N), which must outlive the layout, and y (N, 2).
  TsneLayout(const Array& P, const Array& y);

  /// The gradient of KL(P || Q) with P multiplied by `exaggeration`.
  void gradient(double exaggeration, Axes& gradient);

  /// KL(P || Q) = sum p ln(p / w) + ln(sum w) sum p, over all pairs.
  double divergence() const;

  std::size_t size() const { return N_; }
  std::vector<real>& axis(std::size_t a) { return y_[a]; }
  Array points() const;  ///< (N, 2)

 private:
  /// Attraction and repulsion of one point along both axes. They are kept apart: only repulsion is
  /// divided by the sum of w over all pairs, which is not known yet.
  struct Forces {
    real pull[2] = {0, 0};
    real push[2] = {0, 0};
    real w = 0;  // summed over the other points
  };
  struct Terms {
    double p_log = 0, p = 0, w = 0;
  };

  static void add_forces(const real* p, const real* y0, const real* y1, std::size_t count, real a,
                         real b, Forces& forces);
  Forces forces_on(std::size_t i) const;
  Terms terms_of(std::size_t i) const;

  const Array& P_;
  std::size_t N_;
  Axes y_;
  std::vector<Forces> forces_;
};

}  // namespace horloge
