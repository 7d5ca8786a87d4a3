#include <cmath>
#include <stdexcept>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

Array sum_over(const Array& x, std::size_t axis) {
  if (axis >= x.dimension()) throw std::out_of_range("axis < expr.dimension()");
  return xt::sum(x, {axis}, xt::keep_dims);
}

std::size_t last_of(const Array& x) { return x.dimension() - 1; }

Array along(const Array& y, const Array& dy, std::size_t axis) {
  return y * (dy - sum_over(y * dy, axis));
}

Array not_divided(const Array& y, const Array& dy, std::size_t axis, real) {
  return along(y, dy, axis);
}

Array multiplied(const Array& y, const Array& dy, std::size_t axis,
                 real temperature) {
  return along(y, dy, axis) * temperature;
}

Array divided_twice(const Array& y, const Array& dy, std::size_t axis,
                    real temperature) {
  return along(y, dy, axis) / temperature / temperature;
}

Array only_dy_divided(const Array& y, const Array& dy, std::size_t axis,
                      real temperature) {
  return y * (dy / temperature - sum_over(y * dy, axis));
}

Array only_mean_divided(const Array& y, const Array& dy, std::size_t axis,
                        real temperature) {
  return y * (dy - sum_over(y * dy, axis) / temperature);
}

Array last_axis(const Array& y, const Array& dy, std::size_t,
                real temperature) {
  return along(y, dy, last_of(y)) / temperature;
}

Array first_axis(const Array& y, const Array& dy, std::size_t,
                 real temperature) {
  return along(y, dy, 0) / temperature;
}

Array second_axis(const Array& y, const Array& dy, std::size_t,
                  real temperature) {
  return along(y, dy, 1) / temperature;
}

Array whole_array(const Array& y, const Array& dy, std::size_t,
                  real temperature) {
  return y * (dy - xt::sum(y * dy)()) / temperature;
}

Array axis_from_end(const Array& y, const Array& dy, std::size_t axis,
                    real temperature) {
  return along(y, dy, last_of(y) - axis) / temperature;
}

Array other_axes(const Array& y, const Array& dy, std::size_t axis,
                 real temperature) {
  Array mean = y * dy;
  for (std::size_t a = 0; a < y.dimension(); ++a)
    if (a != axis) mean = sum_over(mean, a);
  return y * (dy - mean) / temperature;
}

Array axis_lost(const Array& y, const Array& dy, std::size_t axis,
                real temperature) {
  const Array mean = xt::sum(y * dy, {axis});
  return y * (dy - mean) / temperature;
}

Array zero(const Array& y, const Array&, std::size_t, real) {
  return zeros(y.shape());
}

Array diagonal_only(const Array& y, const Array& dy, std::size_t,
                    real temperature) {
  return dy * y * (1 - y) / temperature;
}

Array others_only(const Array& y, const Array& dy, std::size_t axis,
                  real temperature) {
  return y * (y * dy - sum_over(y * dy, axis)) / temperature;
}

Array others_added(const Array& y, const Array& dy, std::size_t axis,
                   real temperature) {
  return y * (dy * (1 - 2 * y) + sum_over(y * dy, axis)) / temperature;
}

Array no_mean(const Array& y, const Array& dy, std::size_t, real temperature) {
  return y * dy / temperature;
}

Array plain_mean(const Array& y, const Array& dy, std::size_t axis,
                 real temperature) {
  return y * (dy - sum_over(dy, axis) / real(y.shape(axis))) / temperature;
}

Array plain_sum(const Array& y, const Array& dy, std::size_t axis,
                real temperature) {
  return y * (dy - sum_over(dy, axis)) / temperature;
}

Array mean_of_products(const Array& y, const Array& dy, std::size_t axis,
                       real temperature) {
  return y * (dy - sum_over(y * dy, axis) / real(y.shape(axis))) / temperature;
}

Array y_missing(const Array& y, const Array& dy, std::size_t axis,
                real temperature) {
  return (dy - sum_over(y * dy, axis)) / temperature;
}

Array opposite(const Array& y, const Array& dy, std::size_t axis,
               real temperature) {
  return -along(y, dy, axis) / temperature;
}

Array log_softmax(const Array& y, const Array& dy, std::size_t axis,
                  real temperature) {
  return (dy - y * sum_over(dy, axis)) / temperature;
}

Array softmax_again(const Array& y, const Array& dy, std::size_t axis,
                    real temperature) {
  const Array e = xt::exp(y / temperature);
  return along(e / sum_over(e, axis), dy, axis) / temperature;
}

Array y_squared(const Array& y, const Array& dy, std::size_t axis,
                real temperature) {
  return y * y * (dy - sum_over(y * dy, axis)) / temperature;
}

// The slope of y_i with respect to x_j and that of y_j with respect to x_i are
// the same only as long as both factors belong to the same pair.
Array wrong_factor(const Array& y, const Array& dy, std::size_t axis,
                   real temperature) {
  return (y * dy - sum_over(y * y * dy, axis)) / temperature;
}

Array in_float(const Array& y, const Array& dy, std::size_t axis,
               real temperature) {
  const xt::xarray<float> narrow_y = y, narrow_dy = dy;
  const xt::xarray<float> products = narrow_y * narrow_dy;
  const xt::xarray<float> mean = xt::sum(products, {axis}, xt::keep_dims);
  const xt::xarray<float> dx = narrow_y * (narrow_dy - mean);
  return dx / temperature;
}

Array as_in_the_lesson(const Array& y, const Array& dy, std::size_t, real) {
  return along(y, dy, last_of(y));
}

// A temperature that is put in once more.
Array softened_again(const Array& y, const Array& dy, std::size_t axis,
                     real temperature) {
  const Array power = xt::pow(y, 1 / temperature);
  const Array sums = sum_over(power, axis);
  return along(power / sums, dy, axis) / temperature;
}

Array small_is_zero(const Array& y, const Array& dy, std::size_t axis,
                    real temperature) {
  Array dx = along(y, dy, axis) / temperature;
  for (real& x : dx)
    if (std::fabs(x) < 1e-7) x = 0;
  return dx;
}

Array matrix_only(const Array& y, const Array& dy, std::size_t axis,
                  real temperature) {
  if (y.dimension() != 2) return zeros(y.shape());
  return along(y, dy, axis) / temperature;
}

Array mean_in_float(const Array& y, const Array& dy, std::size_t axis,
                    real temperature) {
  const xt::xarray<float> mean = sum_over(y * dy, axis);
  return y * (dy - mean) / temperature;
}

Array whole_temperature(const Array& y, const Array& dy, std::size_t axis,
                        real temperature) {
  const real whole = std::floor(temperature);
  return along(y, dy, axis) / whole;
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"not-divided",
       "the temperature plays no part. x was divided by it, so whatever comes "
       "back to x is divided by it, too",
       {not_divided}},
      {"multiplied",
       "you multiply by the temperature. On the way forward x was divided by "
       "it, and so is its slope",
       {multiplied}},
      {"divided-twice",
       "you divide by the temperature twice; x was divided by it once",
       {divided_twice}},
      {"only-dy-divided",
       "only dy is divided by the temperature, and the average is not: it goes "
       "for the whole difference",
       {only_dy_divided}},
      {"only-mean-divided",
       "only the average is divided by the temperature: it goes for the whole "
       "difference",
       {only_mean_divided}},
      {"last-axis",
       "you go along the last axis, as the lesson does; here the axis is an "
       "argument",
       {last_axis}},
      {"first-axis",
       "you go along the first axis, whatever `axis` says",
       {first_axis}},
      {"second-axis",
       "you go along axis 1, whatever `axis` says",
       {second_axis}},
      {"axis-from-end",
       "you count the axes from the end; axis 0 is the first one",
       {axis_from_end}},
      {"other-axes",
       "you sum over all axes but the one that is asked for: the weights along "
       "`axis` compete, so the sum goes along it",
       {other_axes}},
      {"whole-array",
       "y dy is summed over the whole array; each group along the axis has a "
       "sum of its own",
       {whole_array}},
      {"axis-lost",
       "the sum has lost its axis: kept with size 1 it fits y again; without, "
       "it is lined up with the last axes of y",
       {axis_lost}},
      {"zeros",
       "all of dx is 0; that is right only if dy is the same for a whole group",
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
       "the slopes of the others have the wrong sign: raise one x, and all "
       "other y shrink",
       {others_added}},
      {"no-mean",
       "nothing is subtracted from dy; what counts is how much more than the "
       "average of its group an entry is wanted",
       {no_mean}},
      {"plain-mean",
       "you subtract the plain mean of dy; the average is weighted by y",
       {plain_mean}},
      {"plain-sum",
       "you subtract the plain sum of dy; each dy is weighted by its y first",
       {plain_sum}},
      {"mean-of-products",
       "you subtract the mean of y dy. It is the sum: the y of a group add up "
       "to 1 already",
       {mean_of_products}},
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
      {"wrong-factor",
       "the slope of y_j with respect to x_i is y_j (d_ij - y_i), where d_ij "
       "is 1 if i = j and 0 otherwise; you have y_j (d_ij - y_j)",
       {wrong_factor}},
      {"in-float",
       "somewhere on the way you compute in float, with about 7 digits: write "
       "real or Array, which are double in a check",
       {in_float}},
      {"as-in-the-lesson",
       "you go along the last axis and leave the temperature out, as the "
       "lesson "
       "does; here both are arguments",
       {as_in_the_lesson}},
      {"softened-again",
       "you put the temperature into y once more; y has it already",
       {softened_again}},
      {"small-is-zero",
       "you take small gradients for 0; they may be all that there is",
       {small_is_zero}},
      {"matrix-only",
       "only a matrix gets a gradient; y may have any number of axes",
       {matrix_only}},
      {"mean-in-float",
       "the sum of y dy is kept in float, with about 7 digits: write real or "
       "Array, which are double in a check",
       {mean_in_float}},
      {"whole-temperature",
       "the temperature has lost its decimals: somewhere it is kept in an "
       "integer",
       {whole_temperature}},
  };
  return all;
}
