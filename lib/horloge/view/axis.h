#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace horloge {

/// From the low end of an axis or a colour scale to its high end; low < high.
struct Span {
  double low = 0;
  double high = 1;

  /// 0 at the low end, 1 at the high end.
  double place(double value) const { return (value - low) / (high - low); }
};

/// Whether a number has a place in a drawing: NaN and infinity have none, nor has what is so large
/// that differences overflow.
bool is_drawable(double value);

/// Gathers numbers into the span that holds them.
class SpanFinder {
 public:
  void add(double value);
  /// 0 … 1 for no numbers, and some room around a single one.
  Span span() const;
  bool empty() const { return empty_; }
  /// The number, if there is only one.
  std::optional<double> only() const;

 private:
  bool empty_ = true;
  double low_ = 0;
  double high_ = 0;
};

/// A round number on an axis, and how it is written.
struct Tick {
  double value = 0;
  std::string label;
};

/// Round numbers in a span, 1, 2 or 5 times a power of ten apart, `most` of them or fewer; but two
/// of them unless `most` forbids it.
std::vector<Tick> ticks(Span span, std::size_t most);

/// A number in a few digits, for the ends of a scale.
std::string short_number(double value);

}  // namespace horloge
