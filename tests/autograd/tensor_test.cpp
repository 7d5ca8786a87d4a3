#include "horloge/autograd/tensor.h"

#include "horloge/autograd/record.h"
#include "support/arrays.h"
#include "support/small_ops.h"

namespace horloge {
namespace {

TEST(Tensor, IsAHandle) {
  Tensor a(array_of({2}, {1, 2}), true);
  Tensor b = a;
  b.mutable_array()(0) = 7;
  EXPECT_TRUE(same(a.array(), array_of({2}, {7, 2})));
  times(b, 3).backward(ones({2}));
  EXPECT_TRUE(same(a.grad(), full({2}, 3)));
  b.zero_grad();
  EXPECT_FALSE(a.has_grad());
}

TEST(Tensor, TellsItsShape) {
  const Tensor x(zeros({2, 3, 4}));
  EXPECT_EQ(x.shape(), (Shape{2, 3, 4}));
  EXPECT_EQ(x.rank(), 3U);
  EXPECT_EQ(x.size(), 24U);
  EXPECT_EQ(x.data(), x.array().data());
  EXPECT_EQ(Tensor(real{5}).shape(), Shape{});
  EXPECT_EQ(Tensor(real{5}).item(), 5);
}

TEST(Tensor, UndefinedIsAnErrorToAsk) {
  Tensor none;
  EXPECT_FALSE(none.defined());
  EXPECT_FALSE(none.requires_grad());
  EXPECT_FALSE(none.has_grad());
  none.zero_grad();
  const char* const want = "[Tensor] this tensor is undefined";
  EXPECT_ERROR(none.array(), ValueError, want);
  EXPECT_ERROR(none.shape(), ValueError, want);
  EXPECT_ERROR(none.item(), ValueError, want);
  EXPECT_ERROR(none.mutable_array(), ValueError, want);
  EXPECT_ERROR(none.grad(), ValueError, want);
  EXPECT_ERROR(none.mutable_grad(), ValueError, want);
  EXPECT_ERROR(none.set_grad(zeros({1})), ValueError, want);
  EXPECT_ERROR(none.set_requires_grad(true), ValueError, want);
  EXPECT_ERROR(none.detach(), ValueError, want);
  EXPECT_ERROR(none.backward(), ValueError, want);
  EXPECT_ERROR(none.backward(zeros({1})), ValueError, want);
}

TEST(Tensor, ItemNeedsOneElement) {
  EXPECT_EQ(Tensor(full({1, 1}, 4)).item(), 4);
  EXPECT_ERROR(Tensor(zeros({2})).item(), ValueError,
               "[item] needs a tensor of one element, got (2,)");
  EXPECT_ERROR(Tensor(zeros({0})).item(), ValueError, "got (0,)");
}

TEST(Tensor, OnlyLeavesChooseWhetherTheyRequireAGradient) {
  Tensor x(ones({2}));
  EXPECT_FALSE(x.requires_grad());
  EXPECT_FALSE(times(x, 2).requires_grad());
  x.set_requires_grad(true);
  Tensor y = times(x, 2);
  EXPECT_TRUE(y.requires_grad());
  EXPECT_ERROR(y.set_requires_grad(false), ValueError,
               "[set_requires_grad] only for leaves, this tensor was made by times");
  Tensor free = y.detach();
  free.set_requires_grad(true);
  EXPECT_TRUE(free.requires_grad());
  x.set_requires_grad(false);
  EXPECT_FALSE(times(x, 2).requires_grad());
}

TEST(Tensor, GradientsAreSetReadAndDropped) {
  Tensor x(zeros({2}), true);
  EXPECT_ERROR(x.grad(), ValueError, "[grad] this tensor has no gradient");
  EXPECT_ERROR(x.mutable_grad(), ValueError, "[grad] this tensor has no gradient");
  EXPECT_ERROR(x.set_grad(zeros({3})), ShapeError,
               "[set_grad] gradient (3,) must have the shape of the tensor, (2,)");
  x.set_grad(array_of({2}, {1, 2}));
  x.mutable_grad()(0) = 5;
  EXPECT_TRUE(same(x.grad(), array_of({2}, {5, 2})));
  times(x, 2).backward(ones({2}));
  EXPECT_TRUE(same(x.grad(), array_of({2}, {7, 4})));
  x.zero_grad();
  EXPECT_FALSE(x.has_grad());
  EXPECT_ERROR(x.grad(), ValueError, "has no gradient");
  times(x, 2).backward(ones({2}));  // into memory that held another gradient before
  EXPECT_TRUE(same(x.grad(), full({2}, 2)));
}

TEST(Tensor, OfAnOperationHoldsNoGradient) {
  const Tensor x(ones({2}), true);
  Tensor y = times(x, 2);
  EXPECT_ERROR(y.grad(), ValueError,
               "[grad] this tensor was made by times: only leaves keep their gradient");
  EXPECT_ERROR(y.set_grad(ones({2})), ValueError,
               "[set_grad] only for leaves, this tensor was made by times");
  y.backward(ones({2}));
  EXPECT_TRUE(same(x.grad(), full({2}, 2)));
}

TEST(Tensor, DetachSharesNumbersButNotHistory) {
  const Tensor x(ones({2}), true);
  const Tensor y = times(x, 2);
  Tensor z = y.detach();
  EXPECT_EQ(z.data(), y.data());
  EXPECT_FALSE(z.requires_grad());
  z.mutable_array()(1) = 9;
  EXPECT_TRUE(same(y.array(), array_of({2}, {2, 9})));
  EXPECT_EQ(y.buffer()->version, 1U);
  z.set_requires_grad(true);
  times(z, 3).backward(ones({2}));
  EXPECT_TRUE(same(z.grad(), full({2}, 3)));
  EXPECT_FALSE(x.has_grad());
}

TEST(Tensor, CountsItsVersions) {
  Tensor x(ones({2}));
  EXPECT_EQ(x.buffer()->version, 0U);
  x.mutable_array();
  x.mutable_array();
  EXPECT_EQ(x.buffer()->version, 2U);
  EXPECT_EQ(x.array()(0), 1);
  EXPECT_EQ(x.buffer()->version, 2U);
}

TEST(Tensor, NumbersOfATensorThatNobodyHoldsStayAlive) {
  double sum = 0;
  for (const real x : Tensor(full({1000}, 2)).array()) sum += x;
  EXPECT_EQ(sum, 2000);
}

}  // namespace
}  // namespace horloge
