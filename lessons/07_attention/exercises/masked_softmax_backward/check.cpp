#include <fmt/format.h>

#include <cmath>

#include "course/exercise/exam.h"

using namespace horloge;
using exercise::About;
using exercise::Examiner;
using exercise::Kind;

namespace {

// From the table of all slopes, as it stands in the task.
Array by_the_slopes(const Array& y, const Array& dy) {
  const std::size_t N = y.shape().back();
  Array dx = zeros(y.shape());
  for (std::size_t n = 0; n < y.size(); ++n) {
    const std::size_t first = n / N * N;
    for (std::size_t j = first; j < first + N; ++j)
      dx.data()[n] +=
          dy.data()[j] * y.data()[j] * ((n == j ? 1 : 0) - y.data()[n]);
  }
  return dx;
}

Array softmax_of(const Array& x) {
  const std::size_t N = x.shape().back();
  Array y = zeros(x.shape());
  for (std::size_t n = 0; n < x.size(); ++n) {
    double total = 0;
    for (std::size_t j = n / N * N; j < n / N * N + N; ++j)
      total += std::exp(x.data()[j] - x.data()[n]);
    y.data()[n] = 1 / total;
  }
  return y;
}

About about(const Array& y, const std::string& what = "") {
  std::vector<std::string> axes;
  if (y.dimension() == 2) axes = {"row", "key"};
  return {"y " + to_string(y.shape()) + what, axes};
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](const Array& y, const std::string& what = "",
                           double deviation = 1) {
    const Array dy = rng.normal(y.shape(), 0, deviation);
    examiner.equal(answer.backward(y, dy), by_the_slopes(y, dy),
                   about(y, what));
  };
  const auto weights = [&](const Shape& shape) {
    return softmax_of(rng.normal(shape));
  };

  examiner.part(Kind::shape, "keeps the shape", [&] {
    for (const Shape& shape : {Shape{3, 5}, Shape{2, 4, 3}})
      examiner.same_shape(answer.backward(weights(shape), rng.normal(shape)),
                          shape, "y " + to_string(shape));
  });
  examiner.part(Kind::values, "adds up the slopes of a row", [&] {
    compare(weights({4, 6}));
    compare(weights({2 + rng.below(4), 3 + rng.below(5)}));
  });
  examiner.part(Kind::values, "works along the last axis, with any axes before",
                [&] {
                  compare(weights({2, 3, 4}));
                  compare(weights({2, 2, 3, 5}));
                });
  examiner.part(Kind::edge, "works for one row, and for one key", [&] {
    compare(weights({1, 5}));
    compare(weights({3, 1}));
  });
  examiner.part(Kind::edge, "works for a row with no axis before it",
                [&] { compare(weights({6})); });
  examiner.part(Kind::edge, "works for long rows", [&] {
    compare(weights({2, 300}));
  });
  examiner.part(Kind::edge, "works for small weights and a large dy", [&] {
    compare(softmax_of(rng.normal({4, 6}, 0, 4)), ", dy of about 1000", 1000);
  });
  examiner.part(Kind::edge, "gives hidden keys, and rows that see none, a zero",
                [&] {
                  Array y = zeros({3, 5});
                  xt::view(y, 0, xt::range(1, 4)) = weights({3});
                  xt::view(y, 2, xt::range(0, 3)) = weights({3});
                  compare(y, ", some weights hidden, row 1 all hidden");
                });
  examiner.part(Kind::edge, "gives zeros where one key has all the weight",
                [&] {
                  Array y = zeros({2, 4});
                  y(0, 1) = y(1, 3) = 1;
                  compare(y, ", one weight is 1");
                });
  examiner.part(Kind::property, "adds up to 0 in each row", [&] {
    const Array y = weights({5, 4});
    const Array dx = answer.backward(y, rng.normal({5, 4}));
    examiner.same_shape(dx, {5, 4}, "y (5, 4)");
    const Array sums = xt::sum(dx, {1});
    examiner.equal(sums, zeros({5}), {"the sums", {"row"}});
  });
  examiner.part(
      Kind::property, "does not change when a row of dy is lifted", [&] {
        const Array y = weights({4, 5});
        const Array dy = rng.normal({4, 5});
        const Array lifted = dy + rng.normal({4, 1}, 0, 3);
        examiner.equal(answer.backward(y, lifted), by_the_slopes(y, dy),
                       about(y, ", a number added to each row of dy"));
      });
  examiner.part(
      Kind::gradient, "is the slope that finite differences measure", [&] {
        const Array x = rng.normal({3, 4});
        const Array dy = rng.normal({3, 4});
        const Array want = exercise::numeric_gradient(softmax_of, x, dy);
        About where = about(x);
        where.tolerance = 1e-6;
        examiner.equal(answer.backward(softmax_of(x), dy), want, where);
      });
}
