#include "course/exercise/exam.h"

namespace {

About about(std::size_t rows, std::size_t columns, std::size_t D, bool token) {
  return {fmt::format("rows = {}, columns = {}, d_model = {}, {} class token",
                      rows, columns, D, token ? "with a" : "no"),
          {"patch", "dimension"}};
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](std::size_t rows, std::size_t columns, std::size_t D,
                           bool token) {
    examiner.equal(answer.picture_code(rows, columns, D, token),
                   right_answer().picture_code(rows, columns, D, token),
                   about(rows, columns, D, token));
  };

  examiner.shape("has a row for each patch", [&] {
    examiner.same_shape(answer.picture_code(3, 5, 8, false), {15, 8},
                        about(3, 5, 8, false).sizes);
  });
  examiner.shape("has one more for a class token", [&] {
    examiner.same_shape(answer.picture_code(3, 5, 8, true), {16, 8},
                        about(3, 5, 8, true).sizes);
  });
  examiner.values("has the values of the formula", [&] {
    compare(4, 4, 16, false);
    compare(3, 5, 8, false);
    compare(2 + rng.below(4), 7 + rng.below(3), 24, false);
  });
  examiner.values("begins with zeros for a class token", [&] {
    compare(4, 4, 8, true);
    compare(5, 2 + rng.below(3), 16, true);
  });
  examiner.edge("works for one patch, one row, one column", [&] {
    compare(1, 1, 4, false);
    compare(1, 6, 8, true);
    compare(6, 1, 8, false);
    compare(9, 11, 4, false);
  });
  examiner.edge("works for a picture without patches",
                [&] { compare(0, 4, 8, true); });
  examiner.edge("refuses what has no four equal parts", [&] {
    for (const std::size_t D : {6, 10, 7})
      examiner.throws<ValueError>([&] { answer.picture_code(2, 3, D, false); },
                                  fmt::format("for d_model = {}", D));
  });
  begins_anew(examiner, answer.picture_code, {3, 4, 8, true}, {4, 3, 8, true},
              {5, 5, 12, false});
  examiner.property("has products that depend on the offset only", [&] {
    constexpr std::size_t columns = 6, D = 16;
    const Array code = answer.picture_code(5, columns, D, false);
    examiner.same_shape(code, {5 * columns, D}, about(5, 6, D, false).sizes);
    const auto product = [&](std::size_t r, std::size_t c) {
      // Patch (r, c), and the one 2 down, 1 to the right.
      return xt::sum(xt::row(code, r * columns + c) *
                     xt::row(code, (r + 2) * columns + c + 1))();
    };
    const std::size_t r = rng.below(3), c = 1 + rng.below(4);
    examiner.equal(product(r, c), product(0, 0),
                   {"two down and one to the right, from two patches"});
  });
  examiner.no_gradient("the code is computed, and nothing in it is learned");
}
