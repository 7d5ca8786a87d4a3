#include <memory>
#include <stdexcept>
#include <thread>

#include "support/gradients.h"
#include "support/small_ops.h"

namespace horloge {
namespace {

constexpr auto keep = Tensor::Graph::keep;

Tensor two() { return Tensor(real{2}, true); }

TEST(Backward, AddsWhereATensorIsUsedTwice) {
  const Tensor x = two();
  plus(times(x, 3), times(x, 4)).backward();
  EXPECT_EQ(x.grad()(), 7);
}

TEST(Backward, AddsWhereAnInputIsListedTwice) {
  const Tensor x = two();
  product(x, x).backward();  // d x^2 = 2 x
  EXPECT_EQ(x.grad()(), 4);
  const Tensor y = two();
  plus(y, y).backward();
  EXPECT_EQ(y.grad()(), 2);
}

// y = 3x, a = 5y, b = a y: b must wait for neither, but y for both.
TEST(Backward, WaitsForEveryBranchOfADiamond) {
  const Tensor x = two();
  const Tensor y = times(x, 3);
  const Tensor b = product(times(y, 5), y);  // 5 y^2 = 45 x^2
  b.backward();
  EXPECT_EQ(x.grad()(), 180);
}

// Each level uses the last one twice: 2^40 paths, walked once.
TEST(Backward, VisitsEachOperationOnce) {
  const Tensor x = two();
  Tensor y = x;
  for (int i = 0; i < 40; ++i) y = times(plus(y, y), real{0.5});
  y.backward();
  EXPECT_EQ(x.grad()(), 1);
}

TEST(Backward, ReducesTheGradientsOfBroadcastInputs) {
  const Tensor row(array_of({3}, {1, 2, 3}), true);
  const Tensor column(array_of({2, 1}, {10, 20}), true);
  plus(row, column).backward(array_of({2, 3}, {1, 2, 3, 4, 5, 6}));
  EXPECT_TRUE(same(row.grad(), array_of({3}, {5, 7, 9})));
  EXPECT_TRUE(same(column.grad(), array_of({2, 1}, {6, 15})));
  EXPECT_TRUE(test::gradients_agree([](const auto& x) { return product(x[0], x[1]); },
                                    {test::leaf({2, 1, 3}, 1), test::leaf({4, 1}, 2)}));
}

TEST(Backward, GoesThroughAVeryDeepChain) {
  const Tensor x = two();
  {
    Tensor y = x;
    for (int i = 0; i < 200000; ++i) y = times(y, i % 2 == 0 ? real{2} : real{0.5});
    y.backward();
    EXPECT_EQ(x.grad()(), 1);
  }
  Tensor y = x;
  for (int i = 0; i < 200000; ++i) y = plus(y, x);
  y.backward(keep);
  EXPECT_EQ(x.grad()(), 200002);
  y = Tensor();  // a whole chain goes away at once, without a backward that has freed it
}

TEST(Backward, FreesADeepChainNobodyWentBackThrough) {
  const Tensor x = two();
  Tensor y = x;
  for (int i = 0; i < 200000; ++i) y = times(y, 1);
  std::weak_ptr<detail::Node> end = y.node();
  y = Tensor();
  EXPECT_TRUE(end.expired());
  EXPECT_EQ(x.node().use_count(), 1);
}

TEST(Backward, AccumulatesOverGraphs) {
  const Tensor x = two();
  times(x, 3).backward();
  product(x, x).backward();
  EXPECT_EQ(x.grad()(), 7);
}

TEST(Backward, GivesGradientsToLeavesOnly) {
  const Tensor x = two();
  const Tensor constant(real{5});
  const Tensor y = product(x, constant);
  const Tensor z = times(y, 2);
  z.backward();
  EXPECT_EQ(x.grad()(), 10);
  EXPECT_FALSE(constant.has_grad());
  EXPECT_FALSE(y.has_grad());
  EXPECT_FALSE(z.has_grad());
}

TEST(Backward, OfALeafIsTheUpstreamGradient) {
  const Tensor x(ones({2}), true);
  x.backward(array_of({2}, {3, 4}));
  x.backward(array_of({2}, {3, 4}));
  EXPECT_TRUE(same(x.grad(), array_of({2}, {6, 8})));
}

TEST(Backward, LeavesTheUpstreamGradientAlone) {
  const Tensor x(ones({2}), true);
  const Array dy = array_of({2}, {3, 4});
  times(x, 10).backward(dy);
  EXPECT_TRUE(same(dy, array_of({2}, {3, 4})));
}

TEST(Backward, NeedsANumberOrAnUpstreamGradientOfTheRightShape) {
  const Tensor x(ones({2, 3}), true);
  const Tensor y = times(x, 2);
  EXPECT_ERROR(y.backward(), ShapeError,
               "[backward] needs a tensor of a single number, got (2, 3); reduce it first (sum, "
               "mean, a loss), or pass the upstream gradient dy");
  EXPECT_ERROR(y.backward(ones({3, 2})), ShapeError,
               "[backward] the upstream gradient has shape (3, 2), the tensor (2, 3)");
  y.backward(ones({2, 3}));  // neither error used the graph up
  EXPECT_TRUE(same(x.grad(), full({2, 3}, 2)));
  const Tensor one(ones({1, 1}), true);
  times(one, 4).backward();
  EXPECT_TRUE(same(one.grad(), full({1, 1}, 4)));
}

TEST(Backward, NeedsSomethingThatRequiresAGradient) {
  EXPECT_ERROR(times(Tensor(real{1}), 2).backward(), ValueError,
               "[backward] this tensor does not require a gradient");
}

TEST(Backward, TwiceThroughOneGraphIsAnError) {
  const Tensor x = two();
  const Tensor y = times(x, 2);
  const Tensor z = product(y, y);
  const Tensor other = times(y, 7);
  z.backward();
  const char* const want =
      "was freed by an earlier backward(); compute the result anew, or pass "
      "Tensor::Graph::keep the first time";
  EXPECT_ERROR(z.backward(), ValueError, "[backward] the graph behind product");
  EXPECT_ERROR(z.backward(), ValueError, want);
  EXPECT_ERROR(other.backward(), ValueError, "[backward] the graph behind times");
  EXPECT_ERROR(times(z, 2).backward(), ValueError, "[backward] the graph behind product");
  EXPECT_EQ(x.grad()(), 16);
}

TEST(Backward, KeepLeavesTheGraphWhole) {
  const Tensor x = two();
  const Tensor y = square_by_output(times(x, 3));
  y.backward(keep);
  y.backward(keep);
  EXPECT_EQ(x.grad()(), 72);
  y.backward();
  EXPECT_EQ(x.grad()(), 108);
  EXPECT_ERROR(y.backward(), ValueError, "was freed");
}

TEST(Backward, ServesOneResultPassedOnTwice) {
  const Tensor x = two();
  const Tensor y = square_by_output(x);
  const Tensor first = times(y, 3);
  const Tensor second = times(y, 5);
  first.backward(keep);
  second.backward();
  EXPECT_EQ(x.grad()(), 32);
}

TEST(Backward, PassesUndefinedInputsBy) {
  const Tensor x = two();
  const Tensor none;
  const Tensor y = record("optional", Array(x.array()), {x, none}, [](Array& dy, Gradients& d) {
    EXPECT_TRUE(d.wants(0));
    EXPECT_FALSE(d.wants(1));
    d.add(1, dy);  // nobody asks
    d.add(0, dy);
  });
  y.backward();
  EXPECT_EQ(x.grad()(), 1);
  const Tensor constant = record("optional", ones({}), {none}, [](Array&, Gradients&) {});
  EXPECT_FALSE(constant.requires_grad());
}

TEST(Backward, SkipsAnOperationThatGetsNothing) {
  const Tensor x = two();
  const Tensor silent = record("silent", Array(x.array()), {times(x, 2)},
                               [](Array&, Gradients&) { /* d/dx = 0, and says nothing */ });
  plus(silent, x).backward();
  EXPECT_EQ(x.grad()(), 1);
}

TEST(Backward, OffersMemoryToAddInPlace) {
  const Tensor x(ones({2}), true);
  const auto copy_in_place = [](const Tensor& in) {
    return record("copy", Array(in.array()), {in}, [](Array& dy, Gradients& d) {
      const auto dx = d.into(0);
      EXPECT_EQ(dx.beta, dx.fresh ? 0 : 1);
      for (std::size_t i = 0; i < dy.size(); ++i)
        dx.data[i] = dy.data()[i] + (dx.fresh ? real{0} : dx.data[i]);
    });
  };
  const auto scatter = [](const Tensor& in) {
    return record("scatter", Array(in.array()), {in}, [](Array& dy, Gradients& d) {
      real* const dx = d.zeroed(0);
      for (std::size_t i = 0; i < dy.size(); ++i) dx[i] += dy.data()[i];
    });
  };
  plus(plus(copy_in_place(x), scatter(x)), plus(scatter(x), copy_in_place(x))).backward(ones({2}));
  EXPECT_TRUE(same(x.grad(), full({2}, 4)));
  Tensor handle = x;
  handle.zero_grad();  // keeps the memory, whose old numbers must not show
  copy_in_place(x).backward(ones({2}));
  EXPECT_TRUE(same(x.grad(), ones({2})));
  handle.zero_grad();
  scatter(x).backward(ones({2}));
  EXPECT_TRUE(same(x.grad(), ones({2})));
}

TEST(Backward, RefusesAGradientOfAShapeThatDoesNotReduce) {
  const Tensor x(ones({3}), true);
  const Tensor y =
      record("wrong", ones({3}), {x}, [](Array&, Gradients& d) { d.add(0, ones({2})); });
  EXPECT_ERROR(y.backward(ones({3})), ShapeError, "(2,) against (3,)");
}

TEST(NoGrad, RemembersNothing) {
  const Tensor x = two();
  EXPECT_TRUE(grad_enabled());
  {
    const NoGrad outer;
    {
      const NoGrad inner;
      EXPECT_FALSE(grad_enabled());
    }
    EXPECT_FALSE(grad_enabled());
    const Tensor y = product(x, x);
    EXPECT_FALSE(y.requires_grad());
    EXPECT_EQ(x.buffer().use_count(), 1);  // nothing saved
    EXPECT_TRUE(Tensor(real{1}, true).requires_grad());
  }
  EXPECT_TRUE(grad_enabled());
  EXPECT_TRUE(product(x, x).requires_grad());
}

TEST(NoGrad, EndsWithAnExceptionAndHoldsForItsThreadOnly) {
  try {
    const NoGrad guard;
    bool other = false;
    std::thread([&] { other = grad_enabled(); }).join();
    EXPECT_TRUE(other);
    throw std::runtime_error("out");
  } catch (const std::runtime_error&) {
  }
  EXPECT_TRUE(grad_enabled());
}

TEST(ChangeInPlace, OfASavedInputIsNamed) {
  Tensor x(ones({2}), true);
  const Tensor y = product(x, x);
  x.mutable_array()(0) = 5;
  EXPECT_ERROR(y.backward(ones({2})), ValueError,
               "[backward of product] a value of shape (2,) that it saved in the forward pass was "
               "changed in place since (it is at version 1, saved at 0); change a copy, or call "
               "backward() first");
}

TEST(ChangeInPlace, OfASavedOutputIsNamed) {
  const Tensor x(ones({2}), true);
  Tensor y = square_by_output(x);
  const Tensor z = times(y, 2);
  y.detach().mutable_array();  // through another handle
  EXPECT_ERROR(z.backward(ones({2})), ValueError, "[backward of square_by_output]");
}

TEST(ChangeInPlace, OfWhatNobodyNeedsIsFine) {
  Tensor x(ones({2}), true);
  Tensor y = times(x, 3);
  x.mutable_array()(0) = 5;
  y.mutable_array()(0) = 5;
  y.backward(ones({2}));
  EXPECT_TRUE(same(x.grad(), full({2}, 3)));
  const Tensor a = two();
  Tensor b(real{3});
  const Tensor c = product(a, b);
  c.backward();
  b.mutable_array();  // afterwards
  EXPECT_EQ(a.grad()(), 3);
}

Tensor failing(const Tensor& x, bool& fails) {
  return record("failing", Array(x.array()), {x}, [&fails](Array& dy, Gradients& d) {
    d.add(0, dy);
    if (fails) throw std::runtime_error("stopped");
  });
}

TEST(Backward, ThatFailsLeavesNothingHalfDone) {
  bool fails = true;
  const Tensor x = two();
  const Tensor y = times(x, 3);
  const Tensor z = plus(failing(y, fails), times(y, 10));
  EXPECT_ERROR(z.backward(keep), std::runtime_error, "stopped");
  EXPECT_FALSE(y.node()->has_grad);
  EXPECT_FALSE(y.node()->grad.has_value());
  EXPECT_FALSE(z.node()->has_grad);
  EXPECT_FALSE(x.has_grad());
  fails = false;
  z.backward(keep);
  EXPECT_EQ(x.grad()(), 33);
  fails = true;
  EXPECT_ERROR(z.backward(), std::runtime_error, "stopped");  // frees what it went through
  EXPECT_ERROR(z.backward(), ValueError, "was freed");
  EXPECT_EQ(x.node().use_count(), 1);
}

TEST(Backward, MayRunWithinABackward) {
  const Tensor x = two();
  const Tensor y =
      record("recompute", Array(full({}, 4)), {x}, [x = Saved(x)](Array& dy, Gradients& d) {
        const Tensor again(Array(*x), true);
        product(again, again).backward(dy);
        d.add(0, again.grad());
      });
  plus(times(y, 3), x).backward();
  EXPECT_EQ(x.grad()(), 13);
}

TEST(Memory, OfIntermediateValuesIsFreedInTime) {
  const Tensor x(ones({4}), true);
  std::weak_ptr<detail::Buffer> saved;
  std::weak_ptr<detail::Buffer> not_saved;
  std::weak_ptr<detail::Node> node;
  Tensor loss;
  {
    const Tensor y = times(x, 2);
    const Tensor z = product(y, y);
    loss = total(z);
    saved = y.buffer();
    not_saved = z.buffer();
    node = y.node();
  }
  EXPECT_FALSE(saved.expired());
  EXPECT_TRUE(not_saved.expired());  // sum's backward has no use for it
  EXPECT_FALSE(node.expired());
  loss.backward();
  EXPECT_TRUE(saved.expired());
  EXPECT_TRUE(node.expired());
  EXPECT_TRUE(same(x.grad(), full({4}, 8)));
  EXPECT_EQ(x.node().use_count(), 1);
}

TEST(Memory, IsFreedWithoutBackwardToo) {
  const Tensor x(ones({4}), true);
  std::weak_ptr<detail::Buffer> saved;
  {
    const Tensor y = square_by_output(times(x, 2));
    saved = y.buffer();
    const Tensor z = total(y);
  }
  EXPECT_TRUE(saved.expired());  // an output that is kept for its own backward is no cycle
  EXPECT_EQ(x.node().use_count(), 1);
}

TEST(Memory, IsFreedWhileBackwardIsUnderway) {
  const Tensor x(ones({4}), true);
  std::weak_ptr<detail::Buffer> late;
  bool gone = false;
  Tensor y = record("look", Array(x.array()), {x}, [&](Array& dy, Gradients& d) {
    gone = late.expired();
    d.add(0, dy);
  });
  {
    const Tensor z = times(y, 2);
    late = z.buffer();
    y = product(z, z);
  }
  EXPECT_FALSE(late.expired());
  y.backward(ones({4}));
  EXPECT_TRUE(gone);
}

}  // namespace
}  // namespace horloge
