// Number by number.

#include "exercises/split_qkv/answer.h"

using namespace horloge;

QueriesKeysValues split_qkv(const Array& x, std::size_t num_heads) {
  const std::size_t B = x.shape(0), T = x.shape(1), columns = x.shape(2);
  if (num_heads == 0 || columns % (3 * num_heads) != 0) throw ValueError("no");
  const std::size_t K = columns / (3 * num_heads);
  QueriesKeysValues all;
  for (Array* a : {&all.q, &all.k, &all.v}) *a = zeros({B, num_heads, T, K});
  for (std::size_t b = 0; b < B; ++b)
    for (std::size_t t = 0; t < T; ++t)
      for (std::size_t c = 0; c < columns; ++c) {
        const std::size_t part = c / K % 3;
        Array& to = part == 0 ? all.q : part == 1 ? all.k : all.v;
        to(b, c / (3 * K), t, c % K) = x(b, t, c);
      }
  return all;
}

Array split_qkv_backward(const QueriesKeysValues& d) {
  const std::size_t B = d.q.shape(0), H = d.q.shape(1), K = d.q.shape(3);
  Array dx = zeros({B, d.q.shape(2), 3 * H * K});
  std::size_t first = 0;
  for (std::size_t h = 0; h < H; ++h)
    for (const Array* part : {&d.q, &d.k, &d.v}) {
      xt::view(dx, xt::all(), xt::all(), xt::range(first, first + K)) =
          xt::view(*part, xt::all(), h);
      first += K;
    }
  return dx;
}
