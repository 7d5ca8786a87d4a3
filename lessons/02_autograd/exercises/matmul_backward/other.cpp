// Number by number: each product of two numbers hands back to both.

#include "exercises/matmul_backward/answer.h"

using namespace horloge;

MatmulGradients matmul_backward(const Array& a, const Array& b,
                                const Array& dy) {
  MatmulGradients d{zeros(a.shape()), zeros(b.shape())};
  for (std::size_t i = 0; i < dy.shape(0); ++i)
    for (std::size_t j = 0; j < dy.shape(1); ++j)
      for (std::size_t l = 0; l < a.shape(1); ++l) {
        d.da(i, l) += dy(i, j) * b(l, j);
        d.db(l, j) += dy(i, j) * a(i, l);
      }
  return d;
}
