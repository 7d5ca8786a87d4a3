#include <cmath>
#include <stdexcept>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

Array sum_along(const Array& x, std::size_t axis) {
  if (axis >= x.dimension()) throw std::out_of_range("out of bounds");
  return xt::sum(x, {axis}, xt::keep_dims);
}

// Before the temperature: y (dy - sum of y dy).
Array right(const Array& y, const Array& dy, std::size_t axis) {
  return y * (dy - sum_along(y * dy, axis));
}

// What a mistake makes of y, dy and the axis, before the temperature.
using Rule = Array (*)(const Array& y, const Array& dy, std::size_t axis);

template <Rule rule>
Array with(const Array& y, const Array& dy, std::size_t axis, double tau) {
  return rule(y, dy, axis) / tau;
}

Array nothing(const Array& y, const Array&, std::size_t) {
  return zeros(y.shape());
}

Array diagonal_only(const Array& y, const Array& dy, std::size_t) {
  return y * (1 - y) * dy;
}

Array off_diagonal_only(const Array& y, const Array& dy, std::size_t axis) {
  return y * (y * dy - sum_along(y * dy, axis));
}

Array dy_ignored(const Array& y, const Array&, std::size_t) {
  return y * (1 - y);
}

Array no_sum(const Array& y, const Array& dy, std::size_t) { return y * dy; }

Array last_axis(const Array& y, const Array& dy, std::size_t) {
  return right(y, dy, y.dimension() - 1);
}

Array first_axis(const Array& y, const Array& dy, std::size_t) {
  return right(y, dy, 0);
}

Array from_the_end(const Array& y, const Array& dy, std::size_t axis) {
  return right(y, dy, y.dimension() - 1 - axis);
}

Array all_at_once(const Array& y, const Array& dy, std::size_t) {
  const real sum = xt::sum(y * dy)();
  return y * (dy - sum);
}

Array sum_of_dy(const Array& y, const Array& dy, std::size_t axis) {
  return y * (dy - sum_along(dy, axis));
}

Array mean_of_dy(const Array& y, const Array& dy, std::size_t axis) {
  return y * (dy - sum_along(dy, axis) / real(dy.shape(axis)));
}

Array mean_of_products(const Array& y, const Array& dy, std::size_t axis) {
  return y * (dy - sum_along(y * dy, axis) / real(dy.shape(axis)));
}

Array no_y_before(const Array& y, const Array& dy, std::size_t axis) {
  return dy - sum_along(y * dy, axis);
}

Array no_y_before_sum(const Array& y, const Array& dy, std::size_t axis) {
  return y * dy - sum_along(y * dy, axis);
}

Array sign(const Array& y, const Array& dy, std::size_t axis) {
  return -right(y, dy, axis);
}

Array sum_added(const Array& y, const Array& dy, std::size_t axis) {
  return y * (dy + sum_along(y * dy, axis));
}

Array log_softmax(const Array& y, const Array& dy, std::size_t axis) {
  return dy - y * sum_along(dy, axis);
}

Array y_minus_dy(const Array& y, const Array& dy, std::size_t) {
  return y - dy;
}

Array y_twice(const Array& y, const Array& dy, std::size_t axis) {
  return y * (y * dy - sum_along(y * y * dy, axis));
}

Array divided_by_sum(const Array& y, const Array& dy, std::size_t axis) {
  return y * (dy - sum_along(y * dy, axis) / sum_along(y, axis));
}

Array in_float(const Array& y, const Array& dy, std::size_t axis) {
  const xt::xarray<float> rounded = xt::cast<float>(right(y, dy, axis));
  return xt::cast<real>(rounded);
}

Array temperature_ignored(const Array& y, const Array& dy, std::size_t axis,
                          double) {
  return right(y, dy, axis);
}

Array temperature_multiplied(const Array& y, const Array& dy, std::size_t axis,
                             double tau) {
  return right(y, dy, axis) * tau;
}

Array temperature_squared(const Array& y, const Array& dy, std::size_t axis,
                          double tau) {
  return right(y, dy, axis) / (tau * tau);
}

Array temperature_root(const Array& y, const Array& dy, std::size_t axis,
                       double tau) {
  return right(y, dy, axis) / std::sqrt(tau);
}

Array temperature_on_sum(const Array& y, const Array& dy, std::size_t axis,
                         double tau) {
  return y * (dy - sum_along(y * dy, axis) / tau);
}

Array temperature_on_dy(const Array& y, const Array& dy, std::size_t axis,
                        double tau) {
  return y * (dy / tau - sum_along(y * dy, axis));
}

Array temperature_cut(const Array& y, const Array& dy, std::size_t axis,
                      double tau) {
  return right(y, dy, axis) / std::max(1, int(tau));
}

// Softmax of what is a softmax already.
Array softmax_again(const Array& y, const Array& dy, std::size_t axis,
                    double tau) {
  const Array e = xt::exp(y / tau);
  const Array again = e / sum_along(e, axis);
  return right(again, dy, axis) / tau;
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"zeros",
       "your gradient is zero everywhere; for a dy of ones that would be "
       "right, "
       "because the weights of a line always add up to 1, but for no other",
       {with<nothing>}},
      {"diagonal-only",
       "you count only the slope of each weight by its own score, y (1 - y); "
       "each score moves all the other weights of its line, too",
       {with<diagonal_only>}},
      {"off-diagonal-only",
       "you count the slopes by all scores but the weight's own",
       {with<off_diagonal_only>}},
      {"dy-ignored",
       "dy is not used: y (1 - y) is a slope, not yet a gradient",
       {with<dy_ignored>}},
      {"no-sum",
       "the sum is missing: what a score gives to one weight it takes from the "
       "others of its line",
       {with<no_sum>}},
      {"last-axis",
       "your sum always runs along the last axis; which axis it is, you are "
       "told",
       {with<last_axis>}},
      {"first-axis",
       "your sum always runs along the first axis; which axis it is, you are "
       "told",
       {with<first_axis>}},
      {"from-the-end",
       "you count the axes from the end; axis 0 is the first one",
       {with<from_the_end>}},
      {"all-at-once",
       "one sum over everything is used; each line along the axis has its own",
       {with<all_at_once>}},
      {"sum-of-dy",
       "the y is missing inside the sum: each dy_j counts by its weight y_j",
       {with<sum_of_dy>}},
      {"mean-of-dy",
       "you subtract the plain mean of dy; what counts is its mean by the "
       "weights, sum_j y_j dy_j",
       {with<mean_of_dy>}},
      {"mean-of-products",
       "you divide the sum by the number of entries; the weights add up to 1 "
       "already",
       {with<mean_of_products>}},
      {"no-y-before",
       "the factor y_i before the difference is missing: an entry that has "
       "no weight cannot move anything",
       {with<no_y_before>}},
      {"no-y-before-sum",
       "y_i stands before dy_i and not before the sum; it belongs to both",
       {with<no_y_before_sum>}},
      {"sign", "your gradient has the wrong sign", {with<sign>}},
      {"sum-added", "the sum is added; it is subtracted", {with<sum_added>}},
      {"log-softmax",
       "this is the gradient of the logarithm of softmax; here dy is the "
       "gradient of the weights themselves",
       {with<log_softmax>}},
      {"y-minus-dy",
       "you give back y - dy: that is the gradient of softmax with a "
       "cross-entropy after it, if dy were the target",
       {with<y_minus_dy>}},
      {"y-twice",
       "each dy is multiplied by its y once too often",
       {with<y_twice>}},
      {"divided-by-sum",
       "you divide by the sum of the weights, which is 1, or 0 where all is "
       "hidden: there it gives NaN",
       {with<divided_by_sum>}},
      {"in-float",
       "you compute in float, which has seven digits; use real",
       {with<in_float>}},
      {"temperature-ignored",
       "the temperature is not used: x was divided by it on the way forward",
       {temperature_ignored}},
      {"temperature-multiplied",
       "you multiply by the temperature; x was divided by it, and so is dx",
       {temperature_multiplied}},
      {"temperature-squared",
       "you divide by the temperature twice; once is enough, y has it already",
       {temperature_squared}},
      {"temperature-root",
       "you divide by the root of the temperature; it is the temperature "
       "itself",
       {temperature_root}},
      {"temperature-on-sum",
       "only the sum is divided by the temperature; the whole of dx is",
       {temperature_on_sum}},
      {"temperature-on-dy",
       "only dy is divided by the temperature, and not the sum; the whole of "
       "dx is",
       {temperature_on_dy}},
      {"temperature-cut",
       "the temperature is cut to a whole number: it is a double",
       {temperature_cut}},
      {"softmax-again",
       "you take the softmax of y; y is what the softmax gave back, the "
       "temperature is in it",
       {softmax_again}},
  };
  return all;
}
