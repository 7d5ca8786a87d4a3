#include "course/exercise/exam.h"

namespace {

struct Sizes {
  std::size_t T, S, num_buckets, max_distance;

  About about() const {
    return {fmt::format("T = {}, S = {}, num_buckets = {}, max_distance = {}",
                        T, S, num_buckets, max_distance),
            {"query", "key"}};
  }
};

// Our solution's buckets. On an edge between two of them rounding decides, and
// the other one is right as well, if that is what `got` has.
Array wanted(const Sizes& s, const Array& got) {
  Array want =
      right_answer().two_way_buckets(s.T, s.S, s.num_buckets, s.max_distance);
  if (got.shape() != want.shape()) return want;
  const std::size_t N = s.num_buckets / 2, E = N / 2;
  const double range = std::log(double(s.max_distance) / double(E));
  for (std::size_t i = 0; i < s.T; ++i)
    for (std::size_t j = 0; j < s.S; ++j) {
      const double offset = double(j) - double(s.S - s.T + i);
      const double share = std::log(std::fabs(offset) / double(E)) / range;
      const double steps = share * double(N - E), edge = std::round(steps);
      if (edge < 1 || edge >= double(N - E) || std::fabs(steps - edge) > 1e-9)
        continue;
      const double above = double(E) + edge + (offset > 0 ? double(N) : 0);
      if (got(i, j) == above || got(i, j) == above - 1) want(i, j) = got(i, j);
    }
  return want;
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto ask = [&](const Sizes& s) {
    return Array(
        answer.two_way_buckets(s.T, s.S, s.num_buckets, s.max_distance));
  };
  const auto compare = [&](const Sizes& s) {
    const Array got = ask(s);
    examiner.equal(got, wanted(s, got), s.about());
  };

  examiner.shape("has a row for each query, a column for each key", [&] {
    const Sizes s{3, 7, 12, 20};
    examiner.same_shape(ask(s), {3, 7}, s.about().sizes);
  });
  examiner.values("has the buckets of a whole text", [&] {
    compare({9, 9, 16, 30});
    compare({24, 24, 12, 17});
    const std::size_t T = 20 + rng.below(12);
    compare({T, T, 2 * (4 + rng.below(6)), 15 + rng.below(9)});
  });
  examiner.values("has those of T5", [&] { compare({200, 200, 32, 128}); });
  examiner.values("goes on with a text that was read before", [&] {
    compare({4, 30, 16, 22});
    compare({7, 25, 32, 128});
    compare({5, 20 + rng.below(20), 12, 17});
  });
  examiner.edge("works for an odd number of buckets each way", [&] {
    compare({18, 18, 10, 13});
    compare({18, 18, 14, 13});
  });
  examiner.edge("works for the fewest buckets", [&] {
    compare({7, 7, 4, 6});
    compare({7, 7, 4, 2});
    compare({9, 9, 6, 3});
  });
  examiner.edge("works for one query, one word, and none", [&] {
    compare({1, 12, 16, 10});
    compare({1, 1, 32, 128});
    compare({0, 3, 32, 128});
    compare({0, 0, 32, 128});
  });
  examiner.edge("refuses more queries than tokens", [&] {
    examiner.throws<ShapeError>([&] { answer.two_way_buckets(5, 4, 32, 128); },
                                "for 5 queries of 4 tokens");
  });
  examiner.edge("refuses too few buckets, or too short a range", [&] {
    for (const Sizes& s :
         {Sizes{3, 3, 2, 128}, Sizes{3, 3, 32, 8}, Sizes{3, 3, 32, 3}})
      examiner.throws<ValueError>(
          [&] { ask(s); }, fmt::format("for {} buckets up to {}", s.num_buckets,
                                       s.max_distance));
    examiner.throws<ValueError>([&] { answer.two_way_buckets(0, 0, 2, 128); },
                                "for 2 buckets and no tokens");
  });
  examiner.property("depends on the distance alone", [&] {
    const Sizes s{6, 20 + rng.below(10), 16, 21};
    const Array got = ask(s);
    examiner.same_shape(got, {s.T, s.S}, s.about().sizes);
    const Array first = xt::view(got, xt::drop(-1), xt::drop(-1));
    const Array next = xt::view(got, xt::drop(0), xt::drop(0));
    examiner.equal(
        next, first,
        {"one position further, " + s.about().sizes, {"query", "key"}});
  });
  examiner.property("never nears as the distance grows", [&] {
    const Sizes s{1, 60, 16, 40};
    const Array got = ask(s);
    examiner.same_shape(got, {1, 60}, s.about().sizes);
    for (std::size_t j = 0; j + 1 < s.S; ++j)
      examiner.holds(
          got(0, j) >= got(0, j + 1),
          fmt::format(
              "key {} is farther back than key {} and has the lower bucket", j,
              j + 1));
  });
  examiner.no_gradient("buckets are numbers of rows");
}
