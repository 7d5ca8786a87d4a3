// In complex numbers: y = x e^(i angle), so dx = dy e^(-i angle), and the angle
// gets the imaginary part of dx times the conjugate of x.

#include <complex>

#include "exercises/rotary_backward/answer.h"

using namespace horloge;

RotaryGradients rotary_backward(const Array& x, const Ids& positions,
                                const Array& omega, const Array& dy) {
  if (x.shape(1) / 2 != omega.size() || x.shape(1) % 2 != 0)
    throw ShapeError("no");
  RotaryGradients d{dy, Array(xt::zeros_like(omega))};
  for (std::size_t j = 0; j < omega.size(); ++j)
    for (std::size_t t = 0; t < x.shape(0); ++t) {
      using C = std::complex<double>;
      const auto m = double(positions(t));
      const C back =
          C(dy(t, 2 * j), dy(t, 2 * j + 1)) * std::polar(1.0, -m * omega(j));
      d.x(t, 2 * j) = back.real();
      d.x(t, 2 * j + 1) = back.imag();
      d.omega(j) +=
          m * (back * std::conj(C(x(t, 2 * j), x(t, 2 * j + 1)))).imag();
    }
  return d;
}
