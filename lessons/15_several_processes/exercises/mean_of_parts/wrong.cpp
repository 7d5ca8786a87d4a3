#include "course/exercise/exam.h"

using namespace horloge;

namespace {

// How it is done; a mistake changes a step.
struct Way {
  bool weighs = true, empty_counts = false, empty_leaves = false;
  bool refuses_none = true, divides = true, divides_twice = false;
  bool by_ranks = false, by_mine = false, by_full_ranks = false;
  bool alone = false, rank_0_only = false, counts_one_too_many = false;
  bool squares = false;

  Array run(const Array& mine, std::size_t rows, Rank& me) const {
    if (alone) return mine;
    if (empty_leaves && rows == 0) return mine;
    const double own = double(rows) + (counts_one_too_many ? 1 : 0);
    Array sum = zeros(mine.shape());
    if (rows > 0 || empty_counts) sum = (weighs ? own : 1) * mine;
    if (squares) sum *= double(rows);
    Array count{own}, full{rows > 0 ? 1.0 : 0.0};
    add_up(count, me);
    add_up(full, me);
    add_up(sum, me);
    if (full(0) == 0 && refuses_none) throw ValueError("no rows");
    const double ranks = double(me.size());
    if (rank_0_only && me.rank() > 0) return mine;
    if (by_mine) return sum / double(rows);
    if (by_full_ranks) return sum / full(0);
    if (by_ranks) return sum / ranks;
    if (divides_twice) return sum / count(0) / ranks;
    return divides ? Array(sum / count(0)) : sum;
  }
};

using Mistake = void (*)(Way&);

template <Mistake mistake>
Array with(const Array& mine, std::size_t rows, Rank& me) {
  Way way;
  mistake(way);
  return way.run(mine, rows, me);
}

void mean_of_means(Way& w) {
  w.weighs = false;
  w.by_ranks = true;
}
void mean_of_full(Way& w) {
  w.weighs = false;
  w.by_full_ranks = true;
}
void sum_of_means(Way& w) {
  w.weighs = false;
  w.divides = false;
}
void means_by_rows(Way& w) { w.weighs = false; }
void not_divided(Way& w) { w.divides = false; }
void by_ranks(Way& w) { w.by_ranks = true; }
void by_mine(Way& w) { w.by_mine = true; }
void divides_twice(Way& w) { w.divides_twice = true; }
void nan_counts(Way& w) { w.empty_counts = true; }
void empty_leaves(Way& w) { w.empty_leaves = true; }
void accepts_none(Way& w) { w.refuses_none = false; }
void alone(Way& w) { w.alone = true; }
void rank_0_only(Way& w) { w.rank_0_only = true; }
void one_too_many(Way& w) { w.counts_one_too_many = true; }
void squares(Way& w) { w.squares = true; }

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"mean-of-means",
       "you take the mean of the ranks' means; a rank with more rows has to "
       "count more",
       {with<mean_of_means>}},
      {"mean-of-full-ranks",
       "you take the mean over all ranks that have rows; one with more rows "
       "has to count more",
       {with<mean_of_full>}},
      {"sum-of-means",
       "you add up the means, and divide by nothing: the result grows with the "
       "number of ranks",
       {with<sum_of_means>}},
      {"not-weighed",
       "you divide by the number of all rows, but what you add up are means: "
       "multiply each by its rows first",
       {with<means_by_rows>}},
      {"not-divided",
       "that is the sum over all rows; divide it by how many there are",
       {with<not_divided>}},
      {"divided-by-ranks",
       "you divide the sum over all rows by the number of ranks; it should be "
       "that of the rows",
       {with<by_ranks>}},
      {"divided-by-mine",
       "each rank divides by its own rows; the sum is over the rows of all",
       {with<by_mine>}},
      {"divides-twice",
       "you divide twice: by all rows, and then by the number of ranks",
       {with<divides_twice>}},
      {"nan-counts",
       "a rank without rows spoils the sum: NaN times 0 is NaN. Send zeros in "
       "its place",
       {with<nan_counts>}},
      {"empty-leaves",
       "a rank without rows returns before it has called add_up, and the "
       "others wait for it",
       {with<empty_leaves>}},
      {"accepts-none",
       "no rows at all are accepted; 0 / 0 is no mean",
       {with<accepts_none>}},
      {"alone",
       "each rank returns its own part: nothing is sent",
       {with<alone>}},
      {"rank-0-only",
       "only rank 0 returns the mean; the others go on with their own part",
       {with<rank_0_only>}},
      {"one-too-many",
       "each rank counts one row more than it has",
       {with<one_too_many>}},
      {"weighed-twice", "you multiply by the rows twice", {with<squares>}},
  };
  return all;
}
