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

// Finite differences are taken of it.
Array forward(const Array& q, const Array& table, std::size_t S) {
  const std::size_t T = q.shape(0);
  const auto k = std::ptrdiff_t(table.shape(0) / 2);
  Array scores = zeros({T, S});
  for (std::size_t i = 0; i < T; ++i)
    for (std::size_t j = 0; j < S; ++j) {
      const auto offset = std::ptrdiff_t(j + T) - std::ptrdiff_t(i + S);
      const auto row = std::size_t(std::clamp(offset, -k, k) + k);
      scores(i, j) = xt::sum(xt::view(q, i) * xt::view(table, row))();
    }
  return scores;
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto backward = [](const Answer& of, const Case& c) {
    return of.clipped_backward(c.q, c.table, c.dscores);
  };
  const auto dq = [&](const Case& c) {
    examiner.equal(backward(answer, c).q, backward(right_answer(), c).q,
                   {c.text("dq"), {"query", "column"}});
  };
  const auto dtable = [&](const Case& c) {
    examiner.equal(backward(answer, c).table, backward(right_answer(), c).table,
                   {c.text("dtable"), {"row", "column"}});
  };
  const auto both = [&](const Case& c) {
    dq(c);
    dtable(c);
  };

  examiner.shape("gives dq the shape of q, dtable that of table", [&] {
    const Case c = random_case(rng, 4, 6, 2, 3);
    const ClippedGradients d = backward(answer, c);
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
    both(random_case(rng, 3, 9, 2, 3));
    both(random_case(rng, 4, 7, 2, 3));
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
    both(random_case(rng, 1, 6, 2, 3));
    both(random_case(rng, 1, 1, 2, 3));
    both(random_case(rng, 5, 5, 1, 1));
  });
  examiner.edge("refuses more queries than tokens", [&] {
    const Case c = random_case(rng, 5, 4, 2, 3);
    examiner.throws<ShapeError>([&] { backward(answer, c); },
                                "for 5 queries of 4 tokens");
  });
  examiner.edge("refuses an even number of rows", [&] {
    Case c = random_case(rng, 4, 4, 2, 3);
    c.table = rng.normal({4, 3});
    examiner.throws<ShapeError>([&] { backward(answer, c); },
                                "for a table of 4 rows");
  });
  examiner.property("gives the last rows all far pairs", [&] {
    Case c = random_case(rng, 9, 9, 1, 2);
    c.q.fill(1);
    c.dscores.fill(1);
    examiner.equal(
        backward(answer, c).table, Array{{36, 36}, {9, 9}, {36, 36}},
        {c.text("dtable, all of q and dscores 1"), {"row", "column"}});
  });
  examiner.gradient("is the slope that finite differences measure", [&] {
    const Case c = random_case(rng, 3, 6, 2, 2);
    const ClippedGradients d = backward(answer, c);
    const auto of_q = [&](const Array& q) { return forward(q, c.table, 6); };
    const auto of_table = [&](const Array& t) { return forward(c.q, t, 6); };
    examiner.equal(d.q, exercise::numeric_gradient(of_q, c.q, c.dscores),
                   {"dq", {"query", "column"}, 1e-6});
    examiner.equal(d.table,
                   exercise::numeric_gradient(of_table, c.table, c.dscores),
                   {"dtable", {"row", "column"}, 1e-6});
  });
}
