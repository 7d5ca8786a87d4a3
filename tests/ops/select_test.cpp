#include "horloge/ops/select.h"

#include "support/masks.h"
#include "support/threads.h"

namespace horloge {
namespace {

Mask mask_of(const Shape& shape, std::initializer_list<bool> values) {
  Mask mask = Mask::from_shape(shape);
  EXPECT_EQ(mask.size(), values.size());
  std::copy(values.begin(), values.end(), mask.data());
  return mask;
}

// Of four axes at most, with leading axes of size 1.
template <class T>
typename T::value_type broadcast_at(const T& x, std::array<std::size_t, 4> index) {
  std::size_t at = 0;
  for (std::size_t axis = 0; axis < x.dimension(); ++axis) {
    const std::size_t i = index[4 - x.dimension() + axis];
    at = at * x.shape()[axis] + (x.shape()[axis] == 1 ? 0 : i);
  }
  return x.data()[at];
}

TEST(Where, TakesFromOneOrTheOther) {
  const Mask condition = mask_of({2, 2}, {true, false, false, true});
  const Tensor a(array_of({2, 2}, {1, 2, 3, 4}), true);
  const Tensor b(array_of({2, 2}, {5, 6, 7, 8}), true);
  const Tensor y = horloge::where(condition, a, b);
  EXPECT_TRUE(same(y.array(), array_of({2, 2}, {1, 6, 7, 4})));
  y.backward(array_of({2, 2}, {10, 20, 30, 40}));
  EXPECT_TRUE(same(a.grad(), array_of({2, 2}, {10, 0, 0, 40})));
  EXPECT_TRUE(same(b.grad(), array_of({2, 2}, {0, 20, 30, 0})));
}

struct WhereCase {
  Shape condition, a, b, y;
};

const WhereCase where_cases[] = {
    {{}, {}, {}, {}},
    {{2, 3}, {2, 3}, {2, 3}, {2, 3}},
    {{2, 3}, {}, {}, {2, 3}},
    {{3}, {2, 3}, {2, 1}, {2, 3}},
    {{2, 1}, {3}, {1, 3}, {2, 3}},
    {{}, {2, 3}, {3}, {2, 3}},
    {{3, 4}, {2, 3, 4}, {}, {2, 3, 4}},
    {{2, 1, 1, 4}, {5, 3, 1}, {4}, {2, 5, 3, 4}},
};

TEST(Where, BroadcastsAllThree) {
  for (const WhereCase& c : where_cases) {
    const Mask condition = random_mask(c.condition, 1);
    const Array a = Rng(2).normal(c.a);
    const Array b = Rng(3).normal(c.b);
    Array want = empty(c.y);
    for (std::size_t i = 0; i < want.size(); ++i) {
      std::array<std::size_t, 4> index{};
      std::size_t rest = i;
      for (std::size_t back = 1; back <= c.y.size(); ++back) {
        index[4 - back] = rest % c.y[c.y.size() - back];
        rest /= c.y[c.y.size() - back];
      }
      want.data()[i] =
          broadcast_at(condition, index) ? broadcast_at(a, index) : broadcast_at(b, index);
    }
    EXPECT_TRUE(same(horloge::where(condition, Tensor(a), Tensor(b)).array(), want))
        << to_string(c.y);
  }
}

TEST(Where, Gradient) {
  const Mask condition = mask_of({2, 3}, {true, false, true, false, true, false});
  const auto call = [&](const auto& x) { return horloge::where(condition, x[0], x[1]); };
  for (const Shape& a : {Shape{2, 3}, Shape{3}, Shape{}})
    for (const Shape& b : {Shape{2, 3}, Shape{2, 1}})
      EXPECT_TRUE(gradients_agree(call, {leaf(a, 4), leaf(b, 5)})) << to_string(a) << to_string(b);
}

TEST(Where, IgnoresWhatItDoesNotChoose) {
  const Mask condition = mask_of({2}, {true, false});
  const Tensor a(array_of({2}, {1, nan}), true);
  const Tensor b(array_of({2}, {infinity, 2}), true);
  const Tensor y = horloge::where(condition, a, b);
  EXPECT_TRUE(same(y.array(), array_of({2}, {1, 2})));
  y.backward(array_of({2}, {infinity, nan}));
  EXPECT_TRUE(same(a.grad(), array_of({2}, {infinity, 0})));
  EXPECT_TRUE(same(b.grad(), array_of({2}, {0, nan})));
}

TEST(Where, HandlesEmptyOperandsAndNamesShapesThatDoNotFit) {
  const Tensor y = horloge::where(Mask::from_shape({0}), Tensor(zeros({2, 1})), Tensor(zeros({1})));
  EXPECT_EQ(y.shape(), (Shape{2, 0}));
  EXPECT_ERROR(horloge::where(random_mask({2}, 1), Tensor(zeros({3})), Tensor(zeros({3}))),
               ShapeError, "[where] shapes do not broadcast: (2,) against (3,)");
  EXPECT_ERROR(horloge::where(random_mask({3}, 1), Tensor(zeros({3})), Tensor(zeros({4}))),
               ShapeError, "[where] shapes do not broadcast: (3,) against (4,)");
}

TEST(MaskedFill, WritesWhereTheMaskIsTrue) {
  const Tensor x(array_of({2, 2}, {1, 2, nan, 4}), true);
  const Tensor y = masked_fill(x, mask_of({2, 1}, {false, true}), -5);
  EXPECT_TRUE(same(y.array(), array_of({2, 2}, {1, 2, -5, -5})));
  y.backward(array_of({2, 2}, {1, 2, 3, 4}));
  EXPECT_TRUE(same(x.grad(), array_of({2, 2}, {1, 2, 0, 0})));
  const Tensor hidden = masked_fill(x, mask_of({2}, {true, false}), static_cast<real>(-infinity));
  EXPECT_TRUE(same(hidden.array(), array_of({2, 2}, {-infinity, 2, -infinity, 4})));
}

TEST(MaskedFill, Gradient) {
  for (const Shape& mask : {Shape{2, 3, 4}, Shape{3, 4}, Shape{3, 1}, Shape{4}})
    EXPECT_TRUE(
        gradients_agree([&](const auto& x) { return masked_fill(x[0], random_mask(mask, 5), 3); },
                        {leaf({2, 3, 4}, 7)}))
        << to_string(mask);
}

TEST(MaskedFill, RefusesAMaskLargerThanX) {
  EXPECT_ERROR(masked_fill(Tensor(zeros({3})), random_mask({2, 3}, 1), 0), ShapeError,
               "[masked_fill] the mask must broadcast to x: mask (2, 3), x (3,)");
  EXPECT_ERROR(masked_fill(Tensor(zeros({3})), random_mask({2}, 1), 0), ShapeError,
               "[masked_fill] shapes do not broadcast: (3,) against (2,)");
}

TEST(Select, GivesTheSameBitsWithAnyNumberOfThreads) {
  for (const Shape& mask : {Shape{301, 257}, Shape{257}, Shape{301, 1}}) {
    const Mask random = random_mask(mask, 8);
    EXPECT_TRUE(test::same_with_any_number_of_threads(
        [&](const auto& x) { return horloge::where(random, x[0], x[1]); },
        {leaf({301, 257}, 9), leaf({257}, 10)}));
    EXPECT_TRUE(test::same_with_any_number_of_threads(
        [&](const auto& x) { return masked_fill(x[0], random, 0); }, {leaf({301, 257}, 11)}));
  }
}

}  // namespace
}  // namespace horloge
