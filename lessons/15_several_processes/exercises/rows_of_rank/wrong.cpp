#include <algorithm>
#include <cmath>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

// A batch, and which rank of how many.
struct Asked {
  std::size_t count, rank, size;
  std::size_t least() const { return count / size; }
  std::size_t more() const { return count % size; }
  std::size_t begin() const { return rank * least() + std::min(rank, more()); }
  std::size_t end() const {
    return begin() + least() + (rank < more() ? 1 : 0);
  }
};

using Way = Rows (*)(const Asked& a);

template <Way way>
Rows with(std::size_t count, std::size_t rank, std::size_t size) {
  if (rank >= size) throw ValueError("no such rank");
  return way({count, rank, size});
}

Rows cut_off(const Asked& a) {
  return {a.rank * a.least(), (a.rank + 1) * a.least()};
}
Rows rest_to_last(const Asked& a) {
  return {a.rank * a.least(),
          a.rank + 1 == a.size ? a.count : (a.rank + 1) * a.least()};
}
Rows rest_to_first(const Asked& a) {
  return {a.rank == 0 ? 0 : a.rank * a.least() + a.more(),
          (a.rank + 1) * a.least() + a.more()};
}
Rows last_have_more(const Asked& a) {
  const std::size_t few = a.size - a.more();
  const std::size_t begin =
      a.rank * a.least() + (a.rank > few ? a.rank - few : 0);
  return {begin, begin + a.least() + (a.rank >= few ? 1 : 0)};
}
Rows spread(const Asked& a) {
  return {a.rank * a.count / a.size, (a.rank + 1) * a.count / a.size};
}
Rows rounded_up(const Asked& a) {
  const std::size_t most = (a.count + a.size - 1) / a.size;
  return {std::min(a.count, a.rank * most),
          std::min(a.count, (a.rank + 1) * most)};
}
Rows rounded_up_beyond(const Asked& a) {
  const std::size_t most = (a.count + a.size - 1) / a.size;
  return {a.rank * most, (a.rank + 1) * most};
}
Rows overlapping(const Asked& a) {
  const std::size_t begin = a.rank * a.least();
  return {begin, begin + a.least() + (a.rank < a.more() ? 1 : 0)};
}
Rows begins_late(const Asked& a) {
  const std::size_t begin = a.rank * a.least() + a.more();
  return {begin, begin + a.least() + (a.rank < a.more() ? 1 : 0)};
}
Rows one_more_too_many(const Asked& a) {
  return {a.begin(), a.begin() + a.least() + (a.rank <= a.more() ? 1 : 0)};
}
Rows last_row(const Asked& a) {
  return {a.begin(), a.end() == 0 ? 0 : a.end() - 1};
}
Rows counted(const Asked& a) { return {a.begin(), a.end() - a.begin()}; }
Rows all_rows(const Asked& a) { return {0, a.count}; }
Rows of_rank_0(const Asked& a) {
  const Asked first{a.count, 0, a.size};
  return {first.begin(), first.end()};
}
Rows from_1(const Asked& a) { return {a.begin() + 1, a.end() + 1}; }
Rows turned_round(const Asked& a) {
  const Asked other{a.count, a.size - 1 - a.rank, a.size};
  return {other.begin(), other.end()};
}
Rows none_is_all(const Asked& a) {
  if (a.begin() == a.end()) return {0, a.count};
  return {a.begin(), a.end()};
}

Rows accepts_any(std::size_t count, std::size_t rank, std::size_t size) {
  if (size == 0) return {0, 0};
  const Asked a{count, rank, size};
  return {a.begin(), a.end()};
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"rest-lost",
       "the rows that are left over belong to nobody: count / size is cut off",
       {with<cut_off>}},
      {"rest-to-the-last",
       "the last rank gets all that is left over; the others would wait for it",
       {with<rest_to_last>}},
      {"rest-to-the-first",
       "rank 0 gets all that is left over; the others would wait for it",
       {with<rest_to_first>}},
      {"last-have-more",
       "the last ranks have the one row more; it should be the first ones",
       {with<last_have_more>}},
      {"spread",
       "you cut at rank * count / size: that is as even, but it is not the "
       "first ranks that have one more",
       {with<spread>}},
      {"rounded-up",
       "each gets count / size rounded up until there are none left; then some "
       "have far fewer than others",
       {with<rounded_up>}},
      {"beyond-the-end",
       "each gets count / size rounded up, and the last ones' rows lie behind "
       "the batch",
       {with<rounded_up_beyond>}},
      {"overlapping",
       "a rank with one more row takes it from the next one: whoever comes "
       "later has to begin later",
       {with<overlapping>}},
      {"begins-late",
       "all begin count % size rows later; before rank r only min(r, count % "
       "size) ranks have one more",
       {with<begins_late>}},
      {"one-too-many",
       "one rank too many has a row more: it is those below count % size, not "
       "up to it",
       {with<one_more_too_many>}},
      {"last-row-as-end",
       "your end is the last row; it should be the one behind it",
       {with<last_row>}},
      {"count-as-end",
       "your second number is how many rows there are; it should be where they "
       "end",
       {with<counted>}},
      {"all-rows",
       "every rank gets all rows: then all compute the same",
       {with<all_rows>}},
      {"rows-of-rank-0",
       "every rank gets the rows of rank 0: rank plays no part",
       {with<of_rank_0>}},
      {"from-1",
       "your rows are counted from 1; the first is 0",
       {with<from_1>}},
      {"turned-round",
       "rank 0 gets the last rows; it should get the first",
       {with<turned_round>}},
      {"none-is-all",
       "a rank for which no row is left gets all of them; it should get none",
       {with<none_is_all>}},
      {"accepts-any", "a rank that there is not is accepted", {accepts_any}},
  };
  return all;
}
