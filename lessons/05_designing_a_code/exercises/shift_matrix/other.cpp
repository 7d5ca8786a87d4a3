// Cosines only: a sine is a cosine a quarter of a turn later.

#include "exercises/shift_matrix/answer.h"

using namespace horloge;

Array shift_matrix(double phi, std::size_t d_model) {
  if (d_model & 1) throw ValueError("odd");
  const double quarter = std::acos(0.0);
  Array M = Array::from_shape({d_model, d_model});
  for (std::size_t row = 0; row < d_model; ++row)
    for (std::size_t column = 0; column < d_model; ++column) {
      const double exponent = double(row - row % 2) / double(d_model);
      const double angle = std::exp(-std::log(10000.0) * exponent) * phi;
      const double late = double(row) - double(column);
      const bool same_pair = row / 2 == column / 2;
      M(row, column) = same_pair ? std::cos(angle + late * quarter) : 0;
    }
  return M;
}
