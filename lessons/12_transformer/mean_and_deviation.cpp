#include "mean_and_deviation.h"

#include <fmt/format.h>

#include <cmath>

std::string mean_and_deviation(const std::vector<double>& numbers,
                               std::size_t first, std::size_t count) {
  double mean = 0, squares = 0;
  for (std::size_t i = first; i < first + count; ++i)
    mean += numbers[i] / double(count);
  for (std::size_t i = first; i < first + count; ++i)
    squares += (numbers[i] - mean) * (numbers[i] - mean) / double(count);
  return fmt::format("{:5.2f} ± {:4.2f}", mean, std::sqrt(squares));
}
