#include "course/exercise/exam.h"

namespace {

std::string sizes(const Ids& positions, std::size_t d_model, double base) {
  std::string list;
  for (std::size_t n = 0; n < positions.size() && n < 6; ++n)
    list += fmt::format("{}{}", n == 0 ? "" : ", ", positions(n));
  if (positions.size() > 6) list += ", …";
  return fmt::format("positions {}, d_model = {}, base = {:g}",
                     list.empty() ? "none" : list, d_model, base);
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](const Ids& positions, std::size_t d_model,
                           double base = 10000) {
    examiner.equal(answer.halves_rows(positions, d_model, base),
                   right_answer().halves_rows(positions, d_model, base),
                   {sizes(positions, d_model, base), {"row", "column"}});
  };

  examiner.shape("has a row for each position", [&] {
    examiner.same_shape(answer.halves_rows({4, 9, 2}, 10, 10000), {3, 10},
                        sizes({4, 9, 2}, 10, 10000));
  });
  examiner.values("has all sines first, then all cosines", [&] {
    compare(xt::arange<std::int64_t>(5), 8);
    compare(xt::arange<std::int64_t>(3), 2 * (3 + rng.below(20)));
  });
  examiner.values("takes positions in any order", [&] {
    compare({7, 0, 3, 7, 1}, 6);
    compare({30, 20, 10}, 12);
    compare(rng.integers({5 + rng.below(6)}, 0, 900), 14);
  });
  examiner.values("takes the base that it is given", [&] {
    for (const double base : {100.0, 7.0, 500000.0})
      compare({0, 1, 2, 5, 11}, 8, base);
    compare({3, 1}, 10, 2 + double(rng.below(5000)));
  });
  examiner.values("has the values of wide rows", [&] {
    compare({1, 2, 1000}, 512);
  });
  examiner.edge("works for as many rows as columns", [&] {
    compare(xt::arange<std::int64_t>(6), 6);
    compare({4, 2, 3, 1}, 4, 100);
  });
  examiner.edge("works for one position, one pair, and none", [&] {
    compare({5}, 6);
    compare({0}, 4);
    compare({3, 8, 1}, 2);
    compare(Ids::from_shape({0}), 4);
  });
  examiner.edge("refuses an odd d_model", [&] {
    for (const std::size_t d_model : {5, 1, 33, 511})
      examiner.throws<ValueError>(
          [&] {
            answer.halves_rows({0, 1}, d_model, 10000);
          },
          fmt::format("for d_model = {}", d_model));
  });
  examiner.edge("is exact at position 100,000", [&] {
    compare({100000, 99999, 65537, 30000, 10001}, 6);
    compare({1234567}, 4, 500);
  });
  examiner.edge("is exact where numbers are small", [&] {
    // sin(1e-6) and less; compared in units of that size.
    const double base = 1e16;
    const Array got = answer.halves_rows({1, 3}, 4, base);
    examiner.same_shape(got, {2, 4}, sizes({1, 3}, 4, base));
    const Array want = right_answer().halves_rows({1, 3}, 4, base);
    const Array got_sines = xt::view(got, xt::all(), 1) * 1e8;
    const Array want_sines = xt::view(want, xt::all(), 1) * 1e8;
    examiner.equal(got_sines, want_sines,
                   {"1e8 times column 1; " + sizes({1, 3}, 4, base), {"row"}});
  });
  examiner.property("has rows of the length sqrt(d_model / 2)", [&] {
    const std::size_t d_model = 2 * (2 + rng.below(12));
    const Ids positions = rng.integers({4}, 0, 300);
    const Array y = answer.halves_rows(positions, d_model, 10000);
    examiner.same_shape(y, {4, d_model}, sizes(positions, d_model, 10000));
    const Array lengths = xt::sum(y * y, {1});
    examiner.equal(
        lengths, Array(ones({4}) * (double(d_model) / 2)),
        {"the squared lengths; " + sizes(positions, d_model, 10000), {"row"}});
  });
  begins_anew(examiner, answer.halves_rows, {{1, 2, 3}, 8, 10000},
              {{4, 5, 6}, 8, 60}, {{4, 5, 6, 7}, 12, 50});
  examiner.no_gradient("the rows are made of constants");
}
