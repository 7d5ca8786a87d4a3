#include "course/models/rate.h"

#include <fmt/format.h>

#include <cmath>

namespace models {
namespace {

std::string duration(double seconds) {
  const long s = std::lround(seconds);
  return s < 60 ? fmt::format("{} s", s)
                : fmt::format("{} min {:02} s", s / 60, s % 60);
}

}  // namespace

std::string rate(std::size_t done, double seconds) {
  if (seconds <= 0) return "";
  const double speed = static_cast<double>(done) / seconds;
  return fmt::format("{:.{}f} a second", speed, speed < 10 ? 1 : 0);
}

std::string progress_line(std::size_t done, std::size_t count,
                          const std::string& what, double seconds) {
  const double left =
      seconds * static_cast<double>(count - done) / static_cast<double>(done);
  return fmt::format("{} of {} {}, {} left, {}", done, count, what,
                     duration(left), rate(done, seconds));
}

}  // namespace models
