#pragma once

#include <cmath>

namespace horloge::test {

/// The relative luminance (WCAG), 0 to 1, of a terminal's colour: of one of the 6 x 6 x 6 or of the
/// 24 greys behind them.
inline double luminance(int colour) {
  const auto linear = [](int level) {
    const double share = level / 255.0;
    return share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
  };
  if (colour >= 232) return linear(8 + 10 * (colour - 232));
  const auto level = [](int step) { return step == 0 ? 0 : 55 + 40 * step; };
  const int cube = colour - 16;
  return 0.2126 * linear(level(cube / 36)) + 0.7152 * linear(level(cube / 6 % 6)) +
         0.0722 * linear(level(cube % 6));
}

}  // namespace horloge::test
