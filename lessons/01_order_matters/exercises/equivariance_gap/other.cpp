// Number by number.

#include "exercises/equivariance_gap/answer.h"

using namespace horloge;

double equivariance_gap(const std::function<Array(const Array&)>& f,
                        const Array& x, const std::vector<std::size_t>& order) {
  Array shuffled = x;
  for (std::size_t t = 0; t < x.shape(0); ++t)
    for (std::size_t j = 0; j < x.shape(1); ++j)
      shuffled(t, j) = x(order[t], j);
  const Array y = f(x), z = f(shuffled);
  double gap = 0;
  for (std::size_t t = 0; t < y.shape(0); ++t)
    for (std::size_t j = 0; j < y.shape(1); ++j) {
      const double difference = z(t, j) - y(order[t], j);
      gap = std::max(gap, std::fabs(difference));
    }
  return gap;
}
