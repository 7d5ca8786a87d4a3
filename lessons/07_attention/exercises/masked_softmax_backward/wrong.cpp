#include <functional>
#include <stdexcept>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

// dx = y (dy - sum of y dy) with the sum along another axis.
Array along(const Array& y, const Array& dy, std::size_t axis) {
  if (axis >= y.dimension()) throw std::out_of_range("out of bounds");
  const Array sum = xt::sum(y * dy, {axis}, xt::keep_dims);
  return y * (dy - sum);
}

// The sum over each row, as an axis of size 1.
Array row_sum(const Array& x) {
  return xt::sum(x, {x.dimension() - 1}, xt::keep_dims);
}

Array right(const Array& y, const Array& dy) {
  return along(y, dy, y.dimension() - 1);
}

Array nothing(const Array& y, const Array&) { return zeros(y.shape()); }

Array diagonal_only(const Array& y, const Array& dy) {
  return y * (1 - y) * dy;
}

Array off_diagonal_only(const Array& y, const Array& dy) {
  return y * (y * dy - row_sum(y * dy));
}

Array dy_ignored(const Array& y, const Array&) { return y * (1 - y); }

Array no_sum(const Array& y, const Array& dy) { return y * dy; }

Array first_axis(const Array& y, const Array& dy) { return along(y, dy, 0); }

Array second_axis(const Array& y, const Array& dy) { return along(y, dy, 1); }

Array last_but_one(const Array& y, const Array& dy) {
  return along(y, dy, y.dimension() - 2);
}

Array all_at_once(const Array& y, const Array& dy) {
  const real sum = xt::sum(y * dy)();
  return y * (dy - sum);
}

Array sum_of_dy(const Array& y, const Array& dy) {
  return y * (dy - row_sum(dy));
}

Array mean_of_dy(const Array& y, const Array& dy) {
  return y * (dy - row_sum(dy) / real(dy.shape().back()));
}

Array mean_of_products(const Array& y, const Array& dy) {
  return y * (dy - row_sum(y * dy) / real(dy.shape().back()));
}

Array no_y_before(const Array& y, const Array& dy) {
  return dy - row_sum(y * dy);
}

Array no_y_before_sum(const Array& y, const Array& dy) {
  return y * dy - row_sum(y * dy);
}

Array sign(const Array& y, const Array& dy) { return -right(y, dy); }

Array sum_added(const Array& y, const Array& dy) {
  return y * (dy + row_sum(y * dy));
}

Array log_softmax(const Array& y, const Array& dy) {
  return dy - y * row_sum(dy);
}

Array y_minus_dy(const Array& y, const Array& dy) { return y - dy; }

Array y_twice(const Array& y, const Array& dy) {
  return y * (y * dy - row_sum(y * y * dy));
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"zeros",
       "your gradient is zero everywhere; for a dy of ones that would be "
       "right, "
       "because the weights of a row always add up to 1, but for no other",
       {nothing}},
      {"diagonal-only",
       "you count only the slope of each weight by its own score, y (1 - y); "
       "each score moves all the other weights of its row, too",
       {diagonal_only}},
      {"off-diagonal-only",
       "you count the slopes by all scores but the weight's own",
       {off_diagonal_only}},
      {"dy-ignored",
       "dy is not used: y (1 - y) is a slope, not yet a gradient",
       {dy_ignored}},
      {"no-sum",
       "the sum is missing: what a score gives to one weight it takes from the "
       "others of its row",
       {no_sum}},
      {"first-axis",
       "your sum runs along the first axis; a row is a line along the last one",
       {first_axis}},
      {"second-axis",
       "your sum runs along axis 1: that is the last one of a matrix, but not "
       "where there are heads or a batch before it",
       {second_axis}},
      {"last-but-one",
       "your sum runs along the last axis but one; a row is a line along the "
       "last one",
       {last_but_one}},
      {"all-at-once",
       "one sum over all rows is used; each row has its own",
       {all_at_once}},
      {"sum-of-dy",
       "the y is missing inside the sum: each dy_j counts by its weight y_j",
       {sum_of_dy}},
      {"mean-of-dy",
       "you subtract the plain mean of dy; what counts is its mean by the "
       "weights, sum_j y_j dy_j",
       {mean_of_dy}},
      {"mean-of-products",
       "you divide the sum by the number of keys; the weights add up to 1 "
       "already",
       {mean_of_products}},
      {"no-y-before",
       "the factor y_i before the difference is missing: a key that has no "
       "weight cannot move anything",
       {no_y_before}},
      {"no-y-before-sum",
       "y_i stands before dy_i and not before the sum; it belongs to both",
       {no_y_before_sum}},
      {"sign", "your gradient has the wrong sign", {sign}},
      {"sum-added", "the sum is added; it is subtracted", {sum_added}},
      {"log-softmax",
       "this is the gradient of the logarithm of softmax; here dy is the "
       "gradient of the weights themselves",
       {log_softmax}},
      {"y-minus-dy",
       "you give back y - dy: that is the gradient of softmax with a "
       "cross-entropy after it, if dy were the target",
       {y_minus_dy}},
      {"y-twice", "each dy is multiplied by its y once too often", {y_twice}},
  };
  return all;
}
