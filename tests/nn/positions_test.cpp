#include "horloge/nn/position/learned.h"
#include "horloge/nn/position/none.h"
#include "horloge/nn/position/sinusoidal.h"
#include "horloge/ops/matmul.h"
#include "support/gradients.h"

namespace horloge {
namespace {

TEST(Sinusoidal, IsTheFormulaInEachLayout) {
  const std::size_t D = 6;
  for (const std::int64_t pos : {0, 1, 7, 100000}) {
    const Ids positions = {pos};
    SinusoidOptions options;
    for (std::size_t i = 0; i < 3; ++i) {
      const double angle = static_cast<double>(pos) / std::pow(10000.0, 2.0 * i / D);
      const double other = static_cast<double>(pos) / std::pow(10000.0, i / 2.0);
      options.layout = SinusoidLayout::interleaved;
      EXPECT_NEAR(sinusoidal_rows(positions, D, options)(0, 2 * i), std::sin(angle),
                  bound(1e-7, 1e-10));
      EXPECT_NEAR(sinusoidal_rows(positions, D, options)(0, 2 * i + 1), std::cos(angle),
                  bound(1e-7, 1e-10));
      options.layout = SinusoidLayout::halves;
      EXPECT_NEAR(sinusoidal_rows(positions, D, options)(0, i), std::sin(angle),
                  bound(1e-7, 1e-10));
      EXPECT_NEAR(sinusoidal_rows(positions, D, options)(0, 3 + i), std::cos(angle),
                  bound(1e-7, 1e-10));
      options.layout = SinusoidLayout::tensor2tensor;
      EXPECT_NEAR(sinusoidal_rows(positions, D, options)(0, i), std::sin(other),
                  bound(1e-7, 1e-10));
      EXPECT_NEAR(sinusoidal_rows(positions, D, options)(0, 3 + i), std::cos(other),
                  bound(1e-7, 1e-10));
    }
  }
}

TEST(Sinusoidal, TakesPositionsOfAnyShape) {
  const Ids positions = {{3, 1}, {4, 1}};
  const Array rows = sinusoidal_rows(positions, 4);
  EXPECT_EQ(rows.shape(), (Shape{2, 2, 4}));
  const Array table = sinusoidal_table(5, 4);
  for (std::size_t j = 0; j < 4; ++j) EXPECT_EQ(rows(1, 0, j), table(4, j));
}

TEST(Sinusoidal, TheNotebooksPosition3) {
  const Array pe = sinusoidal_table(10, 8);
  const Array want =
      array_of({8}, {0.1411, -0.9900, 0.2955, 0.9553, 0.0300, 0.9996, 0.0030, 1.0000});
  for (std::size_t j = 0; j < 8; ++j) EXPECT_NEAR(pe(3, j), want(j), 5e-5);
}

// One matrix shifts every position by the same offset, forwards or backwards; it is a rotation, so
// its transpose takes the step back.
TEST(Sinusoidal, AShiftIsOneRotation) {
  const std::size_t D = 8;
  for (const double base : {10000.0, 50.0})
    for (const std::int64_t offset : {1, 5, 17, 5000, -3}) {
      const auto options = SinusoidOptions().with_base(base);
      const Array M = sinusoidal_shift(static_cast<double>(offset), D, base);
      for (const std::int64_t first : {0, 3000, 200000}) {
        const Ids from = arange(60) + first, to = from + offset;
        const Array rows = sinusoidal_rows(from, D, options),
                    want = sinusoidal_rows(to, D, options);
        EXPECT_TRUE(near(linear(Tensor(rows), Tensor(M)).array(), want, bound(1e-6, 1e-10)));
        EXPECT_TRUE(near(matmul(Tensor(want), Tensor(M)).array(), rows, bound(1e-6, 1e-10)));
      }
      for (std::size_t i = 0; i < D; ++i)
        for (std::size_t j = 0; j < D; ++j)
          EXPECT_TRUE(i / 2 == j / 2 || M(i, j) == 0) << i << " " << j;
      for (std::size_t i = 0; i < D; i += 2)
        EXPECT_NEAR(M(i, i) * M(i + 1, i + 1) - M(i, i + 1) * M(i + 1, i), 1, bound(1e-6, 1e-14));
    }
}

// In every layout the dot product of two rows depends on how far apart they are, and varies with
// it.
TEST(Sinusoidal, DotProductsDependOnTheDistanceAlone) {
  for (const auto layout :
       {SinusoidLayout::interleaved, SinusoidLayout::halves, SinusoidLayout::tensor2tensor}) {
    const auto options = SinusoidOptions().with_layout(layout);
    const Array pe = sinusoidal_table(300, 12, options);
    const auto product = [&](std::size_t i, std::size_t j) {
      double sum = 0;
      for (std::size_t d = 0; d < 12; ++d) sum += static_cast<double>(pe(i, d)) * pe(j, d);
      return sum;
    };
    for (const std::size_t distance : {0U, 1U, 2U, 90U})
      for (const std::size_t first : {1U, 50U, 209U})
        EXPECT_NEAR(product(first, first + distance), product(0, distance), bound(1e-5, 1e-12));
    EXPECT_NEAR(product(0, 0), 6, bound(1e-5, 1e-12));
    EXPECT_LT(product(0, 1), 5.9);
    EXPECT_LT(product(0, 2), product(0, 1) - 0.1);
  }
}

TEST(Sinusoidal, OddWidthsAndPaddingRows) {
  EXPECT_ERROR(sinusoidal_table(4, 7), ValueError, "d_model 7 must be even");
  EXPECT_EQ(sinusoidal_table(3, 2).shape(), (Shape{3, 2}));
  const auto options = SinusoidOptions().with_padding_idx(1);
  const Array table = sinusoidal_table(3, 4, options);
  for (std::size_t j = 0; j < 4; ++j) EXPECT_EQ(table(1, j), real{0});
  EXPECT_NE(table(2, 0), real{0});
}

TEST(SinusoidalPositions, AddsRowsFromAnOffsetAndTrainsNothing) {
  const SinusoidalPositions positions(6, 4);
  EXPECT_TRUE(positions.parameters().empty());
  ASSERT_EQ(positions.state_dict().size(), 1U);
  EXPECT_EQ(positions.state_dict()[0].name, "pe");
  EXPECT_EQ(positions.pe.shape(), (Shape{1, 6, 4}));
  const Array y = positions(Tensor(zeros({2, 3, 4})), 2).array();
  const Array table = sinusoidal_table(6, 4);
  for (std::size_t t = 0; t < 3; ++t)
    for (std::size_t j = 0; j < 4; ++j) EXPECT_EQ(y(1, t, j), table(t + 2, j));
  EXPECT_TRUE(test::gradients_agree([&](const auto& x) { return positions(x[0]); },
                                    {test::leaf({2, 3, 4}, 1)}));
  EXPECT_ERROR(positions(Tensor(zeros({2, 3, 4})), 4), IndexError,
               "the table ends before position 6");
  EXPECT_ERROR(positions(Tensor(zeros({2, 3, 6}))), ShapeError, "must end in d_model 4");
  EXPECT_ERROR(positions(Tensor(zeros({3, 4}))), ShapeError, "x (B, T, D) must have rank 3");
}

TEST(LearnedPositions, OnlyUsedRowsGetAGradient) {
  Rng rng(1);
  const LearnedPositions positions(5, 4, rng);
  EXPECT_EQ(positions.state_dict()[0].name, "weight");
  const Tensor x = test::leaf({2, 3, 4}, 1);
  const Tensor y = positions(x, 1);
  for (std::size_t j = 0; j < 4; ++j)
    EXPECT_EQ(y.array()(1, 2, j), x.array()(1, 2, j) + positions.weight.array()(3, j));
  const Array dy = Rng(2).normal({2, 3, 4});
  y.backward(dy);
  for (std::size_t row = 0; row < 5; ++row)
    for (std::size_t j = 0; j < 4; ++j) {
      const bool used = row >= 1 && row <= 3;
      EXPECT_NEAR(positions.weight.grad()(row, j),
                  used ? dy(0, row - 1, j) + dy(1, row - 1, j) : real{0}, bound(1e-6, 1e-15));
    }
  EXPECT_ERROR(positions(x, 3), IndexError, "the table ends before position 5");
}

// Also where a row is used twice, and where sequences stand at different places.
TEST(LearnedPositions, Gradient) {
  Rng rng(1);
  LearnedPositions positions(5, 4, rng);
  const Ids places = {{0, 1, 1}, {3, 0, 4}};
  EXPECT_TRUE(test::gradients_agree(
      [&](const auto& x) {
        positions.weight = x[1];
        return positions.embed(x[0], places);
      },
      {test::leaf({2, 3, 4}, 1), test::leaf({5, 4}, 2)}));
}

TEST(NoPositions, ChangesNothing) {
  const Tensor x(Rng(1).normal({1, 2, 3}));
  EXPECT_EQ(NoPositions()(x).buffer(), x.buffer());
}

}  // namespace
}  // namespace horloge
