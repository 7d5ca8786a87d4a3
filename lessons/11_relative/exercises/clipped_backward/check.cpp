#include "course/exercise/exam.h"

namespace {

struct Case {
  Array q, table, dscores;

  std::string text(const char* what) const {
    return fmt::format("{}, T = {}, S = {}, k = {}, K = {}", what, q.shape(0),
                       dscores.shape(1), table.shape(0) / 2, q.shape(1));
  }
};

Case random_case(Rng& rng, std::size_t T, std::size_t S, std::size_t k,
                 std::size_t K) {
  return {rng.normal({T, K}), rng.normal({2 * k + 1, K}), rng.normal({T, S})};
}

// Which row did this pair use? Asked of every row.
bool uses(std::size_t row, std::size_t i, std::size_t j, const Case& c) {
  const auto k = std::int64_t(c.table.shape(0) / 2);
  const auto place =
      std::int64_t(c.dscores.shape(1) - c.q.shape(0)) + std::int64_t(i);
  const std::int64_t of_row = std::int64_t(row) - k;
  const std::int64_t offset = std::int64_t(j) - place;
  return of_row == offset || (of_row == -k && offset < -k) ||
         (of_row == k && offset > k);
}

Array forward(const Array& q, const Array& table, const Case& c) {
  Array scores = zeros(c.dscores.shape());
  for (std::size_t i = 0; i < scores.shape(0); ++i)
    for (std::size_t j = 0; j < scores.shape(1); ++j)
      for (std::size_t row = 0; row < table.shape(0); ++row)
        for (std::size_t n = 0; n < q.shape(1) && uses(row, i, j, c); ++n)
          scores(i, j) += q(i, n) * table(row, n);
  return scores;
}

// Each pair gives what it has to the row that it used, and to its query.
ClippedGradients wanted(const Case& c) {
  ClippedGradients d{zeros(c.q.shape()), zeros(c.table.shape())};
  for (std::size_t i = 0; i < c.q.shape(0); ++i)
    for (std::size_t j = 0; j < c.dscores.shape(1); ++j)
      for (std::size_t row = 0; row < c.table.shape(0); ++row)
        for (std::size_t n = 0; n < c.q.shape(1) && uses(row, i, j, c); ++n) {
          d.q(i, n) += c.dscores(i, j) * c.table(row, n);
          d.table(row, n) += c.dscores(i, j) * c.q(i, n);
        }
  return d;
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto backward = [&](const Case& c) {
    return answer.clipped_backward(c.q, c.table, c.dscores);
  };
  const auto dq = [&](const Case& c) {
    examiner.equal(backward(c).q, wanted(c).q,
                   {c.text("dq"), {"query", "column"}});
  };
  const auto dtable = [&](const Case& c) {
    examiner.equal(backward(c).table, wanted(c).table,
                   {c.text("dtable"), {"row", "column"}});
  };
  const auto both = [&](const Case& c) {
    dq(c);
    dtable(c);
  };

  examiner.shape("gives dq the shape of q, dtable that of table", [&] {
    const Case c = random_case(rng, 4, 6, 2, 3);
    const ClippedGradients d = backward(c);
    examiner.same_shape(d.q, {4, 3}, c.text("dq"));
    examiner.same_shape(d.table, {5, 3}, c.text("dtable"));
  });
  examiner.values("goes back to the table", [&] {
    dtable(random_case(rng, 7, 7, 2, 3));
    const std::size_t T = 5 + rng.below(5);
    dtable(random_case(rng, T, T, 1 + rng.below(3), 2 + rng.below(4)));
  });
  examiner.values("goes back to the queries", [&] {
    dq(random_case(rng, 7, 7, 2, 3));
    const std::size_t T = 5 + rng.below(5);
    dq(random_case(rng, T, T, 1 + rng.below(3), 2 + rng.below(4)));
  });
  examiner.values("goes on with a text that was read before", [&] {
    for (const auto& [T, S] :
         {std::pair<std::size_t, std::size_t>{3, 9}, {4, 7}})
      both(random_case(rng, T, S, 2, 3));
  });
  examiner.values("begins anew with each call", [&] {
    const Case first = random_case(rng, 4, 6, 1, 2);
    for (const Case& c : {first, random_case(rng, 4, 6, 1, 2),
                          random_case(rng, 6, 8, 2, 3), first})
      both(c);
  });
  examiner.edge("works for a table longer than the text",
                [&] { both(random_case(rng, 4, 4, 6, 2)); });
  examiner.edge("works for a table of one row",
                [&] { both(random_case(rng, 4, 5, 0, 2)); });
  examiner.edge("works for one query, one word, and one column", [&] {
    for (const Case& c :
         {random_case(rng, 1, 6, 2, 3), random_case(rng, 1, 1, 2, 3),
          random_case(rng, 5, 5, 1, 1)})
      both(c);
  });
  examiner.edge("refuses more queries than tokens", [&] {
    const Case c = random_case(rng, 5, 4, 2, 3);
    examiner.throws<ShapeError>([&] { backward(c); },
                                "for 5 queries of 4 tokens");
  });
  examiner.edge("refuses an even number of rows", [&] {
    Case c = random_case(rng, 4, 4, 2, 3);
    c.table = rng.normal({4, 3});
    examiner.throws<ShapeError>([&] { backward(c); }, "for a table of 4 rows");
  });
  examiner.property("gives the last rows all far pairs", [&] {
    Case c = random_case(rng, 9, 9, 1, 2);
    c.q.fill(1);
    c.dscores.fill(1);
    examiner.equal(
        backward(c).table, Array{{36, 36}, {9, 9}, {36, 36}},
        {c.text("dtable, all of q and dscores 1"), {"row", "column"}});
  });
  examiner.gradient("is the slope that finite differences measure", [&] {
    const Case c = random_case(rng, 3, 6, 2, 2);
    const ClippedGradients d = backward(c);
    const Array of_q = exercise::numeric_gradient(
        [&](const Array& q) { return forward(q, c.table, c); }, c.q, c.dscores);
    const Array of_table = exercise::numeric_gradient(
        [&](const Array& table) { return forward(c.q, table, c); }, c.table,
        c.dscores);
    examiner.equal(d.q, of_q, {"dq", {"query", "column"}, 1e-6});
    examiner.equal(d.table, of_table, {"dtable", {"row", "column"}, 1e-6});
  });
}
