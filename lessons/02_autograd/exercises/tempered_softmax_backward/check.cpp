#include "course/exercise/exam.h"

namespace {

// Calls f with the positions of each group of numbers that compete.
void each_group(
    const Shape& shape, std::size_t axis,
    const std::function<void(const std::vector<std::size_t>& group)>& f) {
  for (std::size_t n = 0; n < element_count(shape); ++n) {
    if (index_of(n, shape)[axis] != 0) continue;
    std::vector<std::size_t> group;
    for (std::size_t m = n; m < element_count(shape); ++m) {
      Shape place = index_of(m, shape);
      place[axis] = 0;
      if (place == index_of(n, shape)) group.push_back(m);
    }
    f(group);
  }
}

Array softmax_along(const Array& x, std::size_t axis, double temperature) {
  Array y = zeros(x.shape());
  each_group(x.shape(), axis, [&](const std::vector<std::size_t>& group) {
    double sum = 0;
    for (const std::size_t n : group)
      sum += std::exp(x.data()[n] / temperature);
    for (const std::size_t n : group)
      y.data()[n] = std::exp(x.data()[n] / temperature) / sum;
  });
  return y;
}

// What the other x of the group and x_i itself do, one after the other.
Array by_definition(const Array& y, const Array& dy, std::size_t axis,
                    double temperature) {
  Array dx = zeros(y.shape());
  each_group(y.shape(), axis, [&](const std::vector<std::size_t>& group) {
    for (const std::size_t i : group)
      for (const std::size_t j : group)
        dx.data()[i] += (i == j ? y.data()[i] * (1 - y.data()[i])
                                : -y.data()[i] * y.data()[j]) *
                        dy.data()[j] / temperature;
  });
  return dx;
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

Case random_case(Rng& rng, const Shape& shape, std::size_t axis,
                 double temperature) {
  return {softmax_along(rng.normal(shape), axis, temperature),
          rng.normal(shape), axis, temperature};
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto call = [&](const Case& c) {
    return answer.tempered_softmax_backward(c.y, c.dy, c.axis, c.temperature);
  };
  const auto compare_case = [&](const Case& c, double tolerance = 1e-12) {
    examiner.equal(call(c), by_definition(c.y, c.dy, c.axis, c.temperature),
                   {c.text(), {}, tolerance});
  };
  const auto compare = [&](const Shape& shape, std::size_t axis,
                           double temperature) {
    compare_case(random_case(rng, shape, axis, temperature));
  };

  examiner.shape("keeps the shape", [&] {
    for (const std::size_t axis : {0, 1, 2}) {
      const Case c = random_case(rng, {2, 3, 4}, axis, 2);
      examiner.same_shape(call(c), {2, 3, 4}, c.text());
    }
  });
  examiner.values("goes along the last axis, temperature 1", [&] {
    compare({3, 4}, 1, 1);
    compare({2 + rng.below(3), 5 + rng.below(3)}, 1, 1);
  });
  examiner.values("knows the temperature", [&] {
    for (const double temperature : {0.5, 2.0, 3.5, 0.3})
      compare({3, 4}, 1, temperature);
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
      Case c = random_case(rng, {3, 4}, 1, 0.5);
      c.dy *= size;
      const Array got = call(c) / size;
      examiner.equal(got, by_definition(c.y, c.dy, 1, 0.5) / size,
                     {fmt::format("{}, dy near {:g}, and dx over {:g}",
                                  c.text(), size, size),
                      {},
                      1e-11});
    }
    Case c = random_case(rng, {3, 4}, 0, 1e-3);  // next to all on one weight
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
      const Case c = random_case(rng, {4, 5}, axis, 1.3);
      const Array dx = call(c);
      examiner.same_shape(dx, {4, 5}, c.text());
      examiner.equal(Array(xt::sum(dx, {axis})), zeros({axis == 0 ? 5U : 4U}),
                     {"the sum of dx along the axis, " + c.text(), {"group"}});
    }
  });
  examiner.property("asks only how much better than others", [&] {
    const Case c = random_case(rng, {2, 4}, 1, 0.9);
    Case more = c;
    more.dy = c.dy + rng.normal({2, 1});
    examiner.equal(call(more), by_definition(c.y, c.dy, 1, 0.9),
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
  begins_anew(examiner, call, {random_case(rng, {3, 4}, 1, 0.5)},
              {random_case(rng, {3, 4}, 1, 0.7)},
              {random_case(rng, {4, 2}, 0, 2)});
}
