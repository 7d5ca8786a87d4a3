#include <functional>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

using Column = std::ptrdiff_t (*)(std::ptrdiff_t i, std::ptrdiff_t j,
                                  std::ptrdiff_t T, std::ptrdiff_t S);

void refuse(const Array& x) {
  if (x.shape(1) + 1 < 2 * x.shape(0)) throw ShapeError("no");
}

std::ptrdiff_t right_column(std::ptrdiff_t i, std::ptrdiff_t j,
                            std::ptrdiff_t T, std::ptrdiff_t) {
  return T - 1 - i + j;
}

// Each number of y from a column of x; 0 where there is none.
template <Column column>
Array from(const Array& x) {
  refuse(x);
  const std::size_t T = x.shape(0), S = x.shape(1) + 1 - T;
  Array y = zeros({T, S});
  for (std::size_t i = 0; i < T; ++i)
    for (std::size_t j = 0; j < S; ++j) {
      const std::ptrdiff_t c = column(std::ptrdiff_t(i), std::ptrdiff_t(j),
                                      std::ptrdiff_t(T), std::ptrdiff_t(S));
      if (c >= 0 && c < std::ptrdiff_t(x.shape(1)))
        y(i, j) = x(i, std::size_t(c));
    }
  return y;
}

template <Column column>
Array back_to(const Array& dy) {
  const std::size_t T = dy.shape(0), S = dy.shape(1);
  Array dx = zeros({T, S + T - 1});
  for (std::size_t i = 0; i < T; ++i)
    for (std::size_t j = 0; j < S; ++j) {
      const std::ptrdiff_t c = column(std::ptrdiff_t(i), std::ptrdiff_t(j),
                                      std::ptrdiff_t(T), std::ptrdiff_t(S));
      if (c >= 0 && c < std::ptrdiff_t(dx.shape(1)))
        dx(i, std::size_t(c)) = dy(i, j);
    }
  return dx;
}

const auto right = from<right_column>;
const auto right_back = back_to<right_column>;

std::ptrdiff_t not_moved(std::ptrdiff_t, std::ptrdiff_t j, std::ptrdiff_t,
                         std::ptrdiff_t) {
  return j;
}
std::ptrdiff_t all_alike(std::ptrdiff_t, std::ptrdiff_t j, std::ptrdiff_t T,
                         std::ptrdiff_t) {
  return T - 1 + j;
}
std::ptrdiff_t upside_down(std::ptrdiff_t i, std::ptrdiff_t j, std::ptrdiff_t,
                           std::ptrdiff_t) {
  return i + j;
}
std::ptrdiff_t one_too_far(std::ptrdiff_t i, std::ptrdiff_t j, std::ptrdiff_t T,
                           std::ptrdiff_t) {
  return T - i + j;
}
std::ptrdiff_t one_short(std::ptrdiff_t i, std::ptrdiff_t j, std::ptrdiff_t T,
                         std::ptrdiff_t) {
  return T - 2 - i + j;
}
std::ptrdiff_t ascending(std::ptrdiff_t i, std::ptrdiff_t j, std::ptrdiff_t,
                         std::ptrdiff_t S) {
  return S - 1 + i - j;
}
std::ptrdiff_t to_the_right(std::ptrdiff_t i, std::ptrdiff_t j,
                            std::ptrdiff_t T, std::ptrdiff_t S) {
  const std::ptrdiff_t N = S + T - 1;
  return ((j - (T - 1 - i)) % N + N) % N;
}
std::ptrdiff_t queries_first(std::ptrdiff_t i, std::ptrdiff_t j, std::ptrdiff_t,
                             std::ptrdiff_t S) {
  return S - 1 - i + j;
}
std::ptrdiff_t minus_distance(std::ptrdiff_t i, std::ptrdiff_t j,
                              std::ptrdiff_t T, std::ptrdiff_t S) {
  return 2 * S - 1 - T + i - j;
}

// By reshaping: numbers of the padded rows, one after the other.
Array reshaped(const Array& x, std::size_t dropped) {
  refuse(x);
  const std::size_t T = x.shape(0), N = x.shape(1), S = N + 1 - T;
  Array flat = zeros({T * (N + 1) + N});
  for (std::size_t i = 0; i < T; ++i)
    for (std::size_t c = 0; c < N; ++c) flat(i * (N + 1) + 1 + c) = x(i, c);
  Array y = zeros({T, S});
  for (std::size_t i = 0; i < T; ++i)
    for (std::size_t j = 0; j < S; ++j) y(i, j) = flat(dropped + i * N + j);
  return y;
}

Array nothing_dropped(const Array& x) { return reshaped(x, 0); }
Array one_dropped(const Array& x) { return reshaped(x, 1); }
Array row_of_n_dropped(const Array& x) { return reshaped(x, x.shape(1)); }

Array all_columns(const Array& x) {
  refuse(x);
  const std::size_t T = x.shape(0), N = x.shape(1);
  Array y = zeros({T, N});
  for (std::size_t i = 0; i < T; ++i)
    for (std::size_t j = 0; j + T - 1 - i < N; ++j)
      y(i, j) = x(i, T - 1 - i + j);
  return y;
}

// Keys after the query are hidden, as in the causal shift.
Array causal(const Array& x) {
  Array y = right(x);
  for (std::size_t i = 0; i < y.shape(0); ++i)
    for (std::size_t j = y.shape(1) - y.shape(0) + i + 1; j < y.shape(1); ++j)
      y(i, j) = 0;
  return y;
}

Array accepted(const Array& x) {
  if (x.shape(1) + 1 >= 2 * x.shape(0)) return right(x);
  return zeros({x.shape(0), std::size_t(1)});
}

// Mistakes on the way back.

Array same_shape(const Array& dy) { return dy; }

Array not_zeroed(const Array& dy) {
  Array dx = Array::from_shape({dy.shape(0), dy.shape(1) + dy.shape(0) - 1});
  for (std::size_t i = 0; i < dy.shape(0); ++i)
    for (std::size_t j = 0; j < dy.shape(1); ++j)
      dx(i, dy.shape(0) - 1 - i + j) = dy(i, j);
  return dx;
}

Array all_summed(const Array& dy) {
  const Array dx = right_back(dy);
  const Array sums = xt::sum(dx, {0}, xt::keep_dims);
  return xt::broadcast(sums, dx.shape());
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"not-moved",
       "the rows are not moved: you take the first S columns of each",
       {from<not_moved>, right_back}},
      {"all-alike",
       "all rows are moved alike; row i by T - 1 - i, and the last one not at "
       "all",
       {from<all_alike>, right_back}},
      {"upside-down",
       "row i is moved by i; the *first* row goes furthest, by T - 1",
       {from<upside_down>, right_back}},
      {"one-too-far",
       "each row is moved one place too far, by T - i; the last one stays. "
       "(With "
       "reshaping: the column of zeros goes before the rows, not behind them)",
       {from<one_too_far>, right_back}},
      {"one-short",
       "each row is moved one place too little: the first one by T - 1",
       {from<one_short>, right_back}},
      {"ascending",
       "you take the distances in the other order: column 0 is the largest, "
       "S - 1",
       {from<ascending>, right_back}},
      {"to-the-right",
       "the rows go to the right and round the end; they go to the left",
       {from<to_the_right>, right_back}},
      {"queries-first",
       "query i stands at place i; the queries are the last of the words, so "
       "it "
       "stands at S - T + i",
       {from<queries_first>, right_back}},
      {"minus-distance",
       "you look up key minus query; the columns are query minus key",
       {from<minus_distance>, right_back}},
      {"nothing-dropped",
       "nothing is dropped once the rows are cut anew; the first T numbers go",
       {nothing_dropped, right_back}},
      {"one-dropped",
       "one number is dropped once the rows are cut anew; the first T numbers "
       "go",
       {one_dropped, right_back}},
      {"long-row-dropped",
       "a row of S + T - 1 numbers is dropped; the rows are T long there, so "
       "the first T numbers go",
       {row_of_n_dropped, right_back}},
      {"all-columns",
       "y still has a column for each distance; it has one for each key, S",
       {all_columns, right_back}},
      {"causal",
       "keys after the query get zeros; their distances have columns of their "
       "own here",
       {causal, right_back}},
      {"accepted",
       "more queries than words are accepted; there must be 2T - 1 columns at "
       "least",
       {accepted, right_back}},
      {"back-same-shape",
       "the way back gives back dy as it is; dx has a column for each distance",
       {right, same_shape}},
      {"back-not-moved",
       "on the way back the rows are not moved: dx[i, j] is dy[i, j]",
       {right, back_to<not_moved>}},
      {"back-upside-down",
       "on the way back row i is moved by i; it was moved by T - 1 - i",
       {right, back_to<upside_down>}},
      {"back-one-too-far",
       "on the way back each row lands one place too far",
       {right, back_to<one_too_far>}},
      {"back-not-zeroed",
       "dx is not set to zero at first: what went nowhere gets 0, and a new "
       "array holds whatever was in that memory before",
       {right, not_zeroed}},
      {"back-summed",
       "on the way back each row gets the sum of all of them; a row of x went "
       "into one row of y only",
       {right, all_summed}},
  };
  return all;
}
