#include "common/largest_difference.h"

#include "horloge/core/xtensor.h"

double largest_difference(const horloge::Array& a, const horloge::Array& b) {
  return double(xt::amax(xt::abs(a - b))());
}
