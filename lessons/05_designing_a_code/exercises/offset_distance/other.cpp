// A chord of the circle is twice the sine of half its angle.

#include "exercises/offset_distance/answer.h"

using namespace horloge;

double offset_distance(std::size_t offset, std::size_t d_model) {
  if (d_model % 2 == 1) throw ValueError("no");
  const Array pair = xt::arange<real>(0, d_model / 2);
  const Array w = xt::exp(-std::log(10000.0) * 2 * pair / real(d_model));
  const Array chord = 2 * xt::sin(real(offset) * w / 2);
  return std::sqrt(xt::sum(chord * chord)());
}
