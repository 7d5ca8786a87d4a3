// All words at once, then all positions, and the scale by a power.

#include "exercises/input_embedding/answer.h"

using namespace horloge;

Array input_embedding(const Ids& ids, const Array& matrix,
                      const Array& positions) {
  const std::size_t T = ids.shape(1);
  if (positions.shape(0) < T) throw IndexError("too long");
  for (const std::int64_t id : ids)
    if (id < 0 || static_cast<std::size_t>(id) >= matrix.shape(0))
      throw IndexError("no such word");
  Array x = zeros({ids.shape(0), T, matrix.shape(1)});
  for (std::size_t n = 0; n < x.size(); ++n) {
    const std::size_t word = n / x.shape(2), j = n % x.shape(2);
    x.data()[n] = matrix(ids.data()[word], j) *
                  std::pow(static_cast<real>(x.shape(2)), real(0.5));
  }
  const Array first = xt::view(positions, xt::range(0, T));
  x += first;
  return x;
}
