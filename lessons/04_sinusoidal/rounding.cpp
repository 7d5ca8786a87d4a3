// What numbers of 32 bits do to the table, and what they do not.

#include <chrono>

#include "course/stage/lesson.h"
#include "numpy_style.h"

namespace {

// How long one call takes, on average, in microseconds.
template <class Work>
double microseconds(int times, Work work) {
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < times; ++i) work();
  const std::chrono::duration<double, std::micro> all =
      std::chrono::steady_clock::now() - start;
  return all.count() / times;
}

}  // namespace

// Step: log_trick
using Doubles = xt::xarray<double>;

Array inverse_divisors(std::size_t d_model) {
  const Doubles two_i = xt::arange<double>(0, d_model, 2);
  return xt::exp(two_i * (-std::log(10000.0) / double(d_model)));  // (D/2)
}

// Fold: prints the first and the last ones
void log_trick(Page& page) {
  for (const std::size_t d_model : {8, 512}) {
    const Array inverse = inverse_divisors(d_model);
    page.print("d_model {:3}: {:g}, {:g}, … {:g}\n", d_model, inverse(0),
               inverse(1), inverse(d_model / 2 - 1));
  }
}

// Step: trick_in_float
using Floats = xt::xarray<float>;

Floats by_power(std::size_t d_model) {
  const Floats two_i = xt::arange<float>(0, d_model, 2);
  return 1.0F / xt::pow(10000.0F, two_i / float(d_model));
}

Floats by_exp(std::size_t d_model) {
  const Floats two_i = xt::arange<float>(0, d_model, 2);
  return xt::exp(two_i * (-std::log(10000.0F) / float(d_model)));
}

Doubles exact(std::size_t d_model) {
  const Doubles two_i = xt::arange<double>(0, d_model, 2);
  return xt::pow(10000.0, -two_i / double(d_model));
}

// Fold: prints their errors, and what each costs
void trick_in_float(Page& page) {
  page.print("largest relative error   power     exponential\n");
  for (const std::size_t d_model : {64, 512, 768}) {
    const Doubles right = exact(d_model);
    page.print("d_model {:3}              {:.1e}   {:.1e}\n", d_model,
               xt::amax(xt::abs(by_power(d_model) / right - 1))(),
               xt::amax(xt::abs(by_exp(d_model) / right - 1))());
  }
  const auto power_time = microseconds(1000, [] { by_power(512); });
  const auto exp_time = microseconds(1000, [] { by_exp(512); });
  const auto table_time = microseconds(1, [] { sinusoidal_table(5000, 512); });
  page.print("256 divisors: {:.1f} µs, or {:.1f} µs by the exponential\n",
             power_time, exp_time);
  page.print("the table of 5000 positions: {:.0f} ms\n", table_time / 1000);
}

// Step: angle_in_float
template <class Angles>
double error_of(const Angles& angle, const Doubles& right) {
  const Floats sine = xt::sin(angle), cosine = xt::cos(angle);
  return std::max(xt::amax(xt::abs(sine - xt::sin(right)))(),
                  xt::amax(xt::abs(cosine - xt::cos(right)))());
}

// Fold: prints the errors from position to position
void angle_in_float(Page& page) {
  page.print("   pos   power     exponential   angle in double\n");
  for (const int pos : {10, 100, 1000, 10000, 100000}) {
    const Doubles right = pos * exact(512);
    const Floats power = float(pos) * by_power(512);
    const Floats exponential = float(pos) * by_exp(512);
    page.print("{:6}   {:.1e}   {:.1e}       {:.1e}\n", pos,
               error_of(power, right), error_of(exponential, right),
               error_of(right, right));
  }
}
