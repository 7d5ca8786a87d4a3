#include "course/exercise/exam.h"

namespace {

// The code of T positions from `first` on, where a shift has to arrive.
Array code_from(double first, std::size_t T, std::size_t D) {
  Array rows = zeros({T, D});
  for (std::size_t t = 0; t < T; ++t)
    for (std::size_t j = 0; j < D; j += 2) {
      const double angle =
          (first + double(t)) / std::pow(10000, double(j) / double(D));
      rows(t, j) = std::sin(angle);
      rows(t, j + 1) = std::cos(angle);
    }
  return rows;
}

About about(const Array& rows, double k) {
  return {fmt::format("T = {}, D = {}, k = {:.6g}", rows.shape(0),
                      rows.shape(1), k),
          {"row", "dimension"}};
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto shift = answer.shift_rows, right = right_answer().shift_rows;
  const auto compare = [&](const Array& rows, double k) {
    examiner.equal(shift(rows, k), right(rows, k), about(rows, k));
  };
  const auto on_the_code = [&](double first, std::size_t T, std::size_t D,
                               double k) {
    About where = about(zeros({T, D}), k);
    where.sizes =
        fmt::format("rows from position {:.6g} on, {}", first, where.sizes);
    examiner.equal(shift(code_from(first, T, D), k), code_from(first + k, T, D),
                   where);
  };

  examiner.shape("keeps the shape", [&] {
    const Array rows = rng.normal({3, 6});
    examiner.same_shape(shift(rows, 2), {3, 6}, about(rows, 2).sizes);
  });
  examiner.values("takes each row of the code k positions on", [&] {
    on_the_code(0, 5, 8, 3);
    on_the_code(40, 3, 2 * (3 + rng.below(6)), 1 + 9 * rng.uniform());
  });
  examiner.values("multiplies any rows by M(k)", [&] {
    compare(rng.normal({4, 6}), 2);
    compare(rng.normal({2 + rng.below(4), 2 * (3 + rng.below(6))}),
            10 * rng.uniform());
  });
  examiner.values("works for steps back and parts of a step", [&] {
    on_the_code(30, 4, 6, -3);
    on_the_code(7, 3, 6, 0.25);
    compare(rng.normal({3, 10}), -20 * rng.uniform());
    compare(rng.normal({2, 4}), 0.1 * rng.uniform());
  });
  examiner.edge("works for one row, and for one pair", [&] {
    compare(rng.normal({1, 6}), 3);
    compare(rng.normal({5, 2}), 2);
    compare(rng.normal({1, 2}), -1);
  });
  examiner.edge("works for as many rows as dimensions", [&] {
    compare(rng.normal({4, 4}), 3);
    compare(rng.normal({8, 8}), -2.5);
  });
  examiner.edge("works for no rows at all", [&] {
    compare(Array(zeros({0, 6})), 3);
  });
  examiner.edge("changes nothing for k = 0", [&] {
    const Array rows = rng.normal({3, 8});
    examiner.equal(shift(rows, 0), rows, about(rows, 0));
  });
  examiner.edge("works for a D of 64", [&] { on_the_code(100, 3, 64, 5); });
  examiner.edge("is exact for 100,000 positions", [&] {
    compare(rng.normal({2, 4}), 100000);
    compare(rng.normal({2, 6}), -100000);
  });
  examiner.edge("works for rows of very small numbers", [&] {
    const Array rows = rng.normal({3, 6});
    About where = about(rows, 2);
    where.sizes +=
        ", numbers of about 1e-12, compared a million million times as large";
    examiner.equal(1e12 * shift(1e-12 * rows, 2), right(rows, 2), where);
  });
  examiner.edge("refuses an odd D", [&] {
    for (const Shape& rows : {Shape{2, 5}, {3, 1}, {1, 15}})
      for (const double k : {2.0, 0.0})
        examiner.throws<ValueError>(
            [&] { shift(rng.normal(rows), k); },
            fmt::format("for T = {}, D = {}, k = {}", rows[0], rows[1], k));
  });
  examiner.property("adds up: two shifts are one by the sum", [&] {
    const double first = 10 * rng.uniform(), second = -6 * rng.uniform();
    const Array rows = rng.normal({3, 6});
    const Array there = shift(rows, first);
    examiner.same_shape(there, {3, 6}, about(rows, first).sizes);
    examiner.equal(shift(there, second), right(rows, first + second),
                   {fmt::format("moved by {:.6g}, then by {:.6g}; T = 3, D = 6",
                                first, second),
                    {"row", "dimension"}});
  });
  examiner.property("keeps the length of each row", [&] {
    const Array rows = 3 * rng.normal({4, 6});
    const Array moved = shift(rows, 2.5);
    examiner.same_shape(moved, {4, 6}, about(rows, 2.5).sizes);
    const Array lengths = xt::sqrt(xt::sum(rows * rows, {1}));
    examiner.equal(
        Array(xt::sqrt(xt::sum(moved * moved, {1}))), lengths,
        {"the lengths of the rows, " + about(rows, 2.5).sizes, {"row"}});
  });
  examiner.if_right_so_far(Kind::values, "begins anew with each call", [&] {
    compare(rng.normal({5, 8}), 4);
    compare(rng.normal({3, 4}), 1.5);
    compare(rng.normal({5, 8}), -7);
    compare(rng.normal({5, 8}), 4);
  });
  examiner.no_gradient("k is given, and nothing here is learned");
}
