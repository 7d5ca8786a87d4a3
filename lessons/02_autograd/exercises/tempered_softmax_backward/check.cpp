#include "course/exercise/exam.h"

namespace {

// Finite differences are taken of it.
Array softmax_along(const Array& x, std::size_t axis, double temperature) {
  return softmax(Tensor(x / temperature), std::ptrdiff_t(axis)).array();
}

struct Case {
  Array y, dy;
  std::size_t axis;
  double temperature;

  std::string text() const {
    return fmt::format("y and dy {}, axis = {}, temperature = {:.3g}",
                       to_string(y.shape()), axis, temperature);
  }
};

Array dx_by(const Answer& of, const Case& c) {
  return of.tempered_softmax_backward(c.y, c.dy, c.axis, c.temperature);
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto random = [&](const Shape& n, std::size_t axis, double t) -> Case {
    const Array x = rng.normal(n);
    return {softmax_along(x, axis, t), rng.normal(n), axis, t};
  };
  const auto call = [&](const Case& c) { return dx_by(answer, c); };
  const auto right = [&](const Case& c) { return dx_by(right_answer(), c); };
  const auto compare_case = [&](const Case& c) {
    examiner.equal(call(c), right(c), {c.text(), {}, 1e-12});
  };
  const auto compare = [&](const Shape& shape, std::size_t axis, double t) {
    compare_case(random(shape, axis, t));
  };

  examiner.shape("keeps the shape", [&] {
    for (const std::size_t axis : {0, 1, 2}) {
      const Case c = random({2, 3, 4}, axis, 2);
      examiner.same_shape(call(c), {2, 3, 4}, c.text());
    }
  });
  examiner.values("goes along the last axis, temperature 1", [&] {
    compare({3, 4}, 1, 1);
    compare({2 + rng.below(3), 5 + rng.below(3)}, 1, 1);
  });
  examiner.values("knows the temperature", [&] {
    for (const double t : {0.5, 2.0, 3.5, 0.3}) compare({3, 4}, 1, t);
  });
  examiner.values("goes along the first axis", [&] {
    compare({3, 4}, 0, 1);
    compare({5, 2}, 0, 0.7);
  });
  examiner.values("goes along any axis of a batch", [&] {
    for (const std::size_t axis : {0, 1, 2}) compare({2, 3, 4}, axis, 1.5);
    for (const std::size_t axis : {0, 1, 2, 3})
      compare({2, 3, 2, 4}, axis, 0.6);
  });
  examiner.values("finds its axis among axes of equal sizes", [&] {
    for (const std::size_t axis : {0, 1}) compare({4, 4}, axis, 0.8);
    for (const std::size_t axis : {0, 1, 2}) compare({3, 3, 3}, axis, 1.2);
  });
  examiner.edge("works for a single group", [&] {
    compare({5}, 0, 1);
    compare({6}, 0, 0.4);
    compare({1, 2}, 1, 2);
  });
  examiner.edge("works for long groups", [&] {
    compare({2, 70}, 1, 1.1);
    compare({60, 3}, 0, 0.9);
  });
  examiner.edge("is exact for small gradients and large ones", [&] {
    for (const double size : {1e-9, 1e6}) {
      Case c = random({3, 4}, 1, 0.5);
      c.dy *= size;
      examiner.equal(call(c) / size, right(c) / size,
                     {fmt::format("{}, dy near {:g}, and dx over {:g}",
                                  c.text(), size, size),
                      {},
                      1e-11});
    }
    Case c = random({3, 4}, 0, 1e-3);  // next to all on one weight
    c.y = softmax_along(1e-2 * rng.normal({3, 4}), 0, 1e-3);
    compare_case(c);
    compare({3, 4}, 0, 1e4);
  });
  examiner.edge("is 0 where there is nothing to choose", [&] {
    compare({3, 1}, 1, 2);
    compare({1, 3}, 0, 0.5);
    Case c{{{0, 1, 0}, {1, 0, 0}}, rng.normal({2, 3}), 1, 0.7};
    examiner.equal(call(c), zeros({2, 3}), {"y of zeros and a single 1"});
  });
  examiner.property("takes from the others what one gains", [&] {
    for (const std::size_t axis : {0, 1}) {
      const Case c = random({4, 5}, axis, 1.3);
      const Array dx = call(c);
      examiner.same_shape(dx, {4, 5}, c.text());
      examiner.equal(Array(xt::sum(dx, {axis})), zeros({axis == 0 ? 5U : 4U}),
                     {"the sum of dx along the axis, " + c.text(), {"group"}});
    }
  });
  examiner.property("asks only how much better than others", [&] {
    const Case c = random({2, 4}, 1, 0.9);
    const Case more{c.y, c.dy + rng.normal({2, 1}), 1, 0.9};
    examiner.equal(call(more), right(c),
                   {"the same number added to all dy of a group, " + c.text()});
  });
  examiner.gradient("is the slope that finite differences measure", [&] {
    for (const std::size_t axis : {0, 1}) {
      const double temperature = axis == 0 ? 2 : 0.7;
      const Array x = rng.normal({3, 4}), dy = rng.normal({3, 4});
      const auto forward = [&](const Array& in) {
        return softmax_along(in, axis, temperature);
      };
      const Case c{forward(x), dy, axis, temperature};
      examiner.equal(call(c), exercise::numeric_gradient(forward, x, dy),
                     {c.text(), {}, 1e-6});
    }
  });
  begins_anew(examiner, call, {random({3, 4}, 1, 0.5)},
              {random({3, 4}, 1, 0.7)}, {random({4, 2}, 0, 2)});
}
