// A table of distances for each matrix, from products.

#include "exercises/experiment_other_seeds/answer.h"

using namespace horloge;

double my_guess() { return 0; }

static std::vector<std::size_t> all_nearest(const Array& x) {
  Array centred = x;
  const Array mean = xt::mean(x, {0});
  centred -= mean;  // far from 0, products would round
  const Array squares = xt::sum(centred * centred, {1}, xt::keep_dims);
  Array distances = squares + xt::transpose(squares) -
                    2 * xt::linalg::dot(centred, xt::transpose(centred));
  std::vector<std::size_t> nearest;
  for (std::size_t n = 0; n < x.shape(0); ++n) {
    distances(n, n) = HUGE_VAL;
    nearest.push_back(xt::argmin(xt::row(distances, n))());
  }
  return nearest;
}

double kept_neighbours(const Array& a, const Array& b) {
  const auto of_a = all_nearest(a), of_b = all_nearest(b);
  double kept = 0;
  for (std::size_t n = 0; n < of_a.size(); ++n)
    kept += of_a[n] == of_b[n] ? 1.0 / double(of_a.size()) : 0;
  return kept;
}

Meaning what_it_means() { return Meaning::same_luck; }
