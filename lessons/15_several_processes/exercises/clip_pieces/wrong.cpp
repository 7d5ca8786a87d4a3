#include <algorithm>
#include <cmath>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

double squares_of(const Array& piece) {
  double sum = 0;
  for (const double x : piece) sum += x * x;
  return sum;
}

double added_up(double mine, Rank& me) {
  Array x{mine};
  add_up(x, me);
  return x(0);
}

// The root of what is added up over the ranks, and what becomes of a piece.
double right_norm(const Array& piece, Rank& me) {
  return std::sqrt(added_up(squares_of(piece), me));
}

void shorten(Array& piece, double norm, double max_norm) {
  if (norm > max_norm) piece *= max_norm / norm;
}

using NormOf = double (*)(const Array& piece, Rank& me);

template <NormOf norm_of>
double by(Array& piece, double max_norm, Rank& me) {
  const double norm = norm_of(piece, me);
  shorten(piece, norm, max_norm);
  return norm;
}

double own(const Array& piece, Rank&) { return std::sqrt(squares_of(piece)); }
double sum_of_norms(const Array& piece, Rank& me) {
  return added_up(std::sqrt(squares_of(piece)), me);
}
double mean_of_norms(const Array& piece, Rank& me) {
  return sum_of_norms(piece, me) / double(me.size());
}
double no_root(const Array& piece, Rank& me) {
  return added_up(squares_of(piece), me);
}
double mean_square(const Array& piece, Rank& me) {
  return std::sqrt(added_up(squares_of(piece), me) / double(me.size()));
}
double by_count(const Array& piece, Rank& me) {
  const double squares = added_up(squares_of(piece), me);
  const double count = added_up(double(piece.size()), me);
  return std::sqrt(squares / count);
}
double sizes(const Array& piece, Rank& me) {
  double sum = 0;
  for (const double x : piece) sum += std::fabs(x);
  return added_up(sum, me);
}
double plain_sum(const Array& piece, Rank& me) {
  double sum = 0;
  for (const double x : piece) sum += x;
  return std::fabs(added_up(sum, me));
}
double rank_0_knows(const Array& piece, Rank& me) {
  const double norm = right_norm(piece, me);
  return me.rank() == 0 ? norm : std::sqrt(squares_of(piece));
}
double twice(const Array& piece, Rank& me) {
  return std::sqrt(added_up(added_up(squares_of(piece), me), me));
}

double always(Array& piece, double max_norm, Rank& me) {
  const double norm = right_norm(piece, me);
  piece *= max_norm / norm;
  return norm;
}
double the_other_way(Array& piece, double max_norm, Rank& me) {
  const double norm = right_norm(piece, me);
  if (norm < max_norm) piece *= max_norm / norm;
  return norm;
}
double upside_down(Array& piece, double max_norm, Rank& me) {
  const double norm = right_norm(piece, me);
  if (norm > max_norm) piece *= norm / max_norm;
  return norm;
}
double unit(Array& piece, double max_norm, Rank& me) {
  const double norm = right_norm(piece, me);
  if (norm > max_norm) piece /= norm;
  return norm;
}
double not_scaled(Array& piece, double, Rank& me) {
  return right_norm(piece, me);
}
double norm_after(Array& piece, double max_norm, Rank& me) {
  const double norm = right_norm(piece, me);
  shorten(piece, norm, max_norm);
  return std::min(norm, max_norm);
}
double factor(Array& piece, double max_norm, Rank& me) {
  const double norm = right_norm(piece, me);
  shorten(piece, norm, max_norm);
  return std::min(1.0, max_norm / norm);
}
double each_number(Array& piece, double max_norm, Rank& me) {
  const double norm = right_norm(piece, me);
  for (double& x : piece) x = std::clamp(x, -max_norm, max_norm);
  return norm;
}
double own_factor(Array& piece, double max_norm, Rank& me) {
  const double norm = right_norm(piece, me);
  shorten(piece, std::sqrt(squares_of(piece)), max_norm);
  return norm;
}
double empty_leaves(Array& piece, double max_norm, Rank& me) {
  if (piece.size() == 0) return 0;
  return by<right_norm>(piece, max_norm, me);
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"own-norm",
       "each rank looks at its own piece only; the norm is one of all pieces",
       {by<own>}},
      {"own-factor",
       "you return the norm of the whole, but shorten each piece by its own "
       "norm",
       {own_factor}},
      {"sum-of-norms",
       "you add up the norms of the pieces; it is their squares that add up",
       {by<sum_of_norms>}},
      {"mean-of-norms",
       "you take the mean of the pieces' norms; it is their squares that add "
       "up",
       {by<mean_of_norms>}},
      {"no-root", "the root is missing: a norm is one of a sum", {by<no_root>}},
      {"mean-over-ranks",
       "you divide the sum of the squares by the number of ranks: pieces of a "
       "whole are added up, not averaged",
       {by<mean_square>}},
      {"mean-over-numbers",
       "you divide the sum of the squares by how many numbers there are; a "
       "norm does not",
       {by<by_count>}},
      {"sizes-added",
       "you add up the numbers without their sign; it should be their squares",
       {by<sizes>}},
      {"not-squared",
       "you add up the numbers themselves, so that they cancel each other; it "
       "should be their squares",
       {by<plain_sum>}},
      {"rank-0-knows",
       "only rank 0 uses the norm of the whole; the others need the same "
       "factor",
       {by<rank_0_knows>}},
      {"added-twice",
       "the squares are added up over the ranks twice",
       {by<twice>}},
      {"always",
       "what is short enough is made longer; it should stay as it is",
       {always}},
      {"the-other-way",
       "you scale where the norm is below max_norm; it should be where it is "
       "above",
       {the_other_way}},
      {"upside-down",
       "your factor is upside down: it makes a long gradient longer",
       {upside_down}},
      {"unit-norm",
       "what is too long gets a norm of 1; it should be max_norm",
       {unit}},
      {"not-scaled", "nothing is shortened", {not_scaled}},
      {"norm-after",
       "you return the norm after clipping; it should be the one before",
       {norm_after}},
      {"factor-returned",
       "you return the factor; it should be the norm before",
       {factor}},
      {"each-number",
       "you cut each number by itself, which turns the gradient; all are to be "
       "scaled by one factor",
       {each_number}},
      {"empty-leaves",
       "a rank with an empty piece returns before it has called add_up, and "
       "the others wait for it",
       {empty_leaves}},
  };
  return all;
}
