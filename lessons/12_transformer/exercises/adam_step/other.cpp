// Number by number.

#include "exercises/adam_step/answer.h"

using namespace horloge;

void adam_step(Array& parameter, const Array& gradient, AdamState& state,
               double lr, double beta1, double beta2, double eps) {
  if (state.m.size() != parameter.size()) {
    state.m = zeros(parameter.shape());
    state.v = zeros(parameter.shape());
  }
  state.updates += 1;
  double left1 = 1, left2 = 1;  // what is left of the zeros at the beginning
  for (std::size_t t = 0; t < state.updates; ++t) {
    left1 *= beta1;
    left2 *= beta2;
  }
  for (std::size_t i = 0; i < parameter.size(); ++i) {
    const double g = gradient.data()[i];
    double& m = state.m.data()[i];
    double& v = state.v.data()[i];
    m += (1 - beta1) * (g - m);
    v += (1 - beta2) * (g * g - v);
    const double root = std::sqrt(v / (1 - left2));
    parameter.data()[i] -= lr / (1 - left1) * m / (root + eps);
  }
}
