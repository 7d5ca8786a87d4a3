#include "horloge/ops/matmul.h"

#include <utility>
#include <vector>

#include "horloge/core/broadcast.h"
#include "support/threads.h"

namespace horloge {
namespace {

// The definition: vectors become matrices, leading axes are repeated up to each other, and each
// number is a sum of products in double.
Array naive_matmul(const Array& a, const Array& b) {
  Shape sa = a.shape();
  Shape sb = b.shape();
  if (sa.size() == 1) sa = {1, sa[0]};
  if (sb.size() == 1) sb = {sb[0], 1};
  const std::size_t m = sa[sa.size() - 2];
  const std::size_t k = sa.back();
  const std::size_t n = sb.back();
  const auto with = [](const Shape& batch, std::size_t rows, std::size_t columns) {
    Shape s = batch;
    s.push_back(rows);
    s.push_back(columns);
    return s;
  };
  const auto batch_of = [](const Shape& s) { return Shape(s.begin(), s.end() - 2); };
  const Shape batch = broadcast_shape(batch_of(sa), batch_of(sb), "naive");
  Array a_flat = a;
  Array b_flat = b;
  a_flat.reshape(sa);
  b_flat.reshape(sb);
  const Array left = broadcast_to(a_flat, with(batch, m, k), "naive");
  const Array right = broadcast_to(b_flat, with(batch, k, n), "naive");
  Array y = empty(with(batch, m, n));
  for (std::size_t t = 0; t < element_count(batch); ++t)
    for (std::size_t i = 0; i < m; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        double sum = 0;
        for (std::size_t l = 0; l < k; ++l)
          sum += static_cast<double>(left.data()[(t * m + i) * k + l]) *
                 static_cast<double>(right.data()[(t * k + l) * n + j]);
        y.data()[(t * m + i) * n + j] = static_cast<real>(sum);
      }
  Shape shape = batch;
  if (a.dimension() > 1) shape.push_back(m);
  if (b.dimension() > 1) shape.push_back(n);
  y.reshape(shape);
  return y;
}

using Pairs = std::vector<std::pair<Shape, Shape>>;

// Every pairing of ranks, batches that repeat on either side, on both, in the middle.
const Pairs& shapes() {
  static const Pairs pairs = {
      {{3}, {3}},
      {{3}, {3, 4}},
      {{2, 3}, {3}},
      {{2, 3}, {3, 4}},
      {{1, 1}, {1, 1}},
      {{5, 2, 3}, {3}},
      {{5, 2, 3}, {3, 4}},
      {{3}, {5, 3, 4}},
      {{2, 3}, {5, 3, 4}},
      {{5, 2, 3}, {5, 3, 4}},
      {{1, 2, 3}, {5, 3, 4}},
      {{5, 2, 3}, {1, 3, 4}},
      {{2, 1, 2, 3}, {5, 3, 4}},
      {{5, 2, 3}, {2, 1, 3, 4}},
      {{2, 5, 2, 3}, {2, 5, 3, 4}},
      {{2, 1, 2, 3}, {1, 5, 3, 4}},
      {{3, 2, 1, 2, 3}, {2, 4, 3, 1}},
      {{3}, {2, 5, 3, 4}},
      {{2, 5, 2, 3}, {3}},
  };
  return pairs;
}

TEST(Matmul, AgreesWithTheDefinitionForEveryPairOfRanks) {
  for (const auto& [sa, sb] : shapes()) {
    const Array a = Rng(1).normal(sa);
    const Array b = Rng(2).normal(sb);
    EXPECT_TRUE(near(matmul(Tensor(a), Tensor(b)).array(), naive_matmul(a, b), bound(2e-6, 1e-14)))
        << to_string(sa) << " @ " << to_string(sb);
  }
}

TEST(Matmul, Gradient) {
  const auto op = [](const auto& x) { return matmul(x[0], x[1]); };
  for (const auto& [sa, sb] : shapes())
    EXPECT_TRUE(gradients_agree(op, {leaf(sa, 3), leaf(sb, 4)}))
        << to_string(sa) << " @ " << to_string(sb);
}

TEST(Matmul, OfATensorWithItselfAddsBothGradients) {
  for (const Shape& shape : {Shape{3, 3}, Shape{2, 3, 3}})
    EXPECT_TRUE(
        gradients_agree([](const auto& x) { return matmul(x[0], x[0]); }, {leaf(shape, 5)}));
  EXPECT_TRUE(gradients_agree([](const auto& x) { return matmul(matmul(x[0], x[1]), x[0]); },
                              {leaf({2, 3, 3}, 6), leaf({3, 3}, 7)}));
}

TEST(Matmul, PassesNoGradientToWhatAsksForNone) {
  for (const auto& [sa, sb] : Pairs{{{2, 3}, {3, 4}}, {{2, 2, 3}, {2, 3, 4}}}) {
    const Tensor a = leaf(sa, 8);
    const Tensor b(Rng(9).normal(sb));
    const Tensor y = matmul(a, b);
    y.backward(ones(y.shape()));
    EXPECT_TRUE(a.has_grad());
    EXPECT_FALSE(b.has_grad());
    const Tensor c = leaf(sb, 8);
    const Tensor z = matmul(Tensor(a.array()), c);
    z.backward(ones(z.shape()));
    EXPECT_TRUE(c.has_grad());
  }
}

// Sums of nothing are zeros, and so are gradients that nothing adds to.
TEST(Matmul, OfSizeZero) {
  for (const auto& [sa, sb] : Pairs{{{2, 0}, {0, 4}},
                                    {{0}, {0}},
                                    {{0, 3}, {3, 4}},
                                    {{2, 3}, {3, 0}},
                                    {{0, 2, 3}, {3, 4}},
                                    {{2, 3}, {0, 3, 4}},
                                    {{1, 2, 3}, {0, 3, 4}},
                                    {{5, 2, 0}, {5, 0, 4}},
                                    {{2, 0, 2, 3}, {2, 1, 3, 4}},
                                    {{3, 0, 1}, {3, 1, 2}}}) {
    const Tensor a = leaf(sa, 1);
    const Tensor b = leaf(sb, 2);
    const Tensor y = matmul(a, b);
    EXPECT_TRUE(near(y.array(), naive_matmul(a.array(), b.array()), 0))
        << to_string(sa) << " @ " << to_string(sb);
    y.backward(ones(y.shape()));
    EXPECT_TRUE(near(a.grad(), zeros(sa), 0)) << to_string(sa) << " @ " << to_string(sb);
    EXPECT_TRUE(near(b.grad(), zeros(sb), 0)) << to_string(sa) << " @ " << to_string(sb);
  }
}

TEST(Matmul, HasTheSameBitsWithAnyThreads) {
  for (const auto& [sa, sb] : Pairs{{{300, 130}, {130, 90}},
                                    {{50, 20, 30}, {50, 30, 40}},
                                    {{40, 50}, {60, 50, 70}},
                                    {{3, 1, 33, 64}, {1, 40, 64, 31}},
                                    {{4, 150, 100}, {4, 100, 130}},
                                    {{7, 129, 70}, {70, 65}},
                                    {{3, 129, 70}, {2, 1, 70, 150}}}) {
    EXPECT_TRUE(test::same_with_any_number_of_threads(
        [](const auto& x) { return matmul(x[0], x[1]); }, {leaf(sa, 1), leaf(sb, 2)}))
        << to_string(sa) << " @ " << to_string(sb);
  }
}

// Gradients where the work is shared out, against the definition: da = dy b^T, db = a^T dy, summed
// over the matrices that were repeated.
TEST(Matmul, GradientOfLargeBatches) {
  const auto transposed = [](const Array& x) {
    const auto [B, R, C] = dims<3>(x.shape(), "x (B, R, C)");
    Array out = empty({B, C, R});
    for (std::size_t b = 0; b < B; ++b)
      for (std::size_t i = 0; i < R; ++i)
        for (std::size_t j = 0; j < C; ++j) out(b, j, i) = x(b, i, j);
    return out;
  };
  for (const auto& [sa, sb] : Pairs{{{1, 40, 50}, {20, 50, 70}},
                                    {{20, 40, 50}, {20, 50, 70}},
                                    {{20, 40, 50}, {1, 50, 70}},
                                    {{2, 150, 100}, {2, 100, 130}}}) {
    const Tensor a = leaf(sa, 1);
    const Tensor b = leaf(sb, 2);
    const Tensor y = matmul(a, b);
    const Array dy = Rng(3).normal(y.shape());
    y.backward(dy);
    EXPECT_TRUE(
        near(a.grad(), sum_to(naive_matmul(dy, transposed(b.array())), sa), bound(1e-3, 1e-11)));
    EXPECT_TRUE(
        near(b.grad(), sum_to(naive_matmul(transposed(a.array()), dy), sb), bound(1e-3, 1e-11)));
  }
}

TEST(Matmul, AddsToAGradientThatIsThere) {
  for (const Shape& sb : {Shape{3, 4}, Shape{2, 3, 4}}) {
    const Tensor a = leaf({2, 2, 3}, 1);
    const Tensor b = leaf(sb, 2);
    const Array dy = Rng(3).normal({2, 2, 4});
    matmul(a, b).backward(dy);
    const Array once = a.grad();
    const Array once_b = b.grad();
    matmul(a, b).backward(dy);
    EXPECT_TRUE(near(a.grad(), Array(2 * once), bound(2e-6, 1e-14)));
    EXPECT_TRUE(near(b.grad(), Array(2 * once_b), bound(2e-6, 1e-14)));
  }
}

TEST(Matmul, NamesShapesThatDoNotFit) {
  const auto fail = [](const Shape& a, const Shape& b) {
    return matmul(Tensor(zeros(a)), Tensor(zeros(b)));
  };
  EXPECT_ERROR(fail({2, 3, 4}, {5, 6}), ShapeError,
               "[matmul] inner sizes differ: (2, 3, 4) @ (5, 6) has 4 against 5");
  EXPECT_ERROR(fail({3}, {4}), ShapeError, "[matmul] inner sizes differ: (3,) @ (4,)");
  EXPECT_ERROR(fail({2, 3}, {2, 4, 5}), ShapeError, "has 3 against 4");
  EXPECT_ERROR(fail({}, {3}), ShapeError,
               "[matmul] needs at least one axis on each side: () @ (3,)");
  EXPECT_ERROR(fail({3, 3}, {}), ShapeError, "(3, 3) @ ()");
  EXPECT_ERROR(fail({2, 3, 4}, {3, 4, 5}), ShapeError,
               "[matmul] shapes do not broadcast: (2,) against (3,)");
}

TEST(Linear, AgreesWithTheDefinitionForEveryRank) {
  const Tensor weight(Rng(1).normal({4, 3}));
  const Tensor bias(Rng(2).normal({4}));
  for (const Shape& shape : {Shape{3}, Shape{1, 3}, Shape{5, 3}, Shape{2, 5, 3}, Shape{2, 1, 5, 3},
                             Shape{0, 3}, Shape{2, 0, 3}}) {
    const Tensor x(Rng(3).normal(shape));
    for (const bool biased : {false, true}) {
      const Array y = linear(x, weight, biased ? bias : Tensor()).array();
      Shape want_shape = shape;
      want_shape.back() = 4;
      Array want = empty(want_shape);
      for (std::size_t i = 0; i < want.size(); ++i) {
        const std::size_t o = i % 4;
        double sum = biased ? static_cast<double>(bias.data()[o]) : 0;
        for (std::size_t j = 0; j < 3; ++j)
          sum += static_cast<double>(x.data()[i / 4 * 3 + j]) *
                 static_cast<double>(weight.data()[o * 3 + j]);
        want.data()[i] = static_cast<real>(sum);
      }
      EXPECT_TRUE(near(y, want, bound(2e-6, 1e-14))) << to_string(shape);
    }
  }
}

TEST(Linear, OfNoColumnsIsItsBias) {
  const Tensor x(empty({5, 0}), true);
  const Tensor weight(empty({2, 0}), true);
  const Tensor bias(array_of({2}, {7, 8}), true);
  const Tensor y = linear(x, weight, bias);
  EXPECT_TRUE(near(y.array(), broadcast_to(bias.array(), {5, 2}, "test"), 0));
  y.backward(ones({5, 2}));
  EXPECT_TRUE(near(bias.grad(), full({2}, 5), 0));
  EXPECT_EQ(x.grad().shape(), (Shape{5, 0}));
  EXPECT_TRUE(near(linear(x, weight).array(), zeros({5, 2}), 0));
  EXPECT_EQ(linear(Tensor(zeros({5, 3})), Tensor(empty({0, 3}))).shape(), (Shape{5, 0}));
}

TEST(Linear, Gradient) {
  for (const Shape& shape : {Shape{3}, Shape{5, 3}, Shape{2, 2, 3}}) {
    EXPECT_TRUE(gradients_agree([](const auto& x) { return linear(x[0], x[1], x[2]); },
                                {leaf(shape, 1), leaf({4, 3}, 2), leaf({4}, 3)}));
    EXPECT_TRUE(gradients_agree([](const auto& x) { return linear(x[0], x[1]); },
                                {leaf(shape, 1), leaf({4, 3}, 2)}));
  }
  // A weight that is used twice, as in a tied embedding.
  EXPECT_TRUE(
      gradients_agree([](const auto& x) { return linear(linear(x[0], x[1], x[2]), x[1], x[2]); },
                      {leaf({5, 3}, 4), leaf({3, 3}, 5), leaf({3}, 6)}));
}

TEST(Linear, HasTheSameBitsWithAnyThreads) {
  for (const Shape& shape : {Shape{513, 65}, Shape{3, 300, 65}})
    EXPECT_TRUE(test::same_with_any_number_of_threads(
        [](const auto& x) { return linear(x[0], x[1], x[2]); },
        {leaf(shape, 1), leaf({130, 65}, 2), leaf({130}, 3)}));
}

TEST(Linear, OfARangeOfRowsIsTheSliceOfTheWhole) {
  const Tensor x(Rng(1).normal({5, 3}));
  const Tensor weight(Rng(2).normal({7, 3}));
  const Tensor bias(Rng(3).normal({7}));
  const Array whole = linear(x, weight, bias).array();
  for (const RowRange range : {RowRange{0, 7}, RowRange{2, 3}, RowRange{6, 1}, RowRange{7, 0}}) {
    const Array part = linear(x, weight, bias, range).array();
    ASSERT_EQ(part.shape(), (Shape{5, range.count}));
    for (std::size_t i = 0; i < 5; ++i)
      for (std::size_t j = 0; j < range.count; ++j)
        EXPECT_NEAR(part(i, j), whole(i, range.first + j), bound(1e-6, 1e-15));
  }
  EXPECT_TRUE(gradients_agree(
      [](const auto& in) {
        return linear(in[0], in[1], in[2], {2, 3});
      },
      {leaf({5, 3}, 4), leaf({7, 3}, 5), leaf({7}, 6)}));
  EXPECT_ERROR(linear(x, weight, bias, {5, 3}), IndexError,
               "[linear] rows 5 to 8 of a weight (7, 3)");
  EXPECT_ERROR(linear(x, weight, bias, {1, static_cast<std::size_t>(-1)}), IndexError, "[linear]");
}

TEST(Linear, NamesShapesThatDoNotFit) {
  const Tensor weight(zeros({4, 3}));
  EXPECT_ERROR(linear(Tensor(zeros({2, 4})), weight), ShapeError,
               "[linear] x (2, 4) must end in 3, the columns of weight (4, 3)");
  EXPECT_ERROR(linear(Tensor(zeros({})), weight), ShapeError, "[linear] x () must end in 3");
  EXPECT_ERROR(linear(Tensor(zeros({3})), Tensor(zeros({3}))), ShapeError,
               "[linear] weight (O, I) must have rank 2, got (3,)");
  EXPECT_ERROR(linear(Tensor(zeros({3})), weight, Tensor(zeros({3}))), ShapeError,
               "[linear] bias (3,) must have the shape (4,)");
}

}  // namespace
}  // namespace horloge
