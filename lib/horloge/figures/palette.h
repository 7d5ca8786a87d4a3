#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace horloge {

/// The colour of the n-th curve or group, one of the terminal's 256. All are dark enough for a
/// white background and light enough for a black one.
int series_colour(std::size_t n);

/// The marker of the n-th curve or group, where colour alone would not do.
char series_mark(std::size_t n);

/// The colours of a scale from low to high, and characters for a canvas without colour.
struct Ramp {
  std::vector<int> colours;
  std::vector<std::string> characters;
};

/// For scales from little to much.
const Ramp& sequential_ramp(bool utf8);

/// For scales symmetric about zero: blue to red with a neutral middle, and different characters for
/// the two signs.
const Ramp& diverging_ramp(bool utf8);

/// Which of `count` steps a place on a scale falls on: `place` is 0 at the low end, 1 at the high
/// end.
std::size_t ramp_step(double place, std::size_t count);

}  // namespace horloge
