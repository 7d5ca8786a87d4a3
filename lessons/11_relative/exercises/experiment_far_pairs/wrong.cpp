#include <cmath>
#include <functional>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

using Far = std::function<bool(std::int64_t i, std::int64_t j)>;

double count(std::size_t T, const Far& far) {
  double all = 0;
  for (std::size_t i = 0; i < T; ++i)
    for (std::size_t j = 0; j < T; ++j)
      all += far(std::int64_t(i), std::int64_t(j)) ? 1 : 0;
  return all;
}

double square(std::size_t T) { return double(T) * double(T); }

double right(std::size_t T, std::size_t d) {
  return count(T,
               [d](std::int64_t i, std::int64_t j) {
                 return std::abs(i - j) >= std::int64_t(d);
               }) /
         square(T);
}

double further(std::size_t T, std::size_t d) {
  return count(T,
               [d](std::int64_t i, std::int64_t j) {
                 return std::abs(i - j) > std::int64_t(d);
               }) /
         square(T);
}

double one_way(std::size_t T, std::size_t d) {
  return count(T, [d](std::int64_t i,
                      std::int64_t j) { return i - j >= std::int64_t(d); }) /
         square(T);
}

double below_zero(std::size_t T, std::size_t d) {
  return count(T,
               [d](std::int64_t i, std::int64_t j) {
                 return i < j || i - j >= std::int64_t(d);
               }) /
         square(T);
}

double near(std::size_t T, std::size_t d) { return 1 - right(T, d); }

double percent(std::size_t T, std::size_t d) { return 100 * right(T, d); }

double number(std::size_t T, std::size_t d) { return right(T, d) * square(T); }

double whole(std::size_t T, std::size_t d) { return std::floor(right(T, d)); }

double of_distances(std::size_t T, std::size_t d) {
  return d >= T ? 0 : double(T - d) / double(T);
}

double of_last_word(std::size_t T, std::size_t d) {
  if (d == 0) return 1;
  return d >= T ? 0 : double(T - d) / double(T - 1);
}

double exact(std::size_t T, std::size_t d) {
  return count(T,
               [d](std::int64_t i, std::int64_t j) {
                 return std::abs(i - j) == std::int64_t(d);
               }) /
         square(T);
}

double without_itself(std::size_t T, std::size_t d) {
  const double far = count(T, [d](std::int64_t i, std::int64_t j) {
    return i != j && std::abs(i - j) >= std::int64_t(d);
  });
  return T == 1 ? 0 : far / (square(T) - double(T));
}

double of_half(std::size_t T, std::size_t d) {
  return count(T, [d](std::int64_t i,
                      std::int64_t j) { return i - j >= std::int64_t(d); }) /
         (double(T) * (double(T) + 1) / 2);
}

double fixed_distance(std::size_t T, std::size_t) { return right(T, 91); }

double last_left_out(std::size_t T, std::size_t d) {
  return T == 0 ? 0 : right(T - 1, d) * square(T - 1) / square(T);
}

double guess() { return 0.3; }
Meaning a() { return Meaning::most_are_told_apart; }
Meaning b() { return Meaning::half_of_them; }
Meaning c() { return Meaning::most_share_two; }

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"further",
       "you count pairs that are *more* than `distance` apart; those that are "
       "just so far apart count, too",
       {guess, further, c}},
      {"one-way",
       "you count keys before the query only; both directions are asked for",
       {guess, one_way, c}},
      {"below-zero",
       "all keys on one side count as far: the difference of two std::size_t "
       "goes below 0 there and becomes huge",
       {guess, below_zero, c}},
      {"the-others", "you count the pairs that are *nearer*", {guess, near, c}},
      {"percent",
       "you give a percentage; a share from 0 to 1 is asked for",
       {guess, percent, c}},
      {"number",
       "you give the number of pairs; a share is asked for",
       {guess, number, c}},
      {"whole-division",
       "whole numbers are divided, and the fraction is lost: double(far) / …",
       {guess, whole, c}},
      {"of-distances",
       "you count distances, not pairs: there are many pairs 1 apart and few "
       "that are far apart",
       {guess, of_distances, c}},
      {"of-last-word",
       "you count what the last word sees; a word in the middle has fewer far "
       "ones",
       {guess, of_last_word, c}},
      {"exact",
       "you count pairs that are *exactly* so far apart; those further apart "
       "count, too",
       {guess, exact, c}},
      {"without-itself",
       "you leave out each word with itself; seq_len² pairs are asked for",
       {guess, without_itself, c}},
      {"of-half",
       "you take the share among the pairs of one direction; all seq_len² "
       "pairs "
       "are asked for",
       {guess, of_half, c}},
      {"fixed-distance",
       "your distance is always 91; it is given",
       {guess, fixed_distance, c}},
      {"last-left-out",
       "the last word is left out: the places go from 0 to seq_len - 1",
       {guess, last_left_out, c}},
      {"chose-told-apart",
       "you chose that most pairs have finer buckets; two thirds do not",
       {guess, right, a}},
      {"chose-half",
       "you chose about half; it is two thirds",
       {guess, right, b}},
  };
  return all;
}
