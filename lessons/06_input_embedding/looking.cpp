#include "looking.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "horloge/core/shape.h"
#include "horloge/projection/distances.h"

using namespace horloge;

Scatter points_of(const Array& points) {
  Scatter picture;
  picture.points = points;
  picture.names.resize(points.shape(0));
  return picture;
}

double nearest_to_mean(const Array& x) {
  const Array squares = squared_distances(x);
  const std::size_t N = x.shape(0);
  double sum = 0, nearest_sum = 0;
  for (std::size_t i = 0; i < N; ++i) {
    double nearest = HUGE_VAL;
    for (std::size_t j = 0; j < N; ++j) {
      if (j == i) continue;
      const double distance = std::sqrt(squares(i, j));
      sum += distance;
      nearest = std::min(nearest, distance);
    }
    nearest_sum += nearest;
  }
  return nearest_sum * static_cast<double>(N - 1) / sum;
}

double nearest_of_same_class(const Array& x,
                             const std::vector<std::size_t>& classes) {
  const std::size_t N = x.shape(0);
  const std::size_t D = x.shape(1);
  Array unit = x;
  for (std::size_t i = 0; i < N; ++i) {
    double squares = 0;
    for (std::size_t d = 0; d < D; ++d) squares += std::pow(x(i, d), 2);
    for (std::size_t d = 0; d < D; ++d)
      unit(i, d) /= static_cast<real>(std::sqrt(squares));
  }
  const Array distances = squared_distances(unit);
  double same = 0;
  for (std::size_t i = 0; i < N; ++i) {
    std::size_t nearest = i == 0 ? 1 : 0;
    for (std::size_t j = 0; j < N; ++j)
      if (j != i && distances(i, j) < distances(i, nearest)) nearest = j;
    same += classes[i] == classes[nearest] ? 1 : 0;
  }
  return same / static_cast<double>(N);
}

std::vector<std::size_t> largest_first(const Array& v, std::size_t count) {
  std::vector<std::size_t> order(v.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto end = order.begin() + static_cast<std::ptrdiff_t>(count);
  std::partial_sort(order.begin(), end, order.end(),
                    [&](std::size_t a, std::size_t b) { return v(a) > v(b); });
  order.resize(count);
  return order;
}

Ids largest_of_each_row(const Array& x) {
  Ids places = Ids::from_shape({x.shape(0)});
  const std::size_t C = x.shape(1);
  for (std::size_t n = 0; n < x.shape(0); ++n) {
    const real* row = x.data() + n * C;
    places(n) = std::max_element(row, row + C) - row;
  }
  return places;
}
