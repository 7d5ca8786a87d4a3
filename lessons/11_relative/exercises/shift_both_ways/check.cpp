#include "course/exercise/exam.h"

namespace {

std::string sizes(std::size_t T, std::size_t S) {
  return fmt::format("T = {}, S = {}", T, S);
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto shift = [&](std::size_t T, std::size_t S) {
    const Array x = rng.normal({T, S + T - 1});
    examiner.equal(answer.shift_both_ways(x), right_answer().shift_both_ways(x),
                   {"y, " + sizes(T, S), {"query", "key"}});
  };
  const auto back = [&](std::size_t T, std::size_t S) {
    const Array dy = rng.normal({T, S});
    examiner.equal(answer.shift_both_ways_backward(dy),
                   right_answer().shift_both_ways_backward(dy),
                   {"dx, " + sizes(T, S), {"query", "distance"}});
  };

  examiner.shape("has a column for each key, and for each distance", [&] {
    examiner.same_shape(answer.shift_both_ways(rng.normal({3, 7})), {3, 5},
                        "y, " + sizes(3, 5));
    examiner.same_shape(answer.shift_both_ways_backward(rng.normal({3, 5})),
                        {3, 7}, "dx, " + sizes(3, 5));
  });
  examiner.values("moves each row to its keys", [&] {
    shift(3, 5);
    shift(4, 9);
    const std::size_t T = 2 + rng.below(5);
    shift(T, T + 1 + rng.below(6));
  });
  examiner.values("moves a whole text", [&] {
    shift(4, 4);
    shift(7, 7);
  });
  examiner.values("finds the way back", [&] {
    back(3, 5);
    back(4, 4);
    const std::size_t T = 2 + rng.below(4);
    back(T, T + rng.below(6));
  });
  examiner.edge("works for one query, and for one word", [&] {
    shift(1, 6);
    shift(1, 1);
    back(1, 6);
    back(1, 1);
    shift(2, 2);
    back(2, 2);
  });
  examiner.edge("refuses more queries than tokens", [&] {
    for (const std::size_t columns : {4, 3})
      examiner.throws<ShapeError>(
          [&] {
            answer.shift_both_ways(rng.normal({3, columns}));
          },
          fmt::format("for 3 queries and {} columns", columns));
  });
  examiner.property("puts the distance 0 under the word itself", [&] {
    const std::size_t T = 3, S = 6;
    Array x = zeros({T, S + T - 1});
    for (std::size_t i = 0; i < T; ++i) x(i, S - 1) = 1;
    Array want = zeros({T, S});
    for (std::size_t i = 0; i < T; ++i) want(i, S - T + i) = 1;
    examiner.equal(answer.shift_both_ways(x), want,
                   {"1 at the distance 0, " + sizes(T, S), {"query", "key"}});
  });
  examiner.property("comes back to the same scores", [&] {
    const Array dy = rng.normal({4, 6});
    const Array there = answer.shift_both_ways_backward(dy);
    examiner.same_shape(there, {4, 9}, "dx, " + sizes(4, 6));
    examiner.equal(answer.shift_both_ways(there), dy,
                   {"back and there again, " + sizes(4, 6), {"query", "key"}});
  });
  examiner.gradient("is the slope that finite differences measure", [&] {
    const Array x = rng.normal({3, 7}), dy = rng.normal({3, 5});
    examiner.equal(
        answer.shift_both_ways_backward(dy),
        exercise::numeric_gradient(right_answer().shift_both_ways, x, dy),
        {"dx, " + sizes(3, 5), {"query", "distance"}, 1e-6});
  });
}
