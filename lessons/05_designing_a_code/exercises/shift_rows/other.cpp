// A pair as a complex number, sine + i cosine: a turn is a product.

#include <complex>

#include "exercises/shift_rows/answer.h"

using namespace horloge;

Array shift_rows(const Array& rows, double k) {
  if (rows.shape(1) & 1) throw ValueError("odd");
  Array moved = rows;
  for (std::size_t n = 0; n < rows.size(); n += 2) {
    const std::size_t column = n % rows.shape(1);
    const double exponent = double(column) / double(rows.shape(1));
    const auto turn =
        std::polar(1.0, -std::exp(-std::log(10000.0) * exponent) * k);
    const auto pair = std::complex<double>(rows.data()[n], rows.data()[n + 1]);
    moved.data()[n] = (pair * turn).real();
    moved.data()[n + 1] = (pair * turn).imag();
  }
  return moved;
}
