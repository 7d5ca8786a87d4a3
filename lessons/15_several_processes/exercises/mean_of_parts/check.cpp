#include <fmt/ranges.h>

#include "common/mailboxes.h"
#include "course/exercise/exam.h"

namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

// What each rank begins with.
struct Parts {
  std::vector<std::size_t> rows;
  std::vector<Array> means;

  std::string text() const {
    return fmt::format("ranks with so many rows: {}", fmt::join(rows, ", "));
  }
};

Parts random_parts(Rng& rng, const Shape& shape,
                   const std::vector<std::size_t>& rows) {
  Parts parts{rows, {}};
  for (const std::size_t count : rows)
    parts.means.push_back(count > 0 ? rng.normal(shape)
                                    : Array(nothing * ones(shape)));
  return parts;
}

std::vector<Array> of_all(const Answer& answer, const Parts& parts) {
  std::vector<Array> results(parts.rows.size());
  Mailboxes ranks(parts.rows.size());
  ranks.run([&](Rank& me) {
    results[me.rank()] =
        answer.mean_of_parts(parts.means[me.rank()], parts.rows[me.rank()], me);
  });
  return results;
}

Array want(const Parts& parts) { return of_all(right_answer(), parts)[0]; }

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](const Shape& shape,
                           const std::vector<std::size_t>& rows) {
    const Parts parts = random_parts(rng, shape, rows);
    const auto results = of_all(answer, parts);
    for (std::size_t r = 0; r < results.size(); ++r)
      examiner.equal(results[r], want(parts),
                     {fmt::format("rank {}; {}", r, parts.text())});
  };

  examiner.shape("keeps the shape", [&] {
    for (const Shape& shape : {Shape{2, 3}, Shape{4}, Shape{1, 2, 2}}) {
      const Parts parts = random_parts(rng, shape, {3, 3});
      for (const Array& result : of_all(answer, parts))
        examiner.same_shape(result, shape, parts.text());
    }
  });
  examiner.values("is the mean of means for even parts", [&] {
    compare({3}, {4, 4});
  });
  examiner.values("counts each row once in uneven parts", [&] {
    compare({4}, {3, 3, 2, 2});
    compare({2, 3}, {9, 1});
    compare({3}, {1 + rng.below(5), 6 + rng.below(5), 1 + rng.below(5)});
  });
  examiner.edge("works for one rank", [&] { compare({3}, {5}); });
  examiner.edge("leaves out ranks without rows", [&] {
    compare({3}, {2, 0, 1});
    compare({2}, {0, 3});
    compare({2}, {3, 0});
  });
  examiner.edge("refuses no rows at all", [&] {
    const Parts parts = random_parts(rng, {2}, {0, 0});
    examiner.throws<ValueError>([&] { of_all(answer, parts); },
                                "where no rank has a row");
    std::vector<char> refused(3, 0);
    Mailboxes ranks(3);
    ranks.run([&](Rank& me) {
      try {
        answer.mean_of_parts(nothing * ones({2}), 0, me);
      } catch (const ValueError&) {
        refused[me.rank()] = 1;
      }
    });
    for (std::size_t rank = 0; rank < 3; ++rank)
      examiner.holds(refused[rank] != 0,
                     fmt::format("rank {} goes on where no rank has a row, and "
                                 "should refuse that as all others do",
                                 rank));
  });
  examiner.property("does not care who has which part", [&] {
    const Parts parts = random_parts(rng, {3}, {1, 4, 2});
    const Parts turned{{2, 1, 4},
                       {parts.means[2], parts.means[0], parts.means[1]}};
    const auto once = of_all(answer, parts), again = of_all(answer, turned);
    for (std::size_t r = 0; r < 3; ++r)
      examiner.equal(again[r], want(parts),
                     {fmt::format("rank {}; {}", r, turned.text())});
    examiner.equal(once[2], once[0], {"rank 2 beside rank 0"});
  });
  examiner.no_gradient("it is gradients that are averaged");
  examiner.if_right_so_far(Kind::values, "begins anew at each call", [&] {
    const Parts one = random_parts(rng, {3}, {2, 5});
    const Parts two = random_parts(rng, {3}, {4, 1});
    std::vector<Array> second(2);
    Mailboxes ranks(2);
    ranks.run([&](Rank& me) {
      const std::size_t r = me.rank();
      answer.mean_of_parts(one.means[r], one.rows[r], me);
      second[r] = answer.mean_of_parts(two.means[r], two.rows[r], me);
    });
    for (const Array& result : second)
      examiner.equal(result, want(two), {"a second call, " + two.text()});
    examiner.holds(ranks.left_over() == 0,
                   "numbers were sent that nobody received");
  });
}
