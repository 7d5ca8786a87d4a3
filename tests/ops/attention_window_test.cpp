// Windows, and what no query of a block sees.

#include "horloge/ops/attention.h"
#include "support/gradients.h"
#include "support/masks.h"

namespace horloge {
namespace {

// What none of 64 neighbouring queries sees is not even read: not the keys before their windows,
// and not those that a mask hides from all of them.
TEST(Attention, DoesNotReadWhatABlockDoesNotSee) {
  constexpr std::size_t T = 300, K = 4;
  AttentionOptions window, band;
  window.is_causal = true;
  window.window = 10;
  band.mask = test::band_mask(T, 10);
  for (const AttentionOptions& options : {window, band}) {
    Array rubbish = Rng(2).normal({1, 1, T, K});
    for (std::size_t t = 0; t < 40; ++t) rubbish(0, 0, t, 0) = std::nan("");
    const Tensor q = leaf({1, 1, T, K}, 1), k(rubbish, true), v(rubbish, true);
    const Tensor y = scaled_dot_product_attention(q, k, v, options);
    y.backward(Rng(4).normal(y.shape()));
    for (std::size_t t = 64; t < T; ++t) {
      EXPECT_TRUE(std::isfinite(y.array()(0, 0, t, 0))) << t;
      EXPECT_TRUE(std::isfinite(q.grad()(0, 0, t, 0))) << t;
    }
    for (std::size_t t = 128; t < T; ++t) {
      EXPECT_TRUE(std::isfinite(k.grad()(0, 0, t, 0))) << t;
      EXPECT_TRUE(std::isfinite(v.grad()(0, 0, t, 0))) << t;
    }
  }
}

}  // namespace
}  // namespace horloge
