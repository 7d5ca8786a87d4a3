// On whole arrays, and with the power.

#include "exercises/halves_rows/answer.h"

using namespace horloge;

Array halves_rows(const Ids& positions, std::size_t d_model, double base) {
  if (d_model % 2 == 1) throw ValueError("no");
  const std::size_t N = positions.size(), half = d_model / 2;
  xt::xarray<double> position = xt::cast<double>(positions);
  position.reshape({N, std::size_t{1}});
  const xt::xarray<double> i = xt::arange<double>(0, double(half));
  const xt::xarray<double> divisor = xt::pow(base, i / double(half));
  const xt::xarray<double> angle = position / divisor;  // (N, D/2)
  Array y = zeros({N, d_model});
  xt::view(y, xt::all(), xt::range(0, half)) = xt::sin(angle);
  xt::view(y, xt::all(), xt::range(half, d_model)) = xt::cos(angle);
  return y;
}
