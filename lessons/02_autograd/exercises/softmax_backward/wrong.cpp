#include <cmath>
#include <stdexcept>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

Array sum_over(const Array& x, std::size_t axis) {
  if (axis >= x.dimension()) throw std::out_of_range("axis < expr.dimension()");
  return xt::sum(x, {axis}, xt::keep_dims);
}

Array sum_of_row(const Array& x) { return sum_over(x, x.dimension() - 1); }

real columns(const Array& x) { return real(x.shape().back()); }

Array right(const Array& y, const Array& dy) {
  return y * (dy - sum_of_row(y * dy));
}

Array zero(const Array& y, const Array&) { return zeros(y.shape()); }

Array diagonal_only(const Array& y, const Array& dy) {
  return dy * y * (1 - y);
}

Array others_only(const Array& y, const Array& dy) {
  return y * (y * dy - sum_of_row(y * dy));
}

Array others_added(const Array& y, const Array& dy) {
  return y * (dy * (1 - 2 * y) + sum_of_row(y * dy));
}

Array no_mean(const Array& y, const Array& dy) { return y * dy; }

Array plain_mean(const Array& y, const Array& dy) {
  return y * (dy - sum_of_row(dy) / columns(y));
}

Array plain_sum(const Array& y, const Array& dy) {
  return y * (dy - sum_of_row(dy));
}

Array mean_of_products(const Array& y, const Array& dy) {
  return y * (dy - sum_of_row(y * dy) / columns(y));
}

Array all_rows(const Array& y, const Array& dy) {
  return y * (dy - xt::sum(y * dy)());
}

Array first_axis(const Array& y, const Array& dy) {
  return y * (dy - sum_over(y * dy, 0));
}

Array second_axis(const Array& y, const Array& dy) {
  return y * (dy - sum_over(y * dy, 1));
}

Array axis_lost(const Array& y, const Array& dy) {
  const Array mean = xt::sum(y * dy, {y.dimension() - 1});
  return y * (dy - mean);
}

// Two indices name a number of the first matrix.
Array first_matrix(const Array& y, const Array& dy) {
  if (y.dimension() < 2) throw std::out_of_range("out of bounds");
  Array dx = zeros(y.shape());
  for (std::size_t t = 0; t < y.shape(0); ++t) {
    real mean = 0;
    for (std::size_t i = 0; i < y.shape(1); ++i) mean += y(t, i) * dy(t, i);
    for (std::size_t i = 0; i < y.shape(1); ++i)
      dx(t, i) = y(t, i) * (dy(t, i) - mean);
  }
  return dx;
}

Array y_missing(const Array& y, const Array& dy) {
  return dy - sum_of_row(y * dy);
}

Array opposite(const Array& y, const Array& dy) { return -right(y, dy); }

Array log_softmax(const Array& y, const Array& dy) {
  return dy - y * sum_of_row(dy);
}

Array softmax_again(const Array& y, const Array& dy) {
  const Array e = xt::exp(y);
  return right(e / sum_of_row(e), dy);
}

Array y_squared(const Array& y, const Array& dy) {
  return y * y * (dy - sum_of_row(y * dy));
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"zeros",
       "all of dx is 0; that is right only if dy is the same for a whole row",
       {zero}},
      {"diagonal-only",
       "each x answers for its own y only; raise one, and the others shrink: "
       "the slopes -y_i y_j are missing",
       {diagonal_only}},
      {"others-only",
       "each x answers for the other y only: the slope y_i (1 - y_i) of its "
       "own is missing",
       {others_only}},
      {"others-added",
       "the slopes in the others have the wrong sign: raise one x, and all "
       "other y shrink",
       {others_added}},
      {"no-mean",
       "nothing is subtracted from dy; what counts is how much more than the "
       "average of its row an entry is wanted",
       {no_mean}},
      {"plain-mean",
       "you subtract the plain mean of dy; the average is weighted by y",
       {plain_mean}},
      {"plain-sum",
       "you subtract the plain sum of dy; each dy is weighted by its y first",
       {plain_sum}},
      {"mean-of-products",
       "you subtract the mean of y dy. It is the sum: the y of a row add up to "
       "1 already",
       {mean_of_products}},
      {"all-rows",
       "y dy is summed over the whole array; each row has a sum of its own",
       {all_rows}},
      {"first-axis",
       "y dy is summed over the first axis; a softmax goes along the last",
       {first_axis}},
      {"second-axis",
       "y dy is summed over axis 1. That is the last axis of a matrix, but not "
       "that of a batch or of a single row",
       {second_axis}},
      {"axis-lost",
       "the sum of a row has lost its axis: kept with size 1, it fits under "
       "its own row; without, it is taken for a row itself",
       {axis_lost}},
      {"first-matrix",
       "you go through the first two axes only; the dots stand for any number "
       "of them, and the row is the last one",
       {first_matrix}},
      {"y-missing",
       "the difference is not multiplied by y at the end: a weight near 0 "
       "hardly moves",
       {y_missing}},
      {"opposite", "the sign of all of dx is turned round", {opposite}},
      {"log-softmax",
       "that is the way back through the logarithm of a softmax; here y is the "
       "softmax itself",
       {log_softmax}},
      {"softmax-again",
       "you compute a softmax of y; y is one already",
       {softmax_again}},
      {"y-squared", "you multiply by y once too often", {y_squared}},
  };
  return all;
}
