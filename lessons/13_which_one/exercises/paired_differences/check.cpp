#include "course/exercise/exam.h"

namespace {

const double missing = std::numeric_limits<double>::quiet_NaN();

// Two schemes whose seeds have much in common.
struct Both {
  Array a, b;
};

Both trained(Rng& rng, std::size_t S, std::size_t N, double gain = 3) {
  const Array common = rng.normal({S, 1}, 60, 10);
  return {common + rng.normal({S, N}, gain, 2), common + rng.normal({S, N})};
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](const Both& x, const std::string& where = "") {
    const std::size_t S = x.a.shape(0), N = x.a.shape(1);
    const std::string sizes = fmt::format("S = {}, N = {}{}", S, N, where);
    const Array got = answer.paired_differences(x.a, x.b);
    examiner.same_shape(got, {3, N}, sizes);
    examiner.equal(
        got, right_answer().paired_differences(x.a, x.b),
        {sizes + "; rows: mean, standard deviation, error", {"row", "length"}});
  };

  examiner.shape("has three rows, and a column for each length", [&] {
    const Both x = trained(rng, 5, 4);
    examiner.same_shape(answer.paired_differences(x.a, x.b), {3, 4},
                        "S = 5, N = 4");
  });
  examiner.values("describes the differences", [&] {
    compare({{{10, 20}, {13, 24}, {11, 25}}, {{8, 21}, {10, 22}, {12, 20}}});
    compare(trained(rng, 5, 4));
    compare(trained(rng, 3 + rng.below(6), 2 + rng.below(4), -2));
  });
  examiner.values("leaves out a seed that has no pair", [&] {
    Both x = trained(rng, 6, 4);
    x.a(1, 0) = x.b(4, 0) = x.b(2, 2) = missing;
    compare(x, ", three numbers missing");
    x.a(5, 3) = x.b(5, 3) = missing;
    compare(x, ", five numbers missing");
  });
  examiner.edge("works for two seeds, and for one length", [&] {
    compare(trained(rng, 2, 3));
    compare(trained(rng, 4, 1));
    compare(trained(rng, 2, 1));
  });
  examiner.edge("works for two pairs among many seeds", [&] {
    Both x = trained(rng, 5, 2);
    x.a(0, 1) = x.a(2, 1) = x.b(3, 1) = missing;
    compare(x, ", two pairs left at the second length");
  });
  examiner.edge("is exact where differences hardly differ", [&] {
    const Both x = trained(rng, 5, 3);
    const Array got = answer.paired_differences(x.a + 1e6, x.b);
    examiner.same_shape(got, {3, 3});
    const Array want = right_answer().paired_differences(x.a, x.b);
    examiner.equal(Array(xt::view(got, xt::range(1, 3))),
                   Array(xt::view(want, xt::range(1, 3))),
                   {"a larger by a million, which moves the mean alone; rows: "
                    "standard deviation, error",
                    {"row", "length"},
                    1e-7});
  });
  examiner.edge("refuses a length with fewer than two pairs", [&] {
    Both x = trained(rng, 3, 2);
    x.a(0, 1) = x.b(1, 1) = missing;
    examiner.throws<ValueError>([&] { answer.paired_differences(x.a, x.b); },
                                "for a single pair");
    const Both one = trained(rng, 1, 2);
    examiner.throws<ValueError>(
        [&] { answer.paired_differences(one.a, one.b); }, "for a single seed");
  });
  examiner.edge("refuses arrays of different shapes", [&] {
    const auto refuses = [&](const Shape& a, const Shape& b,
                             const char* more = "") {
      examiner.throws<ShapeError>(
          [&] { answer.paired_differences(rng.normal(a), rng.normal(b)); },
          fmt::format("for {} and {}{}", to_string(a), to_string(b), more));
    };
    refuses({5, 3}, {4, 3});
    refuses({5, 3}, {5, 2});
    refuses({4, 3}, {3, 4}, ", as many numbers");
  });
  examiner.property("does not see what both have in common", [&] {
    const Both x = trained(rng, 5, 3);
    const Array common = rng.normal({5, 1}, 0, 100);
    const Array once = answer.paired_differences(x.a, x.b);
    const Array shifted = answer.paired_differences(x.a + common, x.b + common);
    examiner.same_shape(once, {3, 3});
    examiner.same_shape(shifted, {3, 3});
    examiner.equal(
        shifted, once,
        {"with the same added to both, seed by seed, against the same without",
         {"row", "length"}});
  });
  const auto of_squares = [&](const Array& a) {
    return answer.paired_differences(a, a * a);
  };
  begins_anew(examiner, of_squares, {{{1, 2, 5}, {4, 2, 1}, {0, 7, 3}}},
              {{{3, 1, 1}, {2, 6, 1}, {5, 0, 4}}}, {{{1, 2}, {4, 3}}});
  examiner.no_gradient("statistics of finished runs");
}
