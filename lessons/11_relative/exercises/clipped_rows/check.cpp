#include "course/exercise/exam.h"

namespace {

struct Case {
  std::size_t T, S, k;

  About about() const {
    return {fmt::format("T = {}, S = {}, k = {}", T, S, k), {"query", "key"}};
  }
};

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto rows = [&](const Case& c) {
    return Array(answer.clipped_rows(c.T, c.S, c.k));
  };
  const auto compare = [&](const Case& c) {
    examiner.equal(rows(c), right_answer().clipped_rows(c.T, c.S, c.k),
                   c.about());
  };

  examiner.shape("has a row for each query, a column for each key", [&] {
    examiner.same_shape(rows({3, 7, 2}), {3, 7}, "T = 3, S = 7, k = 2");
  });
  examiner.values("has the rows of a whole text", [&] {
    compare({9, 9, 3});
    const std::size_t T = 8 + rng.below(6);
    compare({T, T, 1 + rng.below(4)});
  });
  examiner.values("goes on with a text that was read before", [&] {
    compare({5, 12, 2});
    compare({4, 9, 3});
    compare({3 + rng.below(4), 10 + rng.below(8), 1 + rng.below(4)});
  });
  examiner.edge("works for one query, one token, and none", [&] {
    for (const Case& c : {Case{1, 9, 3}, {1, 1, 2}, {0, 4, 2}, {0, 0, 2}})
      compare(c);
  });
  examiner.edge("works for a table of one row, or longer than the text", [&] {
    for (const Case& c : {Case{3, 6, 0}, {3, 6, 9}, {5, 5, 4}}) compare(c);
  });
  examiner.edge("refuses more queries than tokens", [&] {
    examiner.throws<ShapeError>([&] { answer.clipped_rows(5, 4, 2); },
                                "for 5 queries of 4 tokens");
  });
  examiner.property("reads in pieces what it reads at once", [&] {
    const std::size_t S = 11, k = 1 + rng.below(3), piece = 2 + rng.below(3);
    const Array whole = rows({S, S, k});
    examiner.same_shape(whole, {S, S}, Case{S, S, k}.about().sizes);
    for (std::size_t end = piece; end <= S; end += piece)
      examiner.equal(rows({piece, end, k}),
                     xt::view(whole, xt::range(end - piece, end),
                              xt::range(std::size_t(0), end)),
                     Case{piece, end, k}.about());
  });
  begins_anew(examiner, rows, {{4, 9, 2}}, {{4, 9, 3}}, {{6, 12, 2}});
  examiner.no_gradient("these are numbers of rows");
}
