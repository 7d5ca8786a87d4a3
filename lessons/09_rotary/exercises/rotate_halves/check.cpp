#include "course/exercise/exam.h"

namespace {

Ids places(const std::vector<std::int64_t>& all) {
  Ids ids = Ids::from_shape({all.size()});
  std::copy(all.begin(), all.end(), ids.begin());
  return ids;
}

double dot(const Array& a, const Array& b) { return xt::sum(a * b)(); }

About about(const Array& x, std::size_t R, double base) {
  return {fmt::format("T = {}, K = {}, rotary_dim = {}, base = {:.6g}",
                      x.shape(0), x.shape(1), R, base),
          {"row", "column"}};
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](const Array& x, const Ids& positions, std::size_t R,
                           double base) {
    examiner.equal(answer.rotate_halves(x, positions, R, base),
                   right_answer().rotate_halves(x, positions, R, base),
                   about(x, R, base));
  };

  examiner.shape("keeps the shape", [&] {
    const Array x = rng.normal({3, 8});
    examiner.same_shape(answer.rotate_halves(x, places({0, 1, 2}), 8, 10000),
                        {3, 8}, about(x, 8, 10000).sizes);
  });
  examiner.values("turns a whole head", [&] {
    compare(rng.normal({4, 6}), places({0, 1, 2, 3}), 6, 10000);
    const std::size_t K = 2 * (3 + rng.below(6));
    compare(rng.normal({3, K}), places({0, 1, 2}), K, 10000);
  });
  examiner.values("turns the first part of a head", [&] {
    compare(rng.normal({4, 10}), places({0, 1, 2, 3}), 6, 10000);
    compare(rng.normal({4, 12}), places({0, 1, 2, 3}), 4, 10000);
    compare(rng.normal({3, 7}), places({0, 1, 2}), 6, 10000);
  });
  examiner.values("takes each row's own position", [&] {
    compare(rng.normal({4, 8}), places({7, 8, 9, 10}), 8, 10000);
    compare(rng.normal({4, 8}), places({5, 0, 12, 5}), 8, 10000);
    compare(rng.normal({4, 6}), places({3, 30, 300, 3000}), 6, 10000);
  });
  examiner.values("takes any base", [&] {
    compare(rng.normal({3, 8}), places({0, 1, 2}), 8, 100);
    compare(rng.normal({3, 8}), places({0, 1, 2}), 6, 500000);
    compare(rng.normal({3, 8}), places({0, 1, 2}), 8, 2 + 50 * rng.uniform());
  });
  examiner.values("begins anew with each call", [&] {
    const Array x = rng.normal({3, 8});
    compare(x, places({1, 2, 3}), 8, 10000);
    compare(rng.normal({5, 6}), places({4, 3, 2, 1, 0}), 4, 50);
    compare(rng.normal({3, 8}), places({4, 5, 6}), 8, 10000);
    compare(x, places({1, 2, 3}), 8, 10000);
  });
  examiner.edge("works for one row, and for one pair", [&] {
    compare(rng.normal({1, 8}), places({5}), 8, 10000);
    compare(rng.normal({3, 2}), places({0, 1, 2}), 2, 10000);
    compare(rng.normal({3, 5}), places({0, 1, 2}), 2, 10000);
  });
  examiner.edge("works for as many rows as columns", [&] {
    compare(rng.normal({4, 4}), places({0, 1, 2, 3}), 4, 10000);
    compare(rng.normal({6, 6}), places({2, 3, 4, 5, 6, 7}), 4, 10000);
  });
  examiner.edge("works for no row, and where nothing turns", [&] {
    compare(Array(zeros({0, 6})), places({}), 6, 10000);
    compare(rng.normal({3, 6}), places({0, 1, 2}), 0, 10000);
  });
  examiner.edge("is exact at position 100,000", [&] {
    compare(rng.normal({2, 6}), places({100000, 99999}), 6, 10000);
  });
  examiner.edge("works for a head of 128 columns", [&] {
    compare(rng.normal({2, 128}), places({40, 41}), 128, 10000);
  });
  examiner.edge("refuses an odd rotary_dim", [&] {
    for (const std::size_t R : {3, 1, 7})
      examiner.throws<ValueError>(
          [&] {
            answer.rotate_halves(rng.normal({2, 8}), places({0, 1}), R, 10000);
          },
          fmt::format("for K = 8, rotary_dim = {}", R));
  });
  examiner.edge("refuses a rotary_dim of more than K", [&] {
    for (const std::size_t R : {8, 64})
      examiner.throws<ValueError>(
          [&] {
            answer.rotate_halves(rng.normal({2, 6}), places({0, 1}), R, 10000);
          },
          fmt::format("for K = 6, rotary_dim = {}", R));
  });
  examiner.property("gives scores that know the offset only", [&] {
    const Array q = rng.normal({1, 8}), k = rng.normal({1, 8});
    for (const std::int64_t first : {0, 9, 1000}) {
      const Array turned_q =
          answer.rotate_halves(q, places({first + 4}), 8, 10000);
      const Array turned_k = answer.rotate_halves(k, places({first}), 8, 10000);
      examiner.same_shape(turned_q, {1, 8}, about(q, 8, 10000).sizes);
      examiner.same_shape(turned_k, {1, 8}, about(k, 8, 10000).sizes);
      const double want =
          dot(right_answer().rotate_halves(q, places({4}), 8, 10000), k);
      examiner.equal(dot(turned_q, turned_k), want,
                     {fmt::format("the score of a query at {} with a key at {}",
                                  first + 4, first)});
    }
  });
  examiner.property("keeps the length of each row", [&] {
    const Array x = 3 * rng.normal({4, 6});
    const Array y = answer.rotate_halves(x, places({0, 3, 8, 40}), 6, 10000);
    examiner.same_shape(y, {4, 6}, about(x, 6, 10000).sizes);
    examiner.equal(
        Array(xt::sqrt(xt::sum(y * y, {1}))),
        Array(xt::sqrt(xt::sum(x * x, {1}))),
        {"the lengths of the rows, " + about(x, 6, 10000).sizes, {"row"}});
  });
  examiner.no_gradient("the way back is an exercise of its own");
}
