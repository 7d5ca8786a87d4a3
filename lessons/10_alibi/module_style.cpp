// The same with modules.

#include "common/modules.h"
#include "course/stage/lesson.h"
#include "exercises/alibi_attention/answer.h"
#include "exercises/head_slopes/answer.h"
#include "numpy_style.h"

using namespace horloge;

// Step: as_module
class Alibi : public Module {
 public:
  explicit Alibi(std::size_t num_heads)
      : slopes(buffer("slopes", head_slopes(num_heads, 8))) {}

  // What is added to the scores of queries (T) and keys (S), by where they
  // stand   -> (H, T, S)
  Tensor operator()(const Ids& queries, const Ids& keys) const {
    const std::size_t H = slopes.size(), T = queries.size(), S = keys.size();
    Array bias = Array::from_shape({H, T, S});
    for (std::size_t h = 0; h < H; ++h)
      for (std::size_t i = 0; i < T; ++i)
        for (std::size_t j = 0; j < S; ++j)
          bias(h, i, j) =
              -slopes.array()(h) * real(std::abs(queries(i) - keys(j)));
    return Tensor(bias);
  }

  Tensor slopes;  // (H), a buffer
};

// Fold: attends to six tokens: from 1000 on, and one query at a time
void as_module(Page& page) {
  constexpr std::size_t H = 8, T = 6, K = 16;
  Rng rng(page.seed() + 1);
  const Alibi alibi(H);
  const Tensor q(rng.normal({H, T, K})), k(rng.normal({H, T, K}));
  const Tensor v(rng.normal({H, T, K}));
  const auto output = [&](const Tensor& queries, const Ids& at,
                          const Ids& keys) {
    const auto before = std::ptrdiff_t(keys.size() - at.size());
    const auto masks =
        AttentionMasks::causal(before).with_bias(alibi(at, keys));
    return scaled_dot_product_attention(queries, k, v,
                                        AttentionOptions().with_masks(masks))
        .array();
  };
  const Array y = output(q, positions_from(0, T), positions_from(0, T));
  const Array on = output(q, positions_from(1000, T), positions_from(1000, T));
  const Tensor last = slice(q, {{}, {5, 6}});
  const Array one = output(last, positions_from(5, 1), positions_from(0, T));
  page.print("{} numbers to learn; a buffer of {} slopes\n\n",
             alibi.parameter_count(), alibi.slopes.size());
  page.print("the output differs\n");
  page.print("  1000 positions further on, by       {:.1e}\n",
             largest_difference(y, on));
  page.print("  the last query by itself, by        {:.1e}\n",
             largest_difference(xt::view(y, xt::all(), xt::range(5, 6)), one));
  const Array plain =
      scaled_dot_product_attention(
          q, k, v, AttentionOptions().with_masks(AttentionMasks::causal()))
          .array();
  page.print("  without the penalties, by           {:.2f}\n",
             largest_difference(y, plain));
}

// Step: same_with_modules
// Fold: attend, causal attention on arrays, head by head
Array attend(const Array& q, const Array& k, const Array& v,
             const Array& bias) {
  Array y = v;
  Array scores = bias;
  const double root = std::sqrt(double(q.shape(2)));
  for (std::size_t h = 0; h < q.shape(0); ++h) {
    const Array keys = xt::transpose(xt::view(k, h));
    const Array fit = xt::linalg::dot(xt::view(q, h), keys) / root;
    xt::view(scores, h) += fit;
  }
  const Array weights = row_weights(scores, Sees::past);
  for (std::size_t h = 0; h < q.shape(0); ++h)
    xt::view(y, h) = xt::linalg::dot(xt::view(weights, h), xt::view(v, h));
  return y;
}

// End fold
void same_with_modules(Page& page) {
  constexpr std::size_t H = 8, T = 100, K = 16;
  Rng rng(page.seed() + 1);
  const Tensor q(rng.normal({H, T, K})), k(rng.normal({H, T, K}));
  const Tensor v(rng.normal({H, T, K}));
  const Array slopes = power_slopes(H), bias = alibi_bias(slopes, T);
  const AlibiPositions library(H);
  const AttentionPositions at = consecutive_positions(T, T);
  const Array by_hand = attend(q.array(), k.array(), v.array(), bias);
  const auto masks = AttentionMasks::causal().with_bias(library.bias(at));
  const Array by_library = scaled_dot_product_attention(
                               q, k, v, AttentionOptions().with_masks(masks))
                               .array();
  const Array whole = alibi_attention(q, k, v, Tensor(slopes)).array();
  const Array last =
      alibi_attention(slice(q, {{}, {90, 100}}), k, v, Tensor(slopes)).array();
  // Fold: prints how they differ
  const auto print = [&](const std::string& what, const Array& a,
                         const Array& b) {
    page.print("{:<48}{:.1e}\n", what, largest_difference(a, b));
  };
  print("penalties by hand and by the library", bias, library.bias(at).array());
  print("the class of this lesson and the library",
        Alibi(H)(at.queries, at.keys).array(), library.bias(at).array());
  print("slopes of 112 heads, and the library's", head_slopes(112, 8),
        alibi_slopes(112));
  print("attention by hand and by the library", by_hand, by_library);
  print("alibi_attention", by_hand, whole);
  print("alibi_attention, the last 10 queries only",
        xt::view(by_hand, xt::all(), xt::range(90, 100)), last);
  // End fold
}
