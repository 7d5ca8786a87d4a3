#include "horloge/figures/palette.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace horloge {
namespace {

// Each has a luminance of 0.1 to 0.3: a contrast ratio of at least 3 to black and to white.
constexpr std::array<int, 8> series_colours{33, 166, 28, 134, 160, 30, 136, 198};

constexpr char series_marks[] = "*ox+#@%&abcdefghijklmnpqrstuvwyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

const std::vector<int> sequential{53, 54, 61, 31, 36, 71, 113, 149, 185, 227};
const std::vector<int> diverging{18, 25, 32, 74, 117, 189, 255, 224, 217, 210, 203, 160, 88};

}  // namespace

int series_colour(std::size_t n) { return series_colours[n % series_colours.size()]; }

char series_mark(std::size_t n) { return series_marks[n % (sizeof(series_marks) - 1)]; }

const Ramp& sequential_ramp(bool utf8) {
  static const Ramp blocks{sequential, {" ", "·", "░", "▒", "▓", "█"}};
  static const Ramp ascii{sequential, {" ", ".", ":", "-", "=", "+", "*", "#", "%", "@"}};
  return utf8 ? blocks : ascii;
}

const Ramp& diverging_ramp(bool utf8) {
  static const Ramp blocks{diverging, {"≡", "=", "-", "·", " ", "░", "▒", "▓", "█"}};
  static const Ramp ascii{diverging, {"=", "~", "-", " ", "+", "*", "#"}};
  return utf8 ? blocks : ascii;
}

std::size_t ramp_step(double place, std::size_t count) {
  // A value on the border of two steps falls on the outer one, whichever way it was rounded.
  constexpr double nudge = 1e-5;
  const double half = 0.5 * static_cast<double>(count - 1);
  const double from_middle = (std::clamp(place, 0.0, 1.0) - 0.5) * 2 * half;
  const double outward = from_middle < -nudge ? -nudge : nudge;
  const double step = std::round(from_middle + half + outward);
  return static_cast<std::size_t>(std::clamp(step, 0.0, 2 * half));
}

}  // namespace horloge
