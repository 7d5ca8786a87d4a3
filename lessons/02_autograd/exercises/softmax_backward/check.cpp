#include <fmt/format.h>

#include <cmath>

#include "course/exercise/exam.h"

using namespace horloge;
using exercise::Examiner;
using exercise::Kind;

namespace {

Array softmax_rows(const Array& x) {
  const std::size_t N = x.shape().back();
  Array y = x;
  for (std::size_t row = 0; row < x.size(); row += N) {
    double sum = 0;
    for (std::size_t i = row; i < row + N; ++i) sum += std::exp(x.data()[i]);
    for (std::size_t i = row; i < row + N; ++i)
      y.data()[i] = std::exp(x.data()[i]) / sum;
  }
  return y;
}

// What the other x of the row and x_i itself do, one y after the other.
Array by_definition(const Array& y, const Array& dy) {
  const std::size_t N = y.shape().back();
  Array dx = zeros(y.shape());
  for (std::size_t row = 0; row < y.size(); row += N)
    for (std::size_t i = row; i < row + N; ++i)
      for (std::size_t j = row; j < row + N; ++j)
        dx.data()[i] += (i == j ? y.data()[i] * (1 - y.data()[i])
                                : -y.data()[i] * y.data()[j]) *
                        dy.data()[j];
  return dx;
}

std::string sizes(const Array& y) { return "y and dy " + to_string(y.shape()); }

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](const Shape& shape,
                           const std::vector<std::string>& axes) {
    const Array y = softmax_rows(rng.normal(shape)), dy = rng.normal(shape);
    examiner.equal(answer.backward(y, dy), by_definition(y, dy),
                   {sizes(y), axes, 1e-12});
  };

  examiner.part(Kind::shape, "keeps the shape", [&] {
    for (const Shape& shape : {Shape{3, 4}, {2, 3, 4}}) {
      const Array y = softmax_rows(rng.normal(shape));
      examiner.same_shape(answer.backward(y, rng.normal(shape)), shape,
                          sizes(y));
    }
  });
  examiner.part(Kind::values, "has the gradient of each row", [&] {
    compare({3, 4}, {"row", "entry"});
    compare({1 + rng.below(5), 2 + rng.below(6)}, {"row", "entry"});
  });
  examiner.part(Kind::values, "goes along the last axis of a batch", [&] {
    compare({2, 3, 4}, {"sentence", "row", "entry"});
    compare({3, 3, 3}, {"sentence", "row", "entry"});
    compare({2, 2, 3, 4}, {"sentence", "head", "row", "entry"});
    compare({2, 1, 2, 3, 4}, {});
  });
  examiner.part(Kind::edge, "works for a single row", [&] {
    compare({5}, {"entry"});
    compare({1, 2}, {"row", "entry"});
  });
  examiner.part(Kind::edge, "works for long rows and for large dy", [&] {
    compare({2, 70}, {"row", "entry"});
    const Array y = softmax_rows(4 * rng.normal({2, 30}));  // some are tiny
    for (const double factor : {1, 1000}) {
      const Array dy = factor * rng.normal({2, 30});
      examiner.equal(answer.backward(y, dy), by_definition(y, dy),
                     {fmt::format("{}, dy near {}", sizes(y), factor),
                      {"row", "entry"},
                      1e-12});
    }
  });
  examiner.part(Kind::edge, "is 0 where there is nothing to choose", [&] {
    compare({3, 1}, {"row", "entry"});
    const Array y = {{0, 1, 0}, {1, 0, 0}};
    const Array dy = rng.normal({2, 3});
    examiner.equal(answer.backward(y, dy), zeros({2, 3}),
                   {"a y of zeros and a single 1", {"row", "entry"}});
  });
  examiner.part(Kind::property, "takes from the others what one gains", [&] {
    const Array y = softmax_rows(rng.normal({4, 5}));
    const Array dx = answer.backward(y, rng.normal({4, 5}));
    examiner.same_shape(dx, {4, 5}, sizes(y));
    examiner.equal(Array(xt::sum(dx, {1})), zeros({4}),
                   {"the sum of each row of dx", {"row"}});
  });
  examiner.part(Kind::property, "asks only how much better than others", [&] {
    const Array y = softmax_rows(rng.normal({2, 4}));
    const Array dy = rng.normal({2, 4});
    const Array more = dy + rng.normal({2, 1});
    examiner.equal(
        answer.backward(y, more), by_definition(y, dy),
        {"the same number added to all dy of a row", {"row", "entry"}});
  });
  examiner.part(
      Kind::gradient, "is the slope that finite differences measure", [&] {
        const Array x = rng.normal({3, 4}), dy = rng.normal({3, 4});
        examiner.equal(answer.backward(softmax_rows(x), dy),
                       exercise::numeric_gradient(softmax_rows, x, dy),
                       {"y and dy (3, 4)", {"row", "entry"}, 1e-6});
      });
}
