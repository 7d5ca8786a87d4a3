#include "tables.h"

#include <algorithm>
#include <cmath>

#include "horloge/core/xtensor.h"

using horloge::Array;

std::string numbers(const Array& row, int precision, int width) {
  std::string text;
  for (const double x : row) {
    const std::string number =
        std::isnan(x) ? "nan" : fmt::format("{:.{}f}", x, precision);
    text += fmt::format("{:>{}}", number, width > 0 ? width : precision + 4);
  }
  return text;
}

horloge::HeatMap attention_map(const std::string& title, const Array& weights,
                               const std::vector<std::string>& queries,
                               const std::vector<std::string>& keys) {
  horloge::HeatMap map;
  map.title = title;
  map.x_label = "is looked at";
  map.y_label = "looks";
  map.values = weights;
  map.high = 1;
  map.row_names = queries;
  map.column_names = keys;
  return map;
}

std::string point(const Array& points, std::size_t i) {
  return fmt::format("({:5.2f} {:5.2f})", points(i, 0), points(i, 1));
}

double median(const Array& values) {
  std::vector<double> sorted(values.begin(), values.end());
  const auto middle =
      sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  return *middle;
}

double largest(const Array& values) { return xt::amax(values)(); }
