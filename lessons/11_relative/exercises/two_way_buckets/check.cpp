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

// How many buckets of one direction begin at a distance or before it; -1 on an
// edge between two, where rounding decides.
std::int64_t bucket_of(std::size_t distance, const Sizes& s) {
  const std::size_t N = s.num_buckets / 2, E = N / 2;
  std::int64_t bucket = -1;
  for (std::size_t b = 0; b < N; ++b) {
    double first = double(b);
    if (b > E)
      first =
          double(E) * std::exp(std::log(double(s.max_distance) / double(E)) *
                               double(b - E) / double(N - E));
    if (b > E && std::fabs(first - double(distance)) < 1e-6) return -1;
    if (first <= double(distance)) ++bucket;
  }
  return bucket;
}

Array wanted(const Sizes& s, const Array& got) {
  Array want = zeros({s.T, s.S});
  for (std::size_t i = 0; i < s.T; ++i)
    for (std::size_t j = 0; j < s.S; ++j) {
      const std::size_t place = i + s.S - s.T;
      const std::size_t d = j > place ? j - place : place - j;
      const std::int64_t bucket = bucket_of(d, s);
      const std::size_t N = s.num_buckets / 2;
      // On an edge both neighbours will do.
      const std::int64_t below = bucket < 0 ? bucket_of(d - 1, s) : bucket;
      const double least = double(below) + (j > place ? double(N) : 0);
      const bool other = bucket < 0 && got.shape() == want.shape() &&
                         double(got(i, j)) == least + 1;
      want(i, j) = other ? least + 1 : least;
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
    for (const auto& [n, most] :
         {std::pair<std::size_t, std::size_t>{2, 128}, {32, 8}, {32, 3}})
      examiner.throws<ValueError>(
          [&, n = n, most = most] { answer.two_way_buckets(3, 3, n, most); },
          fmt::format("for {} buckets up to {}", n, most));
    examiner.throws<ValueError>([&] { answer.two_way_buckets(0, 0, 2, 128); },
                                "for 2 buckets and no tokens");
  });
  examiner.property("depends on the distance alone", [&] {
    const Sizes s{6, 20 + rng.below(10), 16, 21};
    const Array got = ask(s);
    examiner.same_shape(got, {s.T, s.S}, s.about().sizes);
    const Array first = xt::view(got, xt::range(std::size_t(0), s.T - 1),
                                 xt::range(std::size_t(0), s.S - 1));
    const Array next = xt::view(got, xt::range(std::size_t(1), s.T),
                                xt::range(std::size_t(1), s.S));
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
