#include <cmath>
#include <functional>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

// What one pair of a query and a key is about.
struct Pair {
  std::int64_t i, j, T, S, k;
};

// One call; a mistake takes the place of a step.
struct Way {
  std::function<std::int64_t(const Pair&)> row = [](const Pair& p) {
    const std::int64_t distance = p.j - (p.S - p.T + p.i);
    return std::clamp(distance, -p.k, p.k) + p.k;
  };
  // What dtable gets of a column: dscores, the query's number, the table's.
  std::function<double(double ds, double q, double t)> to_table =
      [](double ds, double q, double) { return ds * q; };
  std::function<double(double ds, double q, double t)> to_q =
      [](double ds, double, double t) { return ds * t; };
  bool table_overwritten = false, q_overwritten = false, mean = false;
  bool query_of_key = false, refuses_words = true, refuses_even = true;

  ClippedGradients run(const Array& q, const Array& table,
                       const Array& dscores) const {
    const std::size_t T = dscores.shape(0), S = dscores.shape(1);
    const std::size_t rows = table.shape(0);
    ClippedGradients d{zeros(q.shape()), zeros(table.shape())};
    if (refuses_words && T > S) throw ShapeError("no");
    if (refuses_even && rows % 2 == 0) throw ShapeError("no");
    Array uses = zeros({rows});
    for (std::size_t i = 0; i < T; ++i)
      for (std::size_t j = 0; j < S; ++j) {
        const Pair pair{std::int64_t(i), std::int64_t(j), std::int64_t(T),
                        std::int64_t(S), std::int64_t(rows / 2)};
        const std::int64_t r = row(pair);
        if (r < 0 || r >= std::int64_t(rows)) continue;
        ++uses(r);
        const std::size_t of = query_of_key ? j % T : i;
        for (std::size_t c = 0; c < q.shape(1); ++c) {
          const double more = to_table(dscores(i, j), q(of, c), table(r, c));
          d.table(r, c) = table_overwritten ? more : d.table(r, c) + more;
          const double of_q = to_q(dscores(i, j), q(i, c), table(r, c));
          d.q(i, c) = q_overwritten ? of_q : d.q(i, c) + of_q;
        }
      }
    if (mean)
      for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < q.shape(1) && uses(r) > 0; ++c)
          d.table(r, c) /= uses(r);
    return d;
  }
};

using Mistake = void (*)(Way&);

template <Mistake mistake>
ClippedGradients with(const Array& q, const Array& table,
                      const Array& dscores) {
  Way way;
  mistake(way);
  return way.run(q, table, dscores);
}

std::int64_t offset(const Pair& p) { return p.j - (p.S - p.T + p.i); }

void other_way(Way& w) {
  w.row = [](const Pair& p) { return std::clamp(-offset(p), -p.k, p.k) + p.k; };
}

void queries_first(Way& w) {
  w.row = [](const Pair& p) { return std::clamp(p.j - p.i, -p.k, p.k) + p.k; };
}

void far_left_out(Way& w) {
  w.row = [](const Pair& p) {
    return std::abs(offset(p)) > p.k ? -1 : offset(p) + p.k;
  };
}

void ends_left_out(Way& w) {
  w.row = [](const Pair& p) {
    return std::abs(offset(p)) >= p.k ? -1 : offset(p) + p.k;
  };
}

void one_sided(Way& w) {
  w.row = [](const Pair& p) {
    return std::abs(std::clamp(offset(p), -p.k, p.k)) + p.k;
  };
}

void from_the_end(Way& w) {
  w.row = [](const Pair& p) {
    const std::int64_t distance = std::clamp(offset(p), -p.k, p.k);
    return distance >= 0 ? distance : 2 * p.k + 1 + distance;
  };
}

void below_zero(Way& w) {
  w.row = [](const Pair& p) {
    return offset(p) < 0 ? 2 * p.k : std::min(offset(p), p.k) + p.k;
  };
}

void one_row_early(Way& w) {
  w.row = [](const Pair& p) {
    return std::max<std::int64_t>(std::clamp(offset(p), -p.k, p.k) + p.k - 1,
                                  0);
  };
}

void clipped_at_rows(Way& w) {
  w.row = [](const Pair& p) {
    return std::clamp<std::int64_t>(offset(p), 0, 2 * p.k);
  };
}

void last_pair(Way& w) { w.table_overwritten = true; }
void last_key(Way& w) { w.q_overwritten = true; }
void mean_of_uses(Way& w) { w.mean = true; }
void query_of_key(Way& w) { w.query_of_key = true; }

void counted(Way& w) {
  w.to_table = [](double, double q, double) { return q; };
}

void no_query(Way& w) {
  w.to_table = [](double ds, double, double) { return ds; };
}

void table_for_query(Way& w) {
  w.to_table = [](double ds, double, double t) { return ds * t; };
}

void query_for_table(Way& w) {
  w.to_q = [](double ds, double q, double) { return ds * q; };
}

void no_table(Way& w) {
  w.to_q = [](double ds, double, double) { return ds; };
}

void no_dq(Way& w) {
  w.to_q = [](double, double, double) { return 0.0; };
}

void no_dtable(Way& w) {
  w.to_table = [](double, double, double) { return 0.0; };
}

ClippedGradients scaled(const Array& q, const Array& table,
                        const Array& dscores) {
  const double root = std::sqrt(double(q.shape(1)));
  ClippedGradients d = Way().run(q, table, dscores);
  d.q /= root;
  d.table /= root;
  return d;
}

ClippedGradients kept(const Array& q, const Array& table,
                      const Array& dscores) {
  static Array sum;
  ClippedGradients d = Way().run(q, table, dscores);
  if (sum.shape() != d.table.shape()) sum = zeros(d.table.shape());
  sum += d.table;
  d.table = sum;
  return d;
}

void words_accepted(Way& w) { w.refuses_words = false; }
void even_accepted(Way& w) { w.refuses_even = false; }

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"other-way",
       "you take query minus key; the row is k + (key minus query)",
       {with<other_way>}},
      {"queries-first",
       "query i stands at place i; the queries are the last of the words, so "
       "it "
       "stands at S - T + i",
       {with<queries_first>}},
      {"far-left-out",
       "pairs further apart than k are left out; they used the first or the "
       "last row",
       {with<far_left_out>}},
      {"ends-left-out",
       "the first and the last row get nothing; all far pairs used them",
       {with<ends_left_out>}},
      {"one-sided",
       "before and after share a row; each has its own, on either side of row "
       "k",
       {with<one_sided>}},
      {"from-the-end",
       "keys before the query land in rows counted from the end, as an index "
       "below 0 does in NumPy; add k",
       {with<from_the_end>}},
      {"below-zero",
       "j minus the place goes below 0, and a std::size_t then becomes huge: "
       "all keys before the query land in the last row",
       {with<below_zero>}},
      {"one-row-early",
       "everything lands one row too early; the word itself uses row k",
       {with<one_row_early>}},
      {"clipped-without-k",
       "k is not added: the word itself uses row k, and row 0 is for keys k "
       "places before it or more",
       {with<clipped_at_rows>}},
      {"last-pair",
       "a row of dtable has its last pair only: = where += is meant",
       {with<last_pair>}},
      {"last-key",
       "dq has the last key only: = where += is meant; a query met all keys",
       {with<last_key>}},
      {"mean",
       "you take the mean over the pairs that used a row; gradients of what "
       "was "
       "used several times add up",
       {with<mean_of_uses>}},
      {"query-of-key",
       "a row of the table gets the vector of query j; the pair (i, j) used "
       "that of query i",
       {with<query_of_key>}},
      {"only-counted",
       "dtable has the queries added up; each is to be multiplied by dscores",
       {with<counted>}},
      {"no-query",
       "dtable is the sum of dscores; the query is missing",
       {with<no_query>}},
      {"table-for-query",
       "dtable is made of the table; it is made of the queries",
       {with<table_for_query>}},
      {"query-for-table",
       "dq is made of the queries; it is made of the table",
       {with<query_for_table>}},
      {"no-table",
       "dq is the sum of dscores; the row of the table is missing",
       {with<no_table>}},
      {"no-dq", "dq is zero everywhere", {with<no_dq>}},
      {"no-dtable", "dtable is zero everywhere", {with<no_dtable>}},
      {"scaled", "you divide by sqrt(K); these scores have no scale", {scaled}},
      {"kept",
       "you add to what you gave back the last time: begin with zeros in each "
       "call, and without static",
       {kept}},
      {"words-accepted",
       "more queries than words are accepted; they are to be refused",
       {with<words_accepted>}},
      {"even-accepted",
       "a table with an even number of rows is accepted; it has 2k + 1",
       {with<even_accepted>}},
  };
  return all;
}
