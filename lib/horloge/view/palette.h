#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace horloge {

/// The colour of the n-th curve or group, of the terminal's 256: all are dark enough for a white
/// background and light enough for a black one.
int series_colour(std::size_t n);

/// The character of the n-th curve or group where colours alone would not do.
char series_mark(std::size_t n);

/// Colours, and characters that stand for them, from the low end of a scale to its high end.
struct Ramp {
  std::vector<int> colours;
  std::vector<std::string> characters;
};

/// For scales from less to more.
const Ramp& sequential_ramp(bool utf8);

/// For scales that reach as far below zero as above, with the neutral in the middle: blue to red,
/// and characters that tell the signs apart.
const Ramp& diverging_ramp(bool utf8);

/// Which of `count` steps a place on a scale falls on; 0 is its low end, 1 its high end.
std::size_t ramp_step(double place, std::size_t count);

}  // namespace horloge
