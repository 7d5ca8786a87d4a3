#include "horloge/projection/tsne_loss.h"

#include "horloge/projection/tsne_affinities.h"
#include "support/arrays.h"

namespace horloge {
namespace {

TEST(TsneLoss, HasTheGradientOfItsDivergence) {
  const Array P = tsne_affinities(Rng(1).normal({12, 4}), 4);
  const Array y = Rng(2).normal({12, 2});
  const TsneLoss loss = tsne_loss(P, y);
  const double h = bound(1e-2, 1e-5);
  for (std::size_t k = 0; k < y.size(); ++k) {
    Array up = y, down = y;
    up.data()[k] += static_cast<real>(h);
    down.data()[k] -= static_cast<real>(h);
    const double slope = (tsne_loss(P, up).divergence - tsne_loss(P, down).divergence) / (2 * h);
    EXPECT_NEAR(loss.gradient.data()[k], slope, bound(1e-4, 1e-9));
  }
}

TEST(TsneLoss, IsZeroWhereBothAffinitiesAgree) {
  const Array y = array_of({3, 2}, {0, 0, 1, 0, 0.5, std::sqrt(0.75)});  // all equally far
  const TsneLoss loss = tsne_loss((ones({3, 3}) - Array(xt::eye<real>(3))) / 6, y);
  EXPECT_NEAR(loss.divergence, 0, 1e-6);
  EXPECT_TRUE(near(loss.gradient, zeros({3, 2}), 1e-6));
}

TEST(TsneLoss, NeedsAffinitiesOfItsPoints) {
  EXPECT_ERROR(tsne_loss(zeros({3, 3}), zeros({4, 2})), ShapeError,
               "[tsne_loss] P and y must be (N, N) and (N, 2), got (3, 3) and (4, 2)");
}

}  // namespace
}  // namespace horloge
