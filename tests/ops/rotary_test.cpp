#include "horloge/ops/rotary.h"

#include "horloge/core/parallel.h"
#include "horloge/ops/layout.h"
#include "support/gradients.h"

namespace horloge {
namespace {

struct Angles {
  Array cos, sin;
};

Angles random_angles(const Shape& shape, std::uint64_t seed) {
  Angles a{Rng(seed).uniform(shape, -4, 4), empty(shape)};
  for (std::size_t i = 0; i < a.cos.size(); ++i) {
    const double angle = a.cos.data()[i];
    a.cos.data()[i] = static_cast<real>(std::cos(angle));
    a.sin.data()[i] = static_cast<real>(std::sin(angle));
  }
  return a;
}

// Element by element, for x (B, H, T, K) and angles (T, R/2), or (B, 1, T, R/2).
Array naive_rotation(const Array& x, const Angles& a, Pairing pairing) {
  const std::size_t B = x.shape()[0], H = x.shape()[1], T = x.shape()[2];
  const std::size_t pairs = a.cos.shape().back();
  Array y = x;
  for (std::size_t b = 0; b < B; ++b)
    for (std::size_t h = 0; h < H; ++h)
      for (std::size_t t = 0; t < T; ++t)
        for (std::size_t j = 0; j < pairs; ++j) {
          const std::size_t first = pairing == Pairing::half ? j : 2 * j;
          const std::size_t second = pairing == Pairing::half ? j + pairs : 2 * j + 1;
          const real c = a.cos.dimension() == 2 ? a.cos(t, j) : a.cos(b, 0, t, j);
          const real s = a.sin.dimension() == 2 ? a.sin(t, j) : a.sin(b, 0, t, j);
          y(b, h, t, first) = x(b, h, t, first) * c - x(b, h, t, second) * s;
          y(b, h, t, second) = x(b, h, t, first) * s + x(b, h, t, second) * c;
        }
  return y;
}

TEST(RotatePairs, TurnsAQuarter) {
  const Tensor x(array_of({1, 5}, {1, 2, 3, 4, 5}));
  const Array cos = zeros({1, 2});
  const Array sin = ones({1, 2});
  EXPECT_TRUE(same(rotate_pairs(x, cos, sin, Pairing::interleaved).array(),
                   array_of({1, 5}, {-2, 1, -4, 3, 5})));
  EXPECT_TRUE(
      same(rotate_pairs(x, cos, sin, Pairing::half).array(), array_of({1, 5}, {-3, -4, 1, 2, 5})));
}

TEST(RotatePairs, AgreesWithTheFormulaWholeAndInPart) {
  for (const Pairing pairing : {Pairing::interleaved, Pairing::half})
    for (const Shape& shape : {Shape{5, 4}, Shape{5, 3}, Shape{2, 1, 5, 4}}) {
      const Array x = Rng(1).normal({2, 3, 5, 8});
      const Angles a = random_angles(shape, 2);
      EXPECT_TRUE(near(rotate_pairs(Tensor(x), a.cos, a.sin, pairing).array(),
                       naive_rotation(x, a, pairing), bound(1e-6, 1e-15)))
          << to_string(shape);
    }
}

TEST(RotatePairs, KeepsLengthsAndTurnsBackByTheOppositeAngle) {
  const Array x = Rng(3).normal({4, 3, 6});
  Angles a = random_angles({3, 3}, 4);
  const Tensor turned = rotate_pairs(Tensor(x), a.cos, a.sin, Pairing::half);
  for (real& s : a.sin) s = -s;
  EXPECT_TRUE(
      near(rotate_pairs(turned, a.cos, a.sin, Pairing::half).array(), x, bound(2e-6, 1e-14)));
}

TEST(RotatePairs, SaysWhatDoesNotFit) {
  const Tensor x(zeros({2, 3, 4}));
  const auto rotate = [&](const Shape& cos, const Shape& sin) {
    return rotate_pairs(x, zeros(cos), zeros(sin), Pairing::half);
  };
  EXPECT_ERROR(rotate({3, 2}, {3, 1}), ShapeError,
               "[rotate_pairs] cos (3, 2) and sin (3, 1) must have one shape");
  EXPECT_ERROR(rotate({3, 3}, {3, 3}), ShapeError,
               "[rotate_pairs] 3 pairs of cos (3, 3) do not fit in a head of x (2, 3, 4)");
  EXPECT_ERROR(rotate({5, 2}, {5, 2}), ShapeError, "[rotate_pairs] shapes do not broadcast");
  EXPECT_ERROR(rotate({7, 1, 3, 2}, {7, 1, 3, 2}), ShapeError, "[rotate_pairs] cos (…, T, R/2)");
  EXPECT_ERROR(rotate({2}, {2}), ShapeError, "[rotate_pairs] x (…, T, K)");
  EXPECT_EQ(
      rotate_pairs(Tensor(zeros({2, 0, 4})), zeros({0, 2}), zeros({0, 2}), Pairing::half).shape(),
      (Shape{2, 0, 4}));
}

TEST(RotatePairs, Gradient) {
  for (const Pairing pairing : {Pairing::interleaved, Pairing::half}) {
    const Angles a = random_angles({3, 2}, 5);
    EXPECT_TRUE(
        gradients_agree([&](const auto& in) { return rotate_pairs(in[0], a.cos, a.sin, pairing); },
                        {leaf({2, 3, 5}, 6)}));
    const Angles b = random_angles({2, 1, 3, 2}, 7);
    EXPECT_TRUE(gradients_agree(
        [&](const auto& in) {
          return concat({rotate_pairs(in[0], b.cos, b.sin, pairing), in[0],
                         rotate_pairs(in[0], a.cos, a.sin, pairing)},
                        0);
        },
        {leaf({2, 2, 3, 4}, 8)}));
  }
}

// Heads side by side are those that a reshape makes of them.
TEST(RotatePairs, TurnsHeadsSideBySideAlike) {
  for (const Pairing pairing : {Pairing::interleaved, Pairing::half})
    for (const Shape& shape : {Shape{4, 2}, Shape{2, 4, 2}, Shape{1, 4, 1}}) {
      const Tensor x = leaf({2, 4, 15}, 1);
      const Angles a = random_angles(shape, 2);
      Shape apart = shape;
      apart.insert(apart.end() - 1, 1);
      Angles of_each = a;
      of_each.cos.reshape(apart);
      of_each.sin.reshape(apart);
      const Tensor want = rotate_pairs(reshape(x, {2, 4, 3, 5}), of_each.cos, of_each.sin, pairing);
      EXPECT_TRUE(same(rotate_pairs(x, 5, a.cos, a.sin, pairing).array(),
                       reshape(want, {2, 4, 15}).array()));
      EXPECT_TRUE(gradients_agree(
          [&](const auto& in) { return rotate_pairs(in[0], 5, a.cos, a.sin, pairing); }, {x}));
    }
  EXPECT_ERROR(rotate_pairs(leaf({2, 4, 15}, 1), 4, zeros({4, 2}), zeros({4, 2}), Pairing::half),
               ShapeError,
               "[rotate_pairs] x (2, 4, 15) has 15 columns, not a multiple of head_dim 4");
}

TEST(RotatePairs, GivesTheSameBitsForAnyThreads) {
  const Angles a = random_angles({4, 1, 65, 8}, 9);
  const auto run = [&](int threads) {
    set_num_threads(threads);
    const Tensor x(Rng(10).normal({4, 30, 65, 16}), true);
    const Tensor y = rotate_pairs(x, a.cos, a.sin, Pairing::interleaved);
    y.backward(Rng(11).normal(x.shape()));
    set_num_threads(0);
    return std::pair(y.array(), x.grad());
  };
  const auto one = run(1);
  const auto two = run(2);
  EXPECT_TRUE(same(two.first, one.first));
  EXPECT_TRUE(same(two.second, one.second));
  EXPECT_TRUE(near(one.first,
                   naive_rotation(Rng(10).normal({4, 30, 65, 16}), a, Pairing::interleaved),
                   bound(2e-6, 1e-15)));
}

}  // namespace
}  // namespace horloge
