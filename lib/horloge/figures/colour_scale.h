#pragma once

#include <optional>
#include <string>

#include "horloge/core/array.h"
#include "horloge/figures/axis.h"
#include "horloge/figures/palette.h"
#include "horloge/figures/screen.h"
#include "horloge/figures/terminal.h"

namespace horloge {

/// Maps the numbers of a heat map to colours, or to characters.
class ColourScale {
 public:
  /// From `low` to `high`, or over the range of the values if both are equal. ValueError if low >
  /// high or one of them cannot be drawn.
  ColourScale(const Array& values, double low, double high, const Canvas& canvas);

  int colour(double value) const { return ramp_.colours[step(value, ramp_.colours.size())]; }
  /// On a canvas without colours.
  const std::string& character(double value) const {
    return ramp_.characters[step(value, ramp_.characters.size())];
  }

  /// The legend in one line: low end, steps, high end.
  std::string text(const Canvas& canvas) const;

 private:
  std::size_t step(double value, std::size_t count) const {
    return ramp_step(span_.place(value), count);
  }

  Span span_;
  std::optional<double> only_;  // if all values are equal
  Ramp ramp_;
};

}  // namespace horloge
