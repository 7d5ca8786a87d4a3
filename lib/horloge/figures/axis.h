#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace horloge {

/// The range of an axis or a colour scale; low < high.
struct Span {
  double low = 0;
  double high = 1;

  /// 0 at the low end, 1 at the high end.
  double place(double value) const { return (value - low) / (high - low); }
};

/// Whether a number can be drawn: not NaN, not infinite, and not so large that differences
/// overflow.
bool is_drawable(double value);

/// Collects numbers and finds the span that holds them. Skips those that cannot be drawn.
class SpanFinder {
 public:
  void add(double value);
  /// 0 to 1 without numbers; a margin on both sides of a single one.
  Span span() const;
  bool empty() const { return empty_; }
  /// The number, if all are equal.
  std::optional<double> only() const;

 private:
  bool empty_ = true;
  double low_ = 0;
  double high_ = 0;
};

/// A round number on an axis and its label.
struct Tick {
  double value = 0;
  std::string label;
};

/// At most `most` round numbers in a span, 1, 2 or 5 times a power of ten apart; at least two if
/// `most` allows it.
std::vector<Tick> ticks(Span span, std::size_t most);

/// A number to three significant digits, for the ends of a scale.
std::string short_number(double value);

}  // namespace horloge
