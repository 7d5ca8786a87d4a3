#include <cmath>

#include "horloge/core/error.h"
#include "horloge/nn/position/learned.h"
#include "horloge/nn/position/none.h"
#include "horloge/nn/position/sinusoidal.h"
#include "horloge/ops/matmul.h"
#include "support/arrays.h"
#include "support/gradients.h"

namespace horloge {
namespace {

using test::array_of;
using test::bound;
using test::near;

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

// One matrix shifts every position by the same offset.
TEST(Sinusoidal, AShiftIsOneRotation) {
  const Array pe = sinusoidal_table(60, 8);
  for (const std::size_t offset : {1U, 5U, 17U}) {
    const Tensor shifted =
        linear(Tensor(pe), Tensor(sinusoidal_shift(static_cast<double>(offset), 8)));
    for (std::size_t t = 0; t + offset < 60; ++t)
      for (std::size_t j = 0; j < 8; ++j)
        EXPECT_NEAR(shifted.array()(t, j), pe(t + offset, j), bound(1e-6, 1e-13));
  }
}

TEST(Sinusoidal, OddWidthsAndPaddingRows) {
  EXPECT_ERROR(sinusoidal_table(4, 7), ValueError, "d_model 7 must be even");
  EXPECT_EQ(sinusoidal_table(3, 2).shape(), (Shape{3, 2}));
  SinusoidOptions options;
  options.padding_idx = 1;
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
  y.backward(ones(y.shape()));
  for (std::size_t row = 0; row < 5; ++row)
    EXPECT_EQ(positions.weight.grad()(row, 0), real(row >= 1 && row <= 3 ? 2 : 0));
  EXPECT_ERROR(positions(x, 3), IndexError, "the table ends before position 5");
}

TEST(NoPositions, ChangesNothing) {
  const Tensor x(Rng(1).normal({1, 2, 3}));
  EXPECT_EQ(NoPositions()(x).buffer(), x.buffer());
}

}  // namespace
}  // namespace horloge
