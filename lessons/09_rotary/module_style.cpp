// The same with modules.

#include "common/modules.h"
#include "course/stage/lesson.h"
#include "exercises/rotary_backward/answer.h"
#include "exercises/rotate_halves/answer.h"
#include "exercises/stretched_frequencies/answer.h"
#include "horloge/nn/heads.h"
#include "numpy_style.h"

using namespace horloge;

// Step: inside_attention
class Rotary : public Module {
 public:
  Rotary(std::size_t head_dim, std::size_t max_seq_len, double base = 10000) {
    const Doubles t = xt::arange<double>(double(max_seq_len));
    const Doubles angle = xt::linalg::outer(t, frequencies(head_dim, base));
    cos = buffer("cos", xt::cos(angle));  // (max_seq_len, K/2)
    sin = buffer("sin", xt::sin(angle));
  }

  // Queries or keys (B, H, T, K) at the positions from `first` on.
  Tensor operator()(const Tensor& x, std::ptrdiff_t first = 0) const {
    const auto last = first + std::ptrdiff_t(x.shape()[2]);
    const Tensor c = slice(cos, {{first, last}});
    const Tensor s = slice(sin, {{first, last}});
    const Tensor even = slice(x, {{}, {}, {}, {0, Range::end, 2}});
    const Tensor odd = slice(x, {{}, {}, {}, {1, Range::end, 2}});
    const Tensor y = stack({even * c - odd * s, even * s + odd * c}, -1);
    return reshape(y, x.shape());  // (B, H, T, K/2, 2) -> (B, H, T, K)
  }

  Tensor cos, sin;
};

// Fold: attends at the positions from 0 and from 1000 on
void inside_attention(Page& page) {
  Rng rng(page.seed() + 1);
  const Rotary rotary(16, 2000);
  const Tensor q(rng.normal({1, 2, 6, 16})), k(rng.normal({1, 2, 6, 16}));
  const Tensor v(rng.normal({1, 2, 6, 16}));
  const auto attend = [&](std::ptrdiff_t first, bool values_too) {
    return scaled_dot_product_attention(rotary(q, first), rotary(k, first),
                                        values_too ? rotary(v, first) : v)
        .array();
  };
  page.print("{} numbers to learn; buffers cos and sin {}\n\n",
             rotary.parameter_count(), to_string(rotary.cos.shape()));
  page.print("the output, when six tokens stand 1000 positions further on,\n");
  for (const bool values_too : {false, true})
    page.print(
        "{:<36} differs by {:.1e}\n",
        values_too ? "  values turned as well, a mistake:"
                   : "  queries and keys turned:",
        largest_difference(attend(0, values_too), attend(1000, values_too)));
  const Array plain = scaled_dot_product_attention(q, k, v).array();
  page.print("{:<36} {:.2f}\n", "what the turns change at all:",
             largest_difference(plain, attend(0, false)));
}

// Step: same_with_modules
void same_with_modules(Page& page) {
  constexpr std::size_t T = 100, K = 64;
  Rng rng(page.seed() + 1);
  const Array x = rng.normal({T, K}), dy = rng.normal({T, K});
  const Ids places = positions_from(7, T);
  const Array omega = frequencies(K);
  const auto library = [&](const Tensor& t, const RotaryOptions& options) {
    const RotaryPositions positions(K, options);
    return reshape(positions.rotate(reshape(t, {1, T, K}), places, T), {T, K});
  };
  const auto interleaved = RotaryOptions().with_pairing(Pairing::interleaved);
  const Tensor input(x, true);
  const Tensor y = library(input, interleaved);
  y.backward(dy);
  const Tensor in_heads = reshape(Tensor(x), {1, 1, T, K});
  const Array by_class = Rotary(K, 200)(in_heads, 7).array();
  const Array by_hand = rotate(x, places, frequencies(K));
  // Fold: prints the differences, and those of halves, gradients, stretching
  const auto print = [&](const std::string& what, const Array& a,
                         const Array& b) {
    page.print("{:<42}{:.1e}\n", what, largest_difference(a, b));
  };
  print("by hand and by the library", by_hand, y.array());
  print("the class above and the library", xt::view(by_class, 0, 0), y.array());
  print("halves", rotate_halves(x, places, K, 10000),
        library(Tensor(x), RotaryOptions()).array());
  print("halves, of 16 columns", rotate_halves(x, places, 16, 10000),
        library(Tensor(x), RotaryOptions().with_rotary_dim(16)).array());
  print("the gradient", rotary_backward(x, places, omega, dy).x, input.grad());

  RotaryScaling scaling;
  scaling.factor = 4;
  scaling.original_max_position_embeddings = 1024;
  const Stretch four{10000, 4, 1024, 1, 4};
  const auto stretched = [&](RotaryScalingKind kind, double factor) -> Array {
    scaling.kind = kind;
    scaling.factor = factor;
    const auto f = rotary_frequencies(K, 10000, scaling, 4 * 1024);
    return xt::adapt(f.inv_freq) / f.position_factor;
  };
  print("frequencies of interpolation", interpolated(K, four),
        stretched(RotaryScalingKind::linear, 4));
  print("those of NTK", ntk_aware(K, four),
        stretched(RotaryScalingKind::dynamic, 1));
  print("those by parts, as Llama 3.1 has them", by_parts(K, four),
        stretched(RotaryScalingKind::llama3, 4));
}
