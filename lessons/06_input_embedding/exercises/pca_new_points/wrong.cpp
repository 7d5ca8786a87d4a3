#include "mistakes.h"

#include "course/exercise/exam.h"

using namespace mistakes;

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"own-mean",
       "you take the mean of the others away from them; they are seen from the "
       "mean of x, or they would all be moved to its middle",
       {own_mean}},
      {"others-not-centred",
       "you take the mean away from x, but not from the others: the mean of x, "
       "too, is part of the picture",
       {others_not_centred}},
      {"nothing-centred",
       "nothing is centred: the mean of x is to be taken from x and from the "
       "others",
       {nothing_centred}},
      {"x-not-centred",
       "you decompose x with its mean still in it; the first direction then "
       "points to the mean",
       {x_not_centred}},
      {"one-mean",
       "you take one mean of all numbers; each column has its own: xt::mean(x, "
       "{0})",
       {one_mean}},
      {"centred-by-rows",
       "you take the mean of each row away; the mean of the points is that of "
       "each column",
       {centred_by_rows}},
      {"correlation",
       "you divide each column by its deviation; here points are only centred",
       {correlation}},
      {"directions-of-the-others",
       "you look for the directions of the others; they are those of x, and "
       "the others must not change the picture",
       {of_the_others}},
      {"directions-of-both",
       "you look for the directions of x and the others together; the others "
       "must not change the picture",
       {of_both}},
      {"columns-of-vt",
       "you take column k of V^T; direction k is its row k",
       {columns_of_vt}},
      {"smallest-first",
       "you begin with the smallest spread; S is sorted, the largest first",
       {smallest_first}},
      {"one-too-far",
       "you begin with the second direction; the first one is row 0 of V^T",
       {one_too_far}},
      {"first-direction",
       "all your columns are seen along the first direction; column k belongs "
       "to row k of V^T",
       {first_direction}},
      {"first-columns",
       "you take the first columns of the points themselves; the directions of "
       "the largest spread are the rows of V^T",
       {first_columns}},
      {"times-s",
       "you multiply by S; where a point lies along a direction is the product "
       "of the two, and no more",
       {times_s}},
      {"divided-by-s",
       "you divide by S, which would give rows of U; where a point lies along "
       "a "
       "direction is the product of the two",
       {divided_by_s}},
      {"whitened",
       "you give all directions the same spread; the distances of points are "
       "to stay as they are",
       {whitened}},
      {"signs-as-they-come",
       "the signs are as svd gives them; along each direction the number "
       "farthest from 0 among the points of x is to be positive",
       {as_they_come}},
      {"signs-by-others",
       "you choose the signs by the others; the points of x decide, or a new "
       "point could turn the picture round",
       {signs_by_others}},
      {"signs-by-directions",
       "you choose the signs by the numbers of a direction; the points of x "
       "decide",
       {signs_by_directions}},
      {"first-positive",
       "you make the first point of x positive; it is the one farthest from 0",
       {first_positive}},
      {"farthest-negative",
       "all signs are the wrong way round: the number farthest from 0 is to be "
       "positive",
       {farthest_negative}},
      {"magnitudes",
       "you give magnitudes: a point lies on one side of the mean or the other",
       {magnitudes}},
      {"picture-of-x",
       "you give the picture of x; where the others lie is asked for",
       {picture_of_x}},
      {"transposed",
       "your result has a row for each component; it has a row for each of the "
       "others, (M, components)",
       {transposed}},
      {"rebuilt",
       "you go back to D dimensions; the numbers along the directions are what "
       "is asked for, (M, components)",
       {rebuilt}},
      {"n-itself",
       "you let N components through; seen from their mean, N points spread in "
       "N - 1 directions at most",
       {n_itself}},
      {"unchecked",
       "nothing compares the components with N - 1 and D; too many should be "
       "refused with a ValueError",
       {unchecked}},
      {"columns-compared",
       "you compare the components with D only; there are no more than N - 1 "
       "directions, either",
       {columns_compared}},
      {"rows-compared",
       "you compare the components with N - 1 only; there are no more than D "
       "directions, either",
       {rows_compared}},
      {"fewer",
       "you give fewer components where there are not enough; that should be "
       "refused",
       {fewer}},
      {"refuses-all",
       "you refuse as many components as there are; only more are too many",
       {refuses_all}},
      {"limited-by-the-others",
       "you compare the components with the number of others; the directions "
       "come from x",
       {by_the_others}},
  };
  return all;
}
