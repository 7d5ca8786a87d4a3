// Without a mask: before and after, and two ways to tell them apart.

#include <memory>
#include <numeric>
#include <utility>

#include "course/stage/lesson.h"
#include "exercises/head_slopes/answer.h"
#include "horloge/nn/attention.h"
#include "horloge/nn/position/by_name.h"
#include "numpy_style.h"
#include "task.h"

using namespace horloge;

// Step: read_backwards
// Fold: in_order, the rows of x in another order
Tensor in_order(const Tensor& x, const std::vector<std::size_t>& order) {
  Array y = x.array();
  for (std::size_t t = 0; t < order.size(); ++t)
    xt::view(y, 0, t) = xt::view(x.array(), 0, order[t]);
  return Tensor(y);
}

// End fold
// 0 if tokens in another order have the same outputs, in that order.
double what_order_changes(const MultiHeadAttention& attention,
                          const PositionScheme& scheme, const Tensor& words,
                          const AttentionMasks& masks,
                          const std::vector<std::size_t>& order) {
  const std::size_t T = words.shape()[1];
  const AttentionPositions at = consecutive_positions(T, T);
  const auto attend = [&](const Tensor& x) {
    const PositionContext positions(scheme, at);
    return attention(scheme.embed(x, at.queries), positions, masks);
  };
  return largest_difference(attend(in_order(words, order)).array(),
                            in_order(attend(words), order).array());
}

// Fold: eight tokens, backwards and in some other order, under four schemes
void read_backwards(Page& page) {
  constexpr std::size_t T = 8;
  Rng rng(page.seed() + 1);
  const MultiHeadAttention attention(32, 4, rng);
  const Tensor words(rng.normal({1, T, 32}));
  std::vector<std::size_t> backwards(T), mixed = {3, 0, 6, 1, 7, 2, 5, 4};
  std::iota(backwards.rbegin(), backwards.rend(), 0);
  const NoGrad no_grad;
  page.print("{:<28}{:>12}{:>14}\n", "the outputs differ by", "backwards",
             "mixed up");
  for (const auto& [name, causal] : {std::pair{"none", false},
                                     {"sinusoidal", false},
                                     {"rotary", false},
                                     {"alibi", false},
                                     {"alibi", true}}) {
    const Scheme scheme = scheme_of(name, 1);
    const auto masks = causal ? AttentionMasks::causal() : AttentionMasks();
    page.print("{:<28}{:12.6f}{:14.6f}\n",
               fmt::format("  {}{}", name, causal ? ", causal" : ""),
               what_order_changes(attention, *scheme, words, masks, backwards),
               what_order_changes(attention, *scheme, words, masks, mixed));
  }
}

// Step: two_sides
// Every second head sees what stands before, the others what comes after.
class TwoSides : public PositionScheme {
 public:
  explicit TwoSides(std::size_t num_heads)
      : slopes(head_slopes(num_heads, 8)) {}
  Tensor bias(const AttentionPositions& at) const override {
    const Ids relative = relative_positions(at);  // (T, S), keys minus queries
    const std::size_t H = slopes.size(), n = relative.size();
    Array bias = Array::from_shape({H, n});
    for (std::size_t h = 0; h < H; ++h)
      for (std::size_t i = 0; i < n; ++i) {
        const auto ahead = real(relative.data()[i]);
        const bool sees = h % 2 == 0 ? ahead <= 0 : ahead >= 0;
        bias(h, i) = sees ? -slopes(h) * std::abs(ahead) : real(-1e9);
      }
    return Tensor(bias.reshape({H, relative.shape(0), relative.shape(1)}));
  }
  Array slopes;
};

// Fold: trains with it, and with a token that marks the beginning
void two_sides(Page& page) {
  Trial two_sides = trial("alibi", false), marked = trial("alibi", false);
  two_sides.name = "  heads for each side";
  two_sides.scheme = [](std::uint64_t) {
    return std::make_shared<TwoSides>(SmallModel::num_heads);
  };
  marked.name = "  alibi, first marked";
  marked.marked = true;
  print_lengths(page);
  page.print("every token sees every token\n");
  try_all(page, {trial("alibi", false), two_sides, marked}, 5);
}
