#pragma once

#include <optional>
#include <string>

#include "horloge/core/array.h"
#include "horloge/view/axis.h"
#include "horloge/view/palette.h"
#include "horloge/view/screen.h"
#include "horloge/view/terminal.h"

namespace horloge {

/// How the numbers of a heat map are shown.
class ColourScale {
 public:
  /// From `low` to `high`, or over the numbers if both are the same.
  ColourScale(const Array& values, double low, double high, const Canvas& canvas);

  int colour(double value) const { return ramp_.colours[step(value, ramp_.colours.size())]; }
  /// For a canvas without colours.
  const std::string& character(double value) const {
    return ramp_.characters[step(value, ramp_.characters.size())];
  }

  /// The scale as a line: its low end, the steps, its high end.
  std::string text(const Canvas& canvas) const;

 private:
  std::size_t step(double value, std::size_t count) const {
    return ramp_step(span_.place(value), count);
  }

  Span span_;
  std::optional<double> only_;  // the numbers are all the same
  Ramp ramp_;
};

}  // namespace horloge
