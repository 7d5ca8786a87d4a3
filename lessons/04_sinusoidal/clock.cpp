// The pairs of the table as the hands of a clock.

#include "clock.h"

#include "course/stage/lesson.h"
#include "numpy_style.h"

using horloge::Lines;
using horloge::Scatter;

namespace {

constexpr double pi = 3.14159265358979323846;

}  // namespace

// Step: a_hand
Scatter dial(const Array& pe, std::size_t dim) {
  // Fold: names the axes
  Scatter dial;
  dial.title = fmt::format("dimensions {} and {}", dim, dim + 1);
  dial.x_label = "sin";
  dial.y_label = "cos";
  // End fold
  dial.points = xt::view(pe, xt::all(), xt::range(dim, dim + 2));  // (T, 2)
  for (std::size_t pos = 0; pos < pe.shape(0); ++pos)
    dial.names.push_back(std::to_string(pos));
  return dial;
}

void a_hand(Page& page) {
  const Array pe = sinusoidal_table(20, 8);
  Scatter fast = dial(pe, 0);
  fast.same_scale = true;
  page.show(fast);
  page.show(dial(pe, 4));  // looked at closely: it has hardly moved
}

// Step: sine_alone
void sine_alone(Page& page) {
  const Array pe = sinusoidal_table(20, 8);
  for (const std::size_t pos : {4, 18}) {
    const double sine = pe(pos, 0), cosine = pe(pos, 1);
    // Fold: prints both
    page.print("pos {:2}   sin {:6.3f}   cos {:6.3f}   length {:.6f}\n", pos,
               sine, cosine, std::hypot(sine, cosine));
    // End fold
  }
}

// Step: reading_the_clock
double hour(double sine, double cosine) {
  const double turn = std::atan2(sine, cosine) / (2 * pi);  // from the top
  return 12 * (turn < 0 ? turn + 1 : turn);
}

// Fold: reads four hands at some positions
void reading_the_clock(Page& page) {
  const Array pe = sinusoidal_table(6284, 8);
  page.print(" pos   pos / 1   pos / 10   pos / 100   pos / 1000\n");
  for (const std::size_t pos : {0, 1, 2, 3, 6, 44, 63, 628, 710, 6283}) {
    page.print("{:4}", pos);
    for (std::size_t i = 0; i < 4; ++i)
      page.print("{:{}.1f}", hour(pe(pos, 2 * i), pe(pos, 2 * i + 1)), 10 + i);
    page.print("\n");
  }
}

// Step: staircase
double divisor(std::size_t i, std::size_t d_model) {
  return std::pow(10000, 2.0 * double(i) / double(d_model));
}

// Fold: prints the ends of the stairs, and draws two of them
void staircase(Page& page) {
  Lines stairs;
  stairs.title = "divisors";
  stairs.x_label = "2i / d_model";
  stairs.y_label = "log10 of the divisor";
  stairs.stairs = true;
  for (const std::size_t d_model : {8, 64, 256, 512}) {
    const std::size_t pairs = d_model / 2;
    page.print("d_model {:3}   1 to {:4.0f}   {:3} steps, each times {:.4f}\n",
               d_model, divisor(pairs - 1, d_model), pairs,
               divisor(1, d_model));
    if (d_model > 64) continue;  // would look like a ramp
    Lines::Line line;
    line.name = fmt::format("d_model {}", d_model);
    for (std::size_t i = 0; i <= pairs; ++i) {
      line.x.push_back(double(i) / double(pairs));
      line.y.push_back(std::log10(divisor(std::min(i, pairs - 1), d_model)));
    }
    stairs.lines.push_back(line);
  }
  page.show(stairs);
}

// Step: wavelengths
void wavelengths(Page& page) {
  // Fold: prints the heading
  page.print("d_model    i = 0    i = 1   i = d/4    last i   over 100\n");
  // End fold
  for (const std::size_t d_model : {64, 128, 512}) {
    const std::size_t pairs = d_model / 2;
    const auto wavelength = [=](std::size_t i) {
      return 2 * pi * divisor(i, d_model);
    };
    std::size_t slow = 0;
    for (std::size_t i = 0; i < pairs; ++i) slow += wavelength(i) > 100;
    // Fold: prints a line
    page.print("{:7}   {:6.3f}   {:6.3f}   {:7.1f}   {:7.0f}   {:2.0f} %\n",
               d_model, wavelength(0), wavelength(1), wavelength(pairs / 2),
               wavelength(pairs - 1), 100 * double(slow) / double(pairs));
    // End fold
  }
  page.print("2 pi * 10000 = {:.0f}\n", 2 * pi * 10000);
}
