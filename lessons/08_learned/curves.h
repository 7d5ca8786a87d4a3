#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "course/stage/page.h"

/// What a curve shows: a number for each x, with a seed for what is random.
struct Curve {
  std::string name;
  std::function<std::vector<double>(std::uint64_t seed)> of_seed;
};

struct Axes {
  std::string x_label, y_label;
  std::vector<double> x;
  double y_low = 0, y_high = 0;  ///< of the picture; equal: as the curves need
  int digits = 0;                ///< behind the point, in the table
  std::size_t every = 1;         ///< the table has every so many of the x
};

/// Computes all curves for so many seeds each, side by side, and shows their
/// means: as a table and as a picture. -> the means of each curve
std::vector<std::vector<double>> show_means(stage::Page& page, const Axes& axes,
                                            const std::vector<Curve>& curves,
                                            std::size_t seeds);
