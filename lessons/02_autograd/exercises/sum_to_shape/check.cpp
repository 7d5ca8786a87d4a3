#include "course/exercise/exam.h"

namespace {

std::string sizes(const Array& dy, const Shape& shape) {
  return fmt::format("dy {}, shape {}", to_string(dy.shape()),
                     to_string(shape));
}

// A shape of up to four axes, and one that can be repeated to it.
std::pair<Shape, Shape> random_shapes(Rng& rng) {
  Shape large, small;
  const std::size_t rank = 1 + rng.below(4);
  const std::size_t in_front = rng.below(rank + 1);
  for (std::size_t axis = 0; axis < rank; ++axis) {
    large.push_back(1 + rng.below(4));
    if (axis >= in_front) small.push_back(rng.below(2) == 0 ? 1 : large[axis]);
  }
  return {large, small};
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](const Shape& large, const Shape& small) {
    const Array dy = rng.normal(large);
    examiner.equal(answer.sum_to_shape(dy, small),
                   right_answer().sum_to_shape(dy, small),
                   {sizes(dy, small), {}, 1e-12});
  };

  examiner.shape("has the shape that is asked for", [&] {
    const Array dy = rng.normal({4, 2, 3});
    for (const Shape& shape : {Shape{2, 3}, {4, 1, 3}, {1, 3}, {2, 1}, {3}})
      examiner.same_shape(answer.sum_to_shape(dy, shape), shape,
                          sizes(dy, shape));
  });
  examiner.values("sums over axes that were put in front", [&] {
    compare({2, 3}, {3});
    compare({4, 2, 3}, {2, 3});
    compare({4, 2, 3}, {3});
    compare({5, 4, 2, 3}, {3});
    compare({2, 3, 2, 3, 2}, {2});
  });
  examiner.values("sums over axes of size 1", [&] {
    compare({2, 3}, {2, 1});
    compare({2, 3}, {1, 3});
    compare({4, 2, 3}, {1, 2, 1});
    compare({2, 3, 2, 2}, {1, 3, 2, 1});
  });
  examiner.values("sums over both", [&] {
    compare({4, 2, 3}, {1, 3});
    compare({4, 2, 3}, {2, 1});
    compare({5, 4, 2, 3}, {4, 1, 3});
    compare({5, 4, 2, 3}, {1, 3});
    for (int i = 0; i < 5; ++i) {
      const auto [large, small] = random_shapes(rng);
      compare(large, small);
    }
  });
  examiner.values("sums over the right ones of equal axes", [&] {
    for (const Shape& shape : {Shape{3}, {3, 3}, {1, 3}, {3, 1}, {3, 1, 3}})
      compare({3, 3, 3}, shape);
  });
  examiner.values("knows which of two equal axes is meant", [&] {
    compare({2, 2}, {2});
    compare({2, 2}, {2, 1});
    compare({3, 2, 3}, {3});
    compare({3, 2, 3}, {3, 1, 1});
    compare({4, 4, 1}, {4, 1});
    compare({2, 6}, {2, 1});
    compare({3, 2, 2}, {2, 2});
  });
  examiner.edge("is exact for small numbers and large ones", [&] {
    for (const double size : {1e-12, 1e9}) {
      const Array dy = size * rng.normal({4, 2, 3});
      for (const Shape& shape : {Shape{3}, {2, 1}, {4, 1, 3}})
        examiner.equal(Array(answer.sum_to_shape(dy, shape) / size),
                       Array(right_answer().sum_to_shape(dy, shape) / size),
                       {fmt::format("{}, of numbers near {:g}; dx over {:g}",
                                    sizes(dy, shape), size, size),
                        {},
                        1e-12});
    }
  });
  examiner.edge("leaves dy alone if nothing was repeated", [&] {
    compare({2, 3}, {2, 3});
    compare({1, 3}, {1, 3});
    compare({}, {});
  });
  examiner.edge("takes away axes of size 1 in front", [&] {
    compare({1, 2, 3}, {2, 3});
    compare({1, 1, 4}, {1, 1});
    compare({1, 1}, {});
  });
  examiner.edge("works for a single number", [&] {
    compare({2, 3}, {});
    compare({2, 3, 2, 4, 2}, {});
    compare({4, 2, 3}, {1, 1});
    compare({5}, {1});
  });
  examiner.property("makes <dy, repeated x> the same as <dx, x>", [&] {
    for (const Shape& shape : {Shape{3}, {2, 1}, {4, 1, 1}, {}}) {
      const Array dy = rng.normal({4, 2, 3});
      const Array x = rng.normal(shape);
      const Array dx = answer.sum_to_shape(dy, shape);
      examiner.same_shape(dx, shape, sizes(dy, shape));
      examiner.equal(
          xt::sum(dx * x)(), xt::sum(dy * x)(),
          {"the sum of dx times x, against that of dy times the repeated x, " +
           sizes(dy, shape)});
    }
  });
  examiner.gradient("is the slope that finite differences measure", [&] {
    for (const Shape& shape : {Shape{3}, {1, 3}, {4, 1, 3}, {2, 1}}) {
      const Array dy = rng.normal({4, 2, 3});
      const Array want = exercise::numeric_gradient(
          [&](const Array& x) -> Array { return xt::broadcast(x, dy.shape()); },
          rng.normal(shape), dy);
      examiner.equal(answer.sum_to_shape(dy, shape), want,
                     {sizes(dy, shape), {}, 1e-6});
    }
  });
  begins_anew(
      examiner, answer.sum_to_shape, {rng.normal({4, 2, 3}), Shape{2, 1}},
      {rng.normal({4, 2, 3}), Shape{2, 1}}, {rng.normal({3, 3}), Shape{3}});
}
