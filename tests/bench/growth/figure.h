#pragma once

#include <string>
#include <vector>

#include "bench/growth/series.h"

namespace bench {

/// Time and memory of measured series as an SVG picture: both axes are logarithmic, so what grows
/// in proportion runs along the dotted lines. It has colours for light pages and for dark ones.
std::string figure(const std::vector<Series>& all);

}  // namespace bench
