#include "horloge/ops/layout.h"

#include <functional>
#include <numeric>

#include "horloge/core/parallel.h"
#include "support/gradients.h"

namespace horloge {
namespace {

using Index = std::vector<std::size_t>;

// 0, 1, 2, … in a shape: every entry tells where it comes from.
Array counted(const Shape& shape) {
  Array x = empty(shape);
  std::iota(x.data(), x.data() + x.size(), real{0});
  return x;
}

std::size_t place(const Shape& shape, const Index& index) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < shape.size(); ++i) at = at * shape[i] + index[i];
  return at;
}

// y[index] = x[from(index)], number by number.
Array picked(const Array& x, const Shape& shape, const std::function<Index(const Index&)>& from) {
  Array y = empty(shape);
  for (std::size_t n = 0; n < y.size(); ++n) {
    Index index(shape.size());
    std::size_t rest = n;
    for (std::size_t i = shape.size(); i > 0; --i) {
      index[i - 1] = rest % shape[i - 1];
      rest /= shape[i - 1];
    }
    y.data()[n] = x.data()[place(x.shape(), from(index))];
  }
  return y;
}

TEST(Reshape, TakesSizesOfAnyOneType) {
  const Tensor x(counted({6}));
  const std::size_t n = 6;
  const int few = 3;
  EXPECT_EQ(reshape(x, {1, n}).shape(), (Shape{1, 6}));
  EXPECT_EQ(reshape(x, {few, 2}).shape(), (Shape{3, 2}));
  EXPECT_EQ(reshape(x, {few, -1}).shape(), (Shape{3, 2}));
  Ids ids = arange(6);
  ids.reshape({1, n});
  EXPECT_EQ(ids.dimension(), 2U);
}

TEST(Reshape, KeepsTheOrderAndInfersASize) {
  const Tensor x(counted({2, 6}));
  EXPECT_TRUE(same(reshape(x, {3, 4}).array(), counted({3, 4})));
  EXPECT_EQ(reshape(x, {3, infer, 2}).shape(), (Shape{3, 2, 2}));
  EXPECT_EQ(reshape(Tensor(real{5}), {infer}).shape(), (Shape{1}));
  EXPECT_EQ(reshape(Tensor(zeros({0, 3})), {3, infer}).shape(), (Shape{3, 0}));
  EXPECT_TRUE(gradients_agree(
      [](const auto& in) {
        return reshape(in[0], {3, infer});
      },
      {leaf({2, 6}, 1)}));
}

TEST(Reshape, SaysWhatDoesNotFit) {
  const Tensor x(zeros({2, 6}));
  EXPECT_ERROR(reshape(x, {5, 2}), ShapeError, "[reshape] (2, 6) has 12 elements, (5, 2) has 10");
  EXPECT_ERROR(reshape(x, {5, infer}), ShapeError, "[reshape] no size can be inferred");
  EXPECT_ERROR(reshape(x, {0, infer}), ShapeError, "[reshape] no size can be inferred");
  EXPECT_ERROR(reshape(x, {infer, infer}), ValueError, "[reshape] only one size");
}

TEST(Squeeze, RemovesAndUnsqueezeAddsAnAxisOfOne) {
  const Tensor x(counted({2, 1, 3}));
  EXPECT_TRUE(same(squeeze(x, 1).array(), counted({2, 3})));
  EXPECT_TRUE(same(unsqueeze(squeeze(x, -2), 0).array(), counted({1, 2, 3})));
  EXPECT_EQ(unsqueeze(x, -1).shape(), (Shape{2, 1, 3, 1}));
  EXPECT_EQ(unsqueeze(Tensor(real{1}), 0).shape(), (Shape{1}));
  EXPECT_ERROR(squeeze(x, 0), ShapeError, "[squeeze] axis 0 of (2, 1, 3) has size 2");
  EXPECT_ERROR(unsqueeze(x, 4), IndexError, "[unsqueeze] axis 4 is out of range");
  EXPECT_TRUE(gradients_agree([](const auto& in) { return unsqueeze(squeeze(in[0], 1), 0); },
                              {leaf({2, 1, 3}, 2)}));
}

TEST(Transpose, SwapsTwoAxes) {
  const Tensor x(counted({2, 3, 4}));
  const Array y = transpose(x, 0, -1).array();
  EXPECT_TRUE(same(y, picked(x.array(), {4, 3, 2}, [](const Index& i) {
                     return Index{i[2], i[1], i[0]};
                   })));
  EXPECT_TRUE(same(transpose(x, 1, 1).array(), x.array()));
  EXPECT_ERROR(transpose(x, 0, 3), IndexError, "[transpose] axis 3 is out of range");
  EXPECT_TRUE(
      gradients_agree([](const auto& in) { return transpose(in[0], 0, 1); }, {leaf({2, 3}, 3)}));
}

TEST(Permute, PutsEveryOrderOfAxesRight) {
  const Tensor x(counted({2, 3, 5, 1, 4}));
  std::vector<std::ptrdiff_t> axes{0, 1, 2, 3, 4};
  do {
    Shape shape;
    for (const auto axis : axes) shape.push_back(x.shape()[static_cast<std::size_t>(axis)]);
    const Array want = picked(x.array(), shape, [&](const Index& i) {
      Index from(5);
      for (std::size_t k = 0; k < 5; ++k) from[static_cast<std::size_t>(axes[k])] = i[k];
      return from;
    });
    ASSERT_TRUE(same(permute(x, axes).array(), want)) << testing::PrintToString(axes);
  } while (std::next_permutation(axes.begin(), axes.end()));
}

TEST(Permute, IsRightAcrossTilesAndBackAgain) {
  for (const Shape& shape : {Shape{3, 70, 50, 33}, Shape{1, 1, 257, 511}, Shape{200000, 1, 1, 3}}) {
    const Tensor x(Rng(4).normal(shape), true);
    const Tensor y = permute(x, {0, 3, 1, 2});
    const auto from = [](const Index& i) { return Index{i[0], i[2], i[3], i[1]}; };
    EXPECT_TRUE(same(y.array(), picked(x.array(), y.shape(), from)));
    y.backward(Array(y.array()));
    EXPECT_TRUE(same(x.grad(), x.array()));
  }
}

TEST(Permute, GivesTheSameBitsForAnyThreads) {
  const auto run = [](int threads) {
    set_num_threads(threads);
    const Tensor x(Rng(5).normal({4, 60, 70, 8}), true);
    permute(x, {2, 0, 3, 1}).backward(Rng(6).normal({70, 4, 8, 60}));
    permute(x, {3, 2, 1, 0}).backward(Rng(7).normal({8, 70, 60, 4}));
    set_num_threads(0);
    return x.grad();
  };
  EXPECT_TRUE(same(run(2), run(1)));
}

TEST(Permute, GradientAndErrors) {
  EXPECT_TRUE(gradients_agree(
      [](const auto& in) {
        return permute(in[0], {2, 0, 1});
      },
      {leaf({2, 3, 4}, 8)}));
  EXPECT_TRUE(gradients_agree(
      [](const auto& in) {
        return concat({permute(in[0], {1, 0}), in[0]}, 0);
      },
      {leaf({3, 3}, 9)}));
  const Tensor x(zeros({2, 3}));
  EXPECT_ERROR(permute(x, {0}), ShapeError, "[permute] x (2, 3) has 2 axes, but 1 are given");
  EXPECT_ERROR(permute(x, {1, -1}), ValueError, "[permute] axis 1 is named twice");
  EXPECT_ERROR(permute(x, {0, 2}), IndexError, "[permute] axis 2 is out of range");
  EXPECT_TRUE(same(permute(Tensor(real{3}), {}).array(), full({}, 3)));
  EXPECT_EQ(permute(Tensor(zeros({0, 3})), {1, 0}).shape(), (Shape{3, 0}));
}

TEST(Flip, ReversesAxes) {
  const Tensor x(counted({2, 3}));
  EXPECT_TRUE(same(flip(x, {1}).array(), array_of({2, 3}, {2, 1, 0, 5, 4, 3})));
  EXPECT_TRUE(same(flip(x, {0, -1}).array(), array_of({2, 3}, {5, 4, 3, 2, 1, 0})));
  EXPECT_TRUE(same(flip(x, {}).array(), x.array()));
  EXPECT_EQ(flip(Tensor(zeros({0, 2})), {0}).shape(), (Shape{0, 2}));
  EXPECT_ERROR(flip(x, {1, -1}), ValueError, "[flip] axis 1 is named twice");
  EXPECT_TRUE(gradients_agree(
      [](const auto& in) {
        return flip(in[0], {0, 2});
      },
      {leaf({2, 3, 2}, 10)}));
}

TEST(Slice, MeansWhatNumPyMeans) {
  const Tensor x(counted({6}));
  const auto taken = [&](Range range) {
    const Array y = slice(x, {range}).array();
    return std::vector<int>(y.data(), y.data() + y.size());
  };
  using V = std::vector<int>;
  EXPECT_EQ(taken({}), (V{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(taken({1, 4}), (V{1, 2, 3}));
  EXPECT_EQ(taken({-2}), (V{4, 5}));
  EXPECT_EQ(taken({0, -2}), (V{0, 1, 2, 3}));
  EXPECT_EQ(taken({1, 100, 2}), (V{1, 3, 5}));
  EXPECT_EQ(taken({0, 5, 2}), (V{0, 2, 4}));
  EXPECT_EQ(taken({-100, 2}), (V{0, 1}));
  EXPECT_EQ(taken({4, 2}), V{});
  EXPECT_EQ(taken({7, 9}), V{});
  EXPECT_EQ(taken({4, 1, -1}), (V{4, 3, 2}));
  EXPECT_EQ(taken({100, 0, -2}), (V{5, 3, 1}));
  EXPECT_EQ(taken({-1, -100, -1}), (V{5, 4, 3, 2, 1, 0}));
  EXPECT_EQ(taken({Range::end, Range::begin, -1}), (V{5, 4, 3, 2, 1, 0}));
  EXPECT_EQ(taken({2, 4, -1}), V{});
  EXPECT_EQ(taken({0, Range::end, Range::end}), V{0});
  EXPECT_EQ(taken({Range::end, Range::begin, Range::begin}), V{5});
}

TEST(Slice, LeavesLaterAxesWhole) {
  const Tensor x(counted({4, 5, 2}));
  const Array y = slice(x, {{3, 0, -2}, {1, 5, 3}}).array();
  EXPECT_TRUE(same(y, picked(x.array(), {2, 2, 2}, [](const Index& i) {
                     return Index{3 - 2 * i[0], 1 + 3 * i[1], i[2]};
                   })));
  EXPECT_EQ(slice(Tensor(zeros({0, 3})), {{0, 2}}).shape(), (Shape{0, 3}));
  EXPECT_ERROR(slice(x, {{0, 1, 0}}), ValueError, "[slice] step must not be 0");
  EXPECT_ERROR(slice(x, {{}, {}, {}, {}}), ShapeError, "[slice] 4 ranges for x (4, 5, 2)");
}

TEST(Slice, GivesEntriesLeftOutNoGradient) {
  const Tensor x(counted({5}), true);
  slice(x, {{1, 5, 2}}).backward(array_of({2}, {7, 8}));
  EXPECT_TRUE(same(x.grad(), array_of({5}, {0, 7, 0, 8, 0})));
  EXPECT_TRUE(gradients_agree(
      [](const auto& in) {
        return slice(in[0], {{1, 3}, {4, 0, -2}});
      },
      {leaf({4, 5}, 11)}));
}

TEST(Split, CutsIntoPiecesThatConcatJoinsAgain) {
  const Tensor x(counted({2, 6, 3}));
  const auto pieces = split(x, {1, 0, 3, 2}, 1);
  ASSERT_EQ(pieces.size(), 4U);
  EXPECT_EQ(pieces[1].shape(), (Shape{2, 0, 3}));
  EXPECT_TRUE(same(pieces[2].array(), picked(x.array(), {2, 3, 3}, [](const Index& i) {
                     return Index{i[0], i[1] + 1, i[2]};
                   })));
  EXPECT_TRUE(same(concat(pieces, 1).array(), x.array()));
  EXPECT_ERROR(split(x, {1, 2}, 1), ShapeError, "[split] the sizes add up to 3, axis 1");
  EXPECT_TRUE(gradients_agree(
      [](const auto& in) {
        const auto s = split(in[0], {1, 3}, -1);
        return concat({s[1], s[0], s[1]}, 1);
      },
      {leaf({2, 4}, 12)}));
}

TEST(Chunk, NeedsEqualPieces) {
  const Tensor x(counted({2, 6}));
  const auto pieces = chunk(x, 3, -1);
  ASSERT_EQ(pieces.size(), 3U);
  EXPECT_TRUE(same(pieces[1].array(), array_of({2, 2}, {2, 3, 8, 9})));
  EXPECT_ERROR(chunk(x, 4, 1), ShapeError, "[chunk] axis 1 of (2, 6) has size 6");
  EXPECT_ERROR(chunk(x, 0, 1), ShapeError, "[chunk]");
}

TEST(Concat, JoinsAlongAnyAxis) {
  const Tensor a(counted({2, 3}));
  const Tensor b(array_of({2, 1}, {10, 11}));
  EXPECT_TRUE(same(concat({a, b}, 1).array(), array_of({2, 4}, {0, 1, 2, 10, 3, 4, 5, 11})));
  EXPECT_EQ(concat({a, a, a}, 0).shape(), (Shape{6, 3}));
  EXPECT_ERROR(concat({}, 0), ValueError, "[concat] needs at least one tensor");
  EXPECT_ERROR(concat({a, b}, 0), ShapeError,
               "[concat] sizes may differ along axis 0 only: (2, 3) and (2, 1)");
  EXPECT_ERROR(concat({a, Tensor(zeros({2}))}, 0), ShapeError, "[concat]");
}

TEST(Concat, GradientOfNewAndRepeatedInputs) {
  EXPECT_TRUE(gradients_agree(
      [](const auto& in) {
        return concat({in[0], in[1]}, 1);
      },
      {leaf({2, 3}, 13), leaf({2, 2}, 14)}));
  EXPECT_TRUE(gradients_agree(
      [](const auto& in) {
        return concat({in[0], in[1], in[0]}, 0);
      },
      {leaf({2, 3}, 15), leaf({1, 3}, 16)}));
  const Tensor fixed(zeros({1, 3}));
  const Tensor x = leaf({2, 3}, 17);
  concat({fixed, x}, 0).backward(counted({3, 3}));
  EXPECT_TRUE(same(x.grad(), array_of({2, 3}, {3, 4, 5, 6, 7, 8})));
}

TEST(Stack, JoinsAlongANewAxis) {
  const Tensor a(counted({2}));
  const Tensor b(array_of({2}, {5, 6}));
  EXPECT_TRUE(same(stack({a, b}, 0).array(), array_of({2, 2}, {0, 1, 5, 6})));
  EXPECT_TRUE(same(stack({a, b}, -1).array(), array_of({2, 2}, {0, 5, 1, 6})));
  EXPECT_TRUE(same(stack({Tensor(real{1}), Tensor(real{2})}, 0).array(), array_of({2}, {1, 2})));
  EXPECT_ERROR(stack({}, 0), ValueError, "[stack] needs at least one tensor");
  EXPECT_ERROR(stack({a, Tensor(zeros({3}))}, 0), ShapeError,
               "[stack] all tensors must have one shape: (2,) and (3,)");
  EXPECT_TRUE(gradients_agree(
      [](const auto& in) {
        return stack({in[0], in[1], in[0]}, 1);
      },
      {leaf({2, 3}, 18), leaf({2, 3}, 19)}));
}

TEST(Expand, RepeatsAndSumsBack) {
  const Tensor x(array_of({2, 1}, {1, 2}));
  EXPECT_TRUE(same(expand(x, {2, 2, 3}).array(),
                   array_of({2, 2, 3}, {1, 1, 1, 2, 2, 2, 1, 1, 1, 2, 2, 2})));
  EXPECT_ERROR(expand(x, {3, 3}), ShapeError, "[expand]");
  EXPECT_ERROR(expand(x, {2}), ShapeError, "[expand]");
  EXPECT_TRUE(gradients_agree(
      [](const auto& in) {
        return expand(in[0], {4, 2, 3});
      },
      {leaf({2, 1}, 20)}));
}

TEST(Pad, PutsAValueAround) {
  const Tensor x(counted({2, 2}));
  EXPECT_TRUE(same(pad(x, {{0, 1}, {2, 0}}, 9).array(),
                   array_of({3, 4}, {9, 9, 0, 1, 9, 9, 2, 3, 9, 9, 9, 9})));
  EXPECT_TRUE(same(pad(x, {{1, 0}}).array(), array_of({3, 2}, {0, 0, 0, 1, 2, 3})));
  EXPECT_TRUE(same(pad(Tensor(zeros({0, 2})), {{1, 1}}, 4).array(), full({2, 2}, 4)));
  EXPECT_ERROR(pad(x, {{0, 0}, {0, 0}, {1, 1}}), ShapeError, "[pad] 3 widths for x (2, 2)");
  EXPECT_TRUE(gradients_agree(
      [](const auto& in) {
        return pad(in[0], {{1, 0}, {2, 3}}, 5);
      },
      {leaf({2, 3}, 21)}));
}

}  // namespace
}  // namespace horloge
