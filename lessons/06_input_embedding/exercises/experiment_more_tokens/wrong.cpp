#include <cmath>

#include "common/exercises/wrong_shares.h"
#include "course/exercise/exam.h"

using namespace horloge;
using namespace wrong_shares;

namespace {

double three(const Array& x) {
  const Array v = variances(centred(x));
  return (v(0) + v(1) + (v.size() > 2 ? v(2) : 0)) / xt::sum(v)();
}

double second_and_third(const Array& x) {
  const Array v = variances(centred(x));
  return (v(1) + (v.size() > 2 ? v(2) : 0)) / xt::sum(v)();
}

double smallest(const Array& x) {
  const Array v = variances(centred(x));
  return (v(v.size() - 1) + v(v.size() - 2)) / xt::sum(v)();
}

double of_the_rest(const Array& x) {
  const Array v = variances(centred(x));
  return (v(0) + v(1)) / (xt::sum(v)() - v(0) - v(1));
}

double rest(const Array& x) { return 1 - right(x); }

double squared_twice(const Array& x) {
  const Array v = variances(centred(x));
  return first_two(v * v);
}

double sum_squared(const Array& x) {
  const Array s = singular_values(centred(x));
  return std::pow(s(0) + s(1), 2) / xt::sum(s * s)();
}

double over_squared_sum(const Array& x) {
  const Array s = singular_values(centred(x));
  return (s(0) * s(0) + s(1) * s(1)) / std::pow(xt::sum(s)(), 2);
}

double mean_of_all(const Array& x) {
  return first_two(variances(x - xt::mean(x)()));
}

double widest_columns(const Array& x) {
  Array v = xt::variance(x, {0});
  std::sort(v.begin(), v.end(), std::greater<>());
  return first_two(v);
}

double first_columns(const Array& x) {
  const Array v = xt::variance(x, {0});
  return first_two(v);
}

double theory(const Array& x) {
  const double N = double(x.shape(0)), D = double(x.shape(1));
  return 2 * std::pow(1 + std::sqrt(D / N), 2) / D;
}

double alike(const Array& x) { return 2 / double(x.shape(1)); }

double of_three(const Array& x) {
  const Array v = variances(centred(x));
  double all = 0;
  for (std::size_t k = 0; k < std::min<std::size_t>(3, v.size()); ++k)
    all += v(k);
  return (v(0) + v(1)) / all;
}

double guess() { return 0.04; }
Meaning lose() { return Meaning::words_lose; }
Meaning fades() { return Meaning::chance_fades; }
Meaning enough() { return Meaning::enough_words_now; }

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"not-centred",
       "the mean of the rows is still in them; PCA looks at points from their "
       "mean",
       {guess, not_centred, fades}},
      {"centred-by-rows",
       "you take the mean of each row away, or have exchanged rows and "
       "columns: "
       "each row is a point, and the mean of the points is xt::mean(x, {0})",
       {guess, centred_by_rows, fades}},
      {"one-mean",
       "you take one mean of all numbers away; each column has its own: "
       "xt::mean(x, {0})",
       {guess, mean_of_all, fades}},
      {"not-squared",
       "you add the numbers in S as they are; they are lengths, and a variance "
       "is a length squared",
       {guess, not_squared, fades}},
      {"squared-twice",
       "you square twice; the squares of the numbers in S are to each other as "
       "the variances",
       {guess, squared_twice, fades}},
      {"sum-squared",
       "you add first and square then; each number in S is squared by itself",
       {guess, sum_squared, fades}},
      {"over-squared-sum",
       "you divide by the square of a sum; it is the sum of the squares",
       {guess, over_squared_sum, fades}},
      {"first-only",
       "you take the first component alone; two are asked for",
       {guess, first_only, fades}},
      {"three",
       "you take three components; two are asked for",
       {guess, three, fades}},
      {"second-and-third",
       "you take the second and the third component; counting begins at 0",
       {guess, second_and_third, fades}},
      {"smallest",
       "you take the two smallest; S begins with the largest",
       {guess, smallest, fades}},
      {"of-the-rest",
       "you divide by what the others hold; a share is divided by all",
       {guess, of_the_rest, fades}},
      {"rest",
       "you give what the picture leaves out; its own share is asked for",
       {guess, rest, fades}},
      {"of-three",
       "you divide by the first three only; a share is divided by the variance "
       "of all directions",
       {guess, of_three, fades}},
      {"no-share",
       "you give the variance itself; its share of all of the variance is "
       "asked for",
       {guess, no_share, fades}},
      {"percent",
       "you give percent; a share is a number from 0 to 1",
       {guess, percent, fades}},
      {"standardized",
       "you divide each column by its deviation; rows are only centred",
       {guess, standardized, fades}},
      {"widest-columns",
       "you compare columns; the directions of the largest spread may point "
       "anywhere: they come from the decomposition",
       {guess, widest_columns, fades}},
      {"first-columns",
       "you take the first two columns; the directions of the largest spread "
       "come from the decomposition",
       {guess, first_columns, fades}},
      {"theory",
       "you give what noise gets in theory; measure what these rows get",
       {guess, theory, fades}},
      {"alike",
       "you give 2 / D, what directions that are alike would get; measure what "
       "these rows get",
       {guess, alike, fades}},
      {"chose-words-lose",
       "you chose that a picture shows less of any words; the share of rows in "
       "groups stays where it is",
       {guess, right, lose}},
      {"chose-enough-words-now",
       "you chose that nothing changes beyond 200 words; the share of noise "
       "goes on falling",
       {guess, right, enough}},
  };
  return all;
}
