#include <fmt/format.h>

#include <cmath>

#include "course/exercise/exam.h"

using namespace horloge;
using exercise::About;
using exercise::Examiner;
using exercise::Kind;

namespace {

// Which numbers stand in one line along an axis with number n.
struct Line {
  std::size_t first, step, count;
  Line(const Shape& shape, std::size_t axis, std::size_t n) {
    const auto [outer, size, inner] = view_axis(shape, axis);
    count = size;
    step = inner;
    first = n / (size * inner) * (size * inner) + n % inner;
  }
  std::size_t at(std::size_t i) const { return first + i * step; }
};

// From the table of all slopes.
Array by_the_slopes(const Array& y, const Array& dy, std::size_t axis,
                    double temperature) {
  Array dx = zeros(y.shape());
  for (std::size_t n = 0; n < y.size(); ++n) {
    const Line line(y.shape(), axis, n);
    for (std::size_t i = 0; i < line.count; ++i) {
      const std::size_t j = line.at(i);
      dx.data()[n] +=
          dy.data()[j] * y.data()[j] * ((n == j ? 1 : 0) - y.data()[n]);
    }
    dx.data()[n] /= temperature;
  }
  return dx;
}

Array softmax_of(const Array& x, std::size_t axis, double temperature = 1) {
  Array y = zeros(x.shape());
  for (std::size_t n = 0; n < x.size(); ++n) {
    const Line line(x.shape(), axis, n);
    double total = 0;
    for (std::size_t i = 0; i < line.count; ++i)
      total += std::exp((x.data()[line.at(i)] - x.data()[n]) / temperature);
    y.data()[n] = 1 / total;
  }
  return y;
}

struct How {
  std::size_t axis;
  double temperature = 1;
};

About about(const Array& y, const How& how, const std::string& what = "") {
  std::vector<std::string> axes;
  if (y.dimension() == 2) axes = {"row", "column"};
  return {fmt::format("y {}, axis = {}, temperature = {}{}",
                      to_string(y.shape()), how.axis, how.temperature, what),
          axes};
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](const Array& y, const How& how,
                           const std::string& what = "", double deviation = 1) {
    const Array dy = rng.normal(y.shape(), 0, deviation);
    examiner.equal(answer.backward(y, dy, how.axis, how.temperature),
                   by_the_slopes(y, dy, how.axis, how.temperature),
                   about(y, how, what));
  };
  const auto weights = [&](const Shape& shape, std::size_t axis) {
    return softmax_of(rng.normal(shape), axis);
  };

  examiner.part(Kind::shape, "keeps the shape", [&] {
    for (const Shape& shape : {Shape{3, 5}, Shape{2, 4, 3}}) {
      const Array y = weights(shape, 0);
      examiner.same_shape(answer.backward(y, rng.normal(shape), 0, 2), shape,
                          "y " + to_string(shape));
    }
  });
  examiner.part(Kind::values, "is the gradient you know at temperature 1", [&] {
    compare(weights({4, 6}, 1), {1});
    const Shape shape = {2 + rng.below(3), 5 + rng.below(3)};
    compare(weights(shape, 1), {1});
  });
  examiner.part(Kind::values, "works along any axis", [&] {
    compare(weights({6, 4}, 0), {0});
    for (const std::size_t axis : {0, 1, 2})
      compare(weights({2, 4, 3}, axis), {axis});
    for (const std::size_t axis : {0, 1, 2, 3})
      compare(weights({2, 4, 3, 5}, axis), {axis});
  });
  examiner.part(Kind::values, "works where all axes have the same size", [&] {
    for (const std::size_t axis : {0, 1, 2})
      compare(weights({3, 3, 3}, axis), {axis});
  });
  examiner.part(Kind::values, "works at any temperature", [&] {
    for (const double temperature : {2.0, 0.25, std::sqrt(8.0)})
      compare(weights({3, 5}, 1), {1, temperature});
    compare(weights({3, 4, 2}, 1), {1, 0.5 + rng.uniform()});
  });
  examiner.part(Kind::edge, "works for one line, and for one entry", [&] {
    compare(weights({1, 5}, 1), {1, 2});
    compare(weights({5, 1}, 0), {0, 2});
    compare(weights({3, 1}, 1), {1, 2});
  });
  examiner.part(Kind::edge, "works for a line with no other axis", [&] {
    compare(weights({6}, 0), {0, 3});
  });
  examiner.part(Kind::edge, "works for long lines, and for none", [&] {
    compare(weights({2, 300}, 1), {1, 2});
    compare(weights({0, 4}, 1), {1, 2});
  });
  examiner.part(Kind::edge, "works for small weights and a large dy", [&] {
    compare(softmax_of(rng.normal({4, 6}, 0, 4), 1), {1, 0.5},
            ", dy of about 1000", 1000);
  });
  examiner.part(Kind::edge, "keeps what is small, in proportion", [&] {
    const Array y = weights({4, 5}, 1), dy = rng.normal({4, 5}, 0, 1e-12);
    const Array want = 1e12 * by_the_slopes(y, dy, 1, 2);
    const Array got = 1e12 * answer.backward(y, dy, 1, 2);
    examiner.equal(got, want, about(y, {1, 2}, ", dx times 1e12"));
  });
  examiner.part(Kind::edge, "gives hidden entries and hidden lines zeros", [&] {
    Array y = zeros({3, 5});
    xt::view(y, 0, xt::range(1, 4)) = weights({3}, 0);
    xt::view(y, 2, xt::range(0, 3)) = weights({3}, 0);
    compare(y, {1, 2}, ", some weights hidden, row 1 all hidden");
  });
  examiner.part(Kind::edge, "gives zeros where one entry has all the weight",
                [&] {
                  Array y = zeros({2, 4});
                  y(0, 1) = y(1, 3) = 1;
                  compare(y, {1, 2}, ", one weight is 1");
                });
  examiner.part(Kind::property, "adds up to 0 along the axis", [&] {
    const Array y = weights({5, 4}, 0);
    const Array dx = answer.backward(y, rng.normal({5, 4}), 0, 2);
    examiner.same_shape(dx, {5, 4}, "y (5, 4)");
    const Array sums = xt::sum(dx, {0});
    examiner.equal(sums, zeros({4}), {"the sums", {"column"}});
  });
  examiner.part(
      Kind::property, "does not change when a line of dy is raised", [&] {
        const Array y = weights({4, 5}, 1);
        const Array dy = rng.normal({4, 5});
        const Array raised = dy + rng.normal({4, 1}, 0, 3);
        examiner.equal(answer.backward(y, raised, 1, 3),
                       by_the_slopes(y, dy, 1, 3),
                       about(y, {1, 3}, ", a number added to each row of dy"));
      });
  examiner.part(
      Kind::property, "answers the same however often it is asked", [&] {
        const Array y = weights({3, 4}, 1), z = weights({2, 5}, 0);
        const Array dy = rng.normal({3, 4}), dz = rng.normal({2, 5});
        for (const int turn : {0, 1, 2, 3}) {
          const bool first = turn % 2 == 0;
          const How how = first ? How{1, 2} : How{0, 0.5};
          const Array& in = first ? y : z;
          const Array& up = first ? dy : dz;
          examiner.equal(answer.backward(in, up, how.axis, how.temperature),
                         by_the_slopes(in, up, how.axis, how.temperature),
                         about(in, how, ", two calls in turn"));
        }
      });
  examiner.part(
      Kind::gradient, "is the slope that finite differences measure", [&] {
        for (const std::size_t axis : {0, 1}) {
          const double temperature = axis == 0 ? 2 : 0.7;
          const Array x = rng.normal({3, 4});
          const Array dy = rng.normal({3, 4});
          const Array want = exercise::numeric_gradient(
              [&](const Array& at) {
                return softmax_of(at, axis, temperature);
              },
              x, dy);
          About where = about(x, {axis, temperature});
          where.tolerance = 1e-6;
          examiner.equal(answer.backward(softmax_of(x, axis, temperature), dy,
                                         axis, temperature),
                         want, where);
        }
      });
}
