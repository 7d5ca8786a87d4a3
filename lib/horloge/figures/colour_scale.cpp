#include "horloge/figures/colour_scale.h"

#include <fmt/format.h>

#include <cmath>

#include "horloge/core/error.h"
#include "horloge/figures/drawing_text.h"

namespace horloge {
namespace {

SpanFinder finder_of(const Array& values, double low, double high) {
  SpanFinder finder;
  if (low < high) {
    finder.add(low);
    finder.add(high);
  } else {
    for (const real value : values) finder.add(value);
  }
  return finder;
}

bool is_symmetric(const Span& span) {
  return std::abs(span.low + span.high) <= 1e-9 * (span.high - span.low);
}

}  // namespace

ColourScale::ColourScale(const Array& values, double low, double high, const Canvas& canvas) {
  if (!is_drawable(low) || !is_drawable(high) || low > high)
    throw ValueError(fmt::format(
        "[draw] a colour scale needs finite low <= high, got low {} and high {}", low, high));
  const SpanFinder finder = finder_of(values, low, high);
  span_ = finder.span();
  only_ = finder.only();
  ramp_ =
      is_symmetric(span_) && !only_ ? diverging_ramp(canvas.utf8) : sequential_ramp(canvas.utf8);
}

std::string ColourScale::text(const Canvas& canvas) const {
  if (only_) return plain_text("every value is " + short_number(*only_), canvas);
  const std::string low = short_number(span_.low) + " ";
  const std::string high = " " + short_number(span_.high);
  const std::size_t steps = canvas.colour ? ramp_.colours.size() : ramp_.characters.size();
  if (low.size() + high.size() + steps > canvas.width) return plain_text(low + "to" + high, canvas);
  const std::size_t step_width = low.size() + high.size() + 2 * steps > canvas.width ? 1 : 2;
  Screen screen(1, canvas.width);
  screen.put(0, 0, low);
  std::size_t column = low.size();
  for (std::size_t i = 0; i < steps; ++i)
    for (std::size_t n = 0; n < step_width; ++n, ++column)
      if (canvas.colour)
        screen.put(0, column, " ", {Ink::none, ramp_.colours[i]});
      else
        screen.put(0, column, ramp_.characters[i]);
  screen.put(0, column, high);
  return screen.text(canvas.colour);
}

}  // namespace horloge
