#include "horloge/figures/axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace horloge {
namespace {

// The least of 1, 2, 5, 10, 20 … times a power of ten that is no smaller than `least`.
double round_step(double least) {
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double digit : {1.0, 2.0, 5.0})
    if (digit * power >= least * (1 - 1e-9)) return digit * power;
  return 10 * power;
}

std::string tick_label(double value, double step) {
  const double largest = std::max(std::abs(value), step);
  const int decimals = std::max(0, static_cast<int>(-std::floor(std::log10(step) + 1e-9)));
  if (largest >= 1e6 || decimals > 4) return fmt::format("{:.4g}", value);
  return fmt::format("{:.{}f}", value, decimals);
}

std::vector<Tick> ticks_by(Span span, double step) {
  std::vector<Tick> result;
  const double slack = 1e-6 * (span.high - span.low);
  for (double n = std::ceil((span.low - slack) / step); n * step <= span.high + slack; ++n) {
    const double value = n == 0 ? 0.0 : n * step;  // no negative zero
    result.push_back({value, tick_label(value, step)});
  }
  return result;
}

}  // namespace

bool is_drawable(double value) { return std::abs(value) < 1e300; }

void SpanFinder::add(double value) {
  if (!is_drawable(value)) return;
  low_ = empty_ ? value : std::min(low_, value);
  high_ = empty_ ? value : std::max(high_, value);
  empty_ = false;
}

Span SpanFinder::span() const {
  if (empty_) return {};
  // A span as narrow as rounding counts as a single number.
  const double largest = std::max(std::abs(low_), std::abs(high_));
  if (high_ - low_ > 1e-9 * largest) return {low_, high_};
  const double room = largest == 0 ? 1 : 0.5 * largest;
  return {low_ - room, high_ + room};
}

std::optional<double> SpanFinder::only() const {
  if (empty_ || low_ < high_) return {};
  return low_;
}

std::vector<Tick> ticks(Span span, std::size_t most) {
  most = std::max<std::size_t>(most, 1);
  double step = round_step((span.high - span.low) / static_cast<double>(most + 1));
  std::vector<Tick> result = ticks_by(span, step);
  while (result.size() > most) {
    step = round_step(step * 1.5);
    result = ticks_by(span, step);
  }
  return result;
}

std::string short_number(double value) { return fmt::format("{:.3g}", value == 0 ? 0.0 : value); }

}  // namespace horloge
