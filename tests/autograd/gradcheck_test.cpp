#include "horloge/autograd/gradcheck.h"

#include <vector>

#include "support/gradients.h"
#include "support/small_ops.h"

namespace horloge {
namespace {

// y = sin x, its gradient changed by `spoil`.
template <class Spoil>
Tensor sine(const Tensor& x, const Spoil& spoil) {
  return record("sine", map_array(x.array(), [](real v) { return std::sin(v); }), {x},
                [x = Saved(x), spoil](Array& dy, Gradients& d) {
                  Array dx = zip_arrays(dy, *x, [](real g, real v) { return g * std::cos(v); });
                  spoil(dx);
                  d.add(0, std::move(dx));
                });
}

TEST(Gradcheck, AcceptsWhatIsRight) {
  const auto right = [](const auto& x) { return sine(x[0], [](Array&) {}); };
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    GradcheckOptions options;
    options.seed = seed;
    const auto result = gradcheck(right, {leaf({3, 4}, seed)}, options);
    EXPECT_TRUE(result.ok) << result.message;
    EXPECT_LT(result.worst, test::bound(1e-2, 1e-9));
  }
  EXPECT_TRUE(gradcheck(right, {leaf({}, 1)}));
  EXPECT_TRUE(gradcheck(right, {leaf({0}, 1)}));
}

// One percent in double; differences of floats are sharp enough for a half only.
TEST(Gradcheck, NoticesOneWrongElement) {
  const real factor = test::in_double ? real{1.01} : real{1.5};
  const Tensor x(full({6}, real{0.5}), true);
  for (std::size_t j = 0; j < 6; ++j) {
    const auto result = gradcheck(
        [&](const auto& in) { return sine(in[0], [&](Array& dx) { dx.data()[j] *= factor; }); },
        {x});
    EXPECT_FALSE(result);
    EXPECT_THAT(result.message, testing::HasSubstr(fmt::format("input 0, shape (6,), element {}: "
                                                               "backward gives",
                                                               j)));
  }
}

TEST(Gradcheck, NoticesAGradientThatIsMissingOrOfTheWrongSign) {
  EXPECT_FALSE(gradcheck(
      [](const auto& x) {
        return record("silent", times(x[0], 2).array(), {x[0]}, [](Array&, Gradients&) {});
      },
      {leaf({3}, 1)}));
  EXPECT_FALSE(gradcheck(
      [](const auto& x) {
        return sine(x[0], [](Array& dx) {
          for (real& g : dx) g = -g;
        });
      },
      {leaf({3}, 1)}));
}

// Shares: y = x / sum x. Its gradient under an upstream of ones is 0, so a backward that always
// answers 0 shows only under another.
TEST(Gradcheck, NoticesABackwardOfZerosThatPassesUnderOnes) {
  const auto shares = [](const std::vector<Tensor>& x) {
    const Array sum = sum_to(x[0].array(), {});
    return record("shares", map_array(x[0].array(), [s = sum()](real v) { return v / s; }), {x[0]},
                  [](Array&, Gradients& d) { d.zeroed(0); });
  };
  EXPECT_FALSE(gradcheck(shares, {Tensor(test::array_of({3}, {1, 2, 3}), true)}));
}

TEST(Gradcheck, NoticesNaN) {
  const Tensor x(ones({3}), true);
  EXPECT_FALSE(gradcheck(
      [](const auto& in) {
        return sine(in[0], [](Array& dx) { dx(1) = std::numeric_limits<real>::quiet_NaN(); });
      },
      {x}));
  const auto forward = gradcheck(
      [](const auto& in) { return times(in[0], std::numeric_limits<real>::quiet_NaN()); }, {x});
  EXPECT_FALSE(forward);
  EXPECT_THAT(forward.message, testing::HasSubstr("nan"));
}

TEST(Gradcheck, LooksAtEveryInputThatRequiresAGradient) {
  const auto second_wrong = [](const auto& x) { return product(x[0], test::corrupt(x[1], 1.5)); };
  const auto result = gradcheck(second_wrong, {leaf({3}, 1), leaf({3}, 2)});
  EXPECT_FALSE(result);
  EXPECT_THAT(result.message, testing::HasSubstr("input 1"));
  const Tensor constant(Rng(2).normal({3}));
  EXPECT_TRUE(gradcheck(second_wrong, {leaf({3}, 1), constant}));
}

TEST(Gradcheck, LeavesTheCallersTensorsAlone) {
  const Tensor x = leaf({3}, 1);
  const Tensor constant(Rng(2).normal({3}));
  const Array before = x.array();
  EXPECT_TRUE(gradcheck(
      [&](const auto& in) {
        EXPECT_FALSE(in[1].requires_grad());
        EXPECT_TRUE(test::same_bits(in[1].array(), constant.array()));
        return product(in[0], in[1]);
      },
      {x, constant}));
  EXPECT_TRUE(test::same_bits(x.array(), before));
  EXPECT_FALSE(x.has_grad());
  EXPECT_EQ(x.buffer()->version, 0U);
}

TEST(Gradcheck, TakesTheStepAndToleranceItIsGiven) {
  GradcheckOptions options;
  options.tolerance = 10;
  const auto doubled = [](const auto& x) { return test::corrupt(x[0], 2); };
  EXPECT_FALSE(gradcheck(doubled, {leaf({3}, 1)}));
  EXPECT_TRUE(gradcheck(doubled, {leaf({3}, 1)}, options));
}

}  // namespace
}  // namespace horloge
