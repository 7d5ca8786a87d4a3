// Row by row.

#include "exercises/to_halves/answer.h"

using namespace horloge;

static Array moved(const Array& w, std::size_t H, bool to_halves) {
  const std::size_t rows = w.shape(0);
  if (H == 0 || rows % (2 * H) != 0) throw ValueError("no");
  const std::size_t K = rows / H;
  Array y = w;
  for (std::size_t h = 0; h < H; ++h)
    for (std::size_t j = 0; j < K / 2; ++j)
      for (const std::size_t side : {0, 1}) {
        const std::size_t neighbour = h * K + 2 * j + side;
        const std::size_t half = h * K + side * (K / 2) + j;
        if (to_halves)
          xt::view(y, half) = xt::view(w, neighbour);
        else
          xt::view(y, neighbour) = xt::view(w, half);
      }
  return y;
}

Array to_halves(const Array& w, std::size_t num_heads) {
  return moved(w, num_heads, true);
}

Array to_interleaved(const Array& w, std::size_t num_heads) {
  return moved(w, num_heads, false);
}
