#include "horloge/ops/norm.h"

#include <utility>

#include "horloge/core/parallel.h"
#include "support/gradients.h"

namespace horloge {
namespace {

// The definition, row by row, in double.
Array naive_norm(const Array& x, std::size_t n, const Array& w, const Array& b, double eps,
                 bool centred) {
  Array y = empty(x.shape());
  for (std::size_t row = 0; row * n < x.size(); ++row) {
    const real* const in = x.data() + row * n;
    double mean = 0;
    for (std::size_t i = 0; i < n && centred; ++i) mean += in[i] / static_cast<double>(n);
    double variance = 0;
    for (std::size_t i = 0; i < n; ++i)
      variance += (in[i] - mean) * (in[i] - mean) / static_cast<double>(n);
    for (std::size_t i = 0; i < n; ++i)
      y.data()[row * n + i] =
          static_cast<real>((in[i] - mean) / std::sqrt(variance + eps) * w.data()[i] + b.data()[i]);
  }
  return y;
}

TEST(LayerNorm, AgreesWithTheDefinition) {
  for (const std::size_t n : {1U, 2U, 7U, 64U, 129U}) {
    const Array x = Rng(n).normal({3, 5, n}, 2, 3);
    const Array w = Rng(1).normal({n});
    const Array b = Rng(2).normal({n});
    EXPECT_TRUE(near(layer_norm(Tensor(x), {n}, Tensor(w), Tensor(b)).array(),
                     naive_norm(x, n, w, b, 1e-5, true), bound(3e-6, 1e-13)));
    EXPECT_TRUE(near(layer_norm(Tensor(x), {n}).array(),
                     naive_norm(x, n, ones({n}), zeros({n}), 1e-5, true), bound(3e-6, 1e-13)));
  }
}

TEST(LayerNorm, NormalizesOverSeveralAxes) {
  const Array x = Rng(3).normal({2, 3, 4});
  const Array w = Rng(4).normal({3, 4});
  const Array b = Rng(5).normal({3, 4});
  EXPECT_TRUE(near(layer_norm(Tensor(x), {3, 4}, Tensor(w), Tensor(b), 0.1).array(),
                   naive_norm(x, 12, w, b, 0.1, true), bound(1e-6, 1e-14)));
}

TEST(LayerNorm, KeepsItsDigitsFarFromZero) {
  Array x = Rng(6).normal({4, 256});
  for (real& number : x) number = std::round(number * 64) / 64 + 4096;  // exact in float
  EXPECT_TRUE(near(layer_norm(Tensor(x), {256}).array(),
                   naive_norm(x, 256, ones({256}), zeros({256}), 1e-5, true), bound(5e-4, 1e-11)));
  EXPECT_TRUE(same(layer_norm(Tensor(full({2, 3}, 1000)), {3}).array(), zeros({2, 3})));
}

TEST(LayerNorm, HandlesNoRowsAndNoColumns) {
  EXPECT_EQ(layer_norm(Tensor(zeros({2, 0})), {0}).shape(), (Shape{2, 0}));
  const Tensor w = leaf({3}, 1);
  const Tensor b = leaf({3}, 2);
  layer_norm(Tensor(zeros({0, 3})), {3}, w, b).backward(zeros({0, 3}));
  EXPECT_TRUE(same(w.grad(), zeros({3})));
  EXPECT_TRUE(same(b.grad(), zeros({3})));
}

TEST(LayerNorm, SaysWhatDoesNotFit) {
  const Tensor x(zeros({2, 3, 4}));
  EXPECT_ERROR(layer_norm(x, {3}), ShapeError,
               "[layer_norm] x (2, 3, 4) must end in the normalized shape (3,)");
  EXPECT_ERROR(layer_norm(x, {}), ShapeError, "[layer_norm] x (2, 3, 4)");
  EXPECT_ERROR(layer_norm(x, {1, 2, 3, 4}), ShapeError, "[layer_norm] x (2, 3, 4)");
  EXPECT_ERROR(layer_norm(x, {4}, Tensor(zeros({3}))), ShapeError,
               "[layer_norm] weight (3,) must have the normalized shape (4,)");
  EXPECT_ERROR(layer_norm(x, {4}, {}, Tensor(zeros({1, 4}))), ShapeError,
               "[layer_norm] bias (1, 4) must have the normalized shape (4,)");
}

TEST(LayerNorm, Gradient) {
  EXPECT_TRUE(gradients_agree([](const auto& in) { return layer_norm(in[0], {5}, in[1], in[2]); },
                              {leaf({2, 3, 5}, 1), leaf({5}, 2), leaf({5}, 3)}));
  EXPECT_TRUE(gradients_agree(
      [](const auto& in) {
        return layer_norm(in[0], {3, 2}, in[1], in[2]);
      },
      {leaf({4, 3, 2}, 4), leaf({3, 2}, 5), leaf({3, 2}, 6)}));
  EXPECT_TRUE(
      gradients_agree([](const auto& in) { return layer_norm(in[0], {5}); }, {leaf({3, 5}, 7)}));
  EXPECT_TRUE(gradients_agree([](const auto& in) { return layer_norm(in[0], {5}, {}, in[1]); },
                              {leaf({3, 5}, 8), leaf({5}, 9)}));
}

TEST(LayerNorm, GradientOfReusedAndPartlyFixedInputs) {
  EXPECT_TRUE(gradients_agree(
      [](const auto& in) { return layer_norm(layer_norm(in[0], {4}, in[1], in[1]), {4}, in[1]); },
      {leaf({3, 4}, 10), leaf({4}, 11)}));
  EXPECT_TRUE(gradients_agree([](const auto& in) { return layer_norm(in[0], {4}, in[0], in[0]); },
                              {leaf({4}, 12)}));
  const Tensor fixed(Rng(13).normal({6, 4}));
  EXPECT_TRUE(gradients_agree([&](const auto& in) { return layer_norm(fixed, {4}, in[0], in[1]); },
                              {leaf({4}, 14), leaf({4}, 15)}));
}

TEST(RmsNorm, AgreesWithTheDefinition) {
  for (const std::size_t n : {1U, 2U, 7U, 129U}) {
    const Array x = Rng(n).normal({3, 5, n}, 2, 3);
    const Array w = Rng(1).normal({n});
    EXPECT_TRUE(near(rms_norm(Tensor(x), Tensor(w)).array(),
                     naive_norm(x, n, w, zeros({n}), 1e-6, false), bound(2e-6, 1e-14)));
    EXPECT_TRUE(near(rms_norm(Tensor(x), {}, 0.5).array(),
                     naive_norm(x, n, ones({n}), zeros({n}), 0.5, false), bound(2e-6, 1e-14)));
  }
  EXPECT_TRUE(same(rms_norm(Tensor(zeros({2, 3}))).array(), zeros({2, 3})));
}

TEST(RmsNorm, GradientAndErrors) {
  EXPECT_TRUE(gradients_agree([](const auto& in) { return rms_norm(in[0], in[1]); },
                              {leaf({2, 3, 5}, 1), leaf({5}, 2)}));
  EXPECT_TRUE(
      gradients_agree([](const auto& in) { return rms_norm(in[0], in[0]); }, {leaf({5}, 3)}));
  EXPECT_TRUE(gradients_agree([](const auto& in) { return rms_norm(in[0]); }, {leaf({3, 2}, 4)}));
  EXPECT_ERROR(rms_norm(Tensor(zeros({2, 3})), Tensor(zeros({2}))), ShapeError,
               "[rms_norm] weight (2,) must have the normalized shape (3,)");
  EXPECT_ERROR(rms_norm(Tensor(real{1})), ShapeError, "[rms_norm]");
}

// Rows are normalised in groups: neither a row's position in one nor its neighbours may count.
TEST(Norms, GiveARowTheSameBitsInAnyCompany) {
  for (const std::size_t n : {5U, 32U, 70U, 500U})
    for (const std::size_t rows : {1U, 2U, 15U, 16U, 17U, 40U}) {
      const Array x = Rng(n).normal({rows, n}, 3, 2);
      const Array dy = Rng(rows).normal({rows, n});
      const Tensor w(Rng(1).normal({n}));
      const Tensor b(Rng(2).normal({n}));
      const auto run = [&](const Array& rows_of_x, const Array& rows_of_dy) {
        const Tensor in(rows_of_x, true);
        const Tensor y = rms_norm(layer_norm(in, {n}, w, b), w);
        y.backward(rows_of_dy);
        return std::pair(y.array(), in.grad());
      };
      const auto together = run(x, dy);
      for (std::size_t row = 0; row < rows; ++row) {
        const auto row_of = [&](const Array& from) {
          Array one = empty({1, n});
          std::copy_n(from.data() + row * n, n, one.data());
          return one;
        };
        const auto alone = run(row_of(x), row_of(dy));
        ASSERT_TRUE(same(row_of(together.first), alone.first)) << rows << ", " << n << ": " << row;
        ASSERT_TRUE(same(row_of(together.second), alone.second))
            << rows << ", " << n << ": " << row;
      }
    }
}

TEST(Norms, GiveTheSameBitsForAnyThreads) {
  struct Results {
    Array y, dx, dw, db;
  };
  const auto run = [](int threads) {
    set_num_threads(threads);
    const Tensor x(Rng(1).normal({1500, 70}), true);
    const Tensor w(Rng(2).normal({70}), true);
    const Tensor b(Rng(3).normal({70}), true);
    const Tensor y = rms_norm(layer_norm(x, {70}, w, b), w);
    y.backward(Rng(4).normal({1500, 70}));
    set_num_threads(0);
    return Results{y.array(), x.grad(), w.grad(), b.grad()};
  };
  const Results one = run(1);
  const Results two = run(2);
  EXPECT_TRUE(same(two.y, one.y));
  EXPECT_TRUE(same(two.dx, one.dx));
  EXPECT_TRUE(same(two.dw, one.dw));
  EXPECT_TRUE(same(two.db, one.db));
}

}  // namespace
}  // namespace horloge
