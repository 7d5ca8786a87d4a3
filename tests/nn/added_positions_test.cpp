// The schemes that are added to x, beyond what holds for every scheme.

#include "horloge/nn/position/index.h"
#include "horloge/nn/position/learned.h"
#include "horloge/nn/position/sinusoidal.h"
#include "support/arrays.h"

namespace horloge {
namespace {

TEST(IndexPositions, AddTheNumberItself) {
  const Ids positions = {{0, 1, 2}, {7, 8, 9}};
  const Array y = IndexPositions().embed(Tensor(zeros({2, 3, 4})), positions).array();
  EXPECT_EQ(y(0, 2, 3), real{2});
  EXPECT_EQ(y(1, 2, 0), real{9});
  EXPECT_ERROR(IndexPositions().embed(Tensor(zeros({2, 3, 4})), arange(2)), ShapeError,
               "positions (2,) must be (T) or (B, T)");
}

TEST(ScaledIndexPositions, NeedTheWholeSequence) {
  const ScaledIndexPositions scheme;
  const Array y = scheme.embed(Tensor(zeros({2, 5, 4})), arange(5)).array();
  for (std::size_t t = 0; t < 5; ++t) EXPECT_EQ(y(1, t, 2), static_cast<real>(t) / 4);
  EXPECT_EQ(scheme.embed(Tensor(zeros({1, 1, 4})), arange(1)).array()(0, 0, 0), real{0});
  EXPECT_ERROR(scheme.embed(Tensor(zeros({1, 2, 4})), positions_from(3, 2)), ValueError,
               "positions must be 0 to 1, the whole sequence, got 3 at index 0");
}

// An offset so large that offset + T begins again at 0.
TEST(AddedSchemes, EndBeforeTheLargestNumber) {
  Rng rng(1);
  const SinusoidalPositions sinusoidal(9, 4);
  const LearnedPositions learned(9, 4, rng);
  const Tensor x(zeros({1, 3, 4}));
  for (const std::size_t back : {0U, 1U, 2U, 3U}) {
    const std::size_t offset = std::numeric_limits<std::size_t>::max() - back;
    EXPECT_ERROR(sinusoidal(x, offset), IndexError, "3 positions from");
    EXPECT_ERROR(learned(x, offset), IndexError, "3 positions from");
  }
  EXPECT_ERROR(learned(x, std::numeric_limits<std::size_t>::max() / 4), IndexError,
               "the table ends before position 9");
}

TEST(AddedSchemes, TakePositionsOfEachSequence) {
  Rng rng(1);
  const SinusoidalPositions sinusoidal(9, 4);
  const LearnedPositions learned(9, 4, rng);
  const Ids positions = {{0, 1, 2}, {6, 7, 8}};
  const Tensor x(zeros({2, 3, 4}));
  for (std::size_t j = 0; j < 4; ++j) {
    EXPECT_EQ(sinusoidal.embed(x, positions).array()(1, 1, j), sinusoidal.pe.array()(0, 7, j));
    EXPECT_EQ(learned.embed(x, positions).array()(1, 1, j), learned.weight.array()(7, j));
  }
  const Ids outside = {7, 8, 9};
  EXPECT_ERROR(sinusoidal.embed(x, outside), IndexError,
               "positions 7 to 9 needed, the table ends before position 9");
  EXPECT_ERROR(learned.embed(x, outside), IndexError, "ends before position 9");
  const Ids negative = {-1, 0, 1};
  EXPECT_ERROR(learned.embed(x, negative), IndexError, "positions -1 to 1 needed");
}

}  // namespace
}  // namespace horloge
