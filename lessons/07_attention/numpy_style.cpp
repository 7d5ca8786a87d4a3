// From scratch on arrays, as one would write it with NumPy: scores, softmax,
// scale and masks.

#include "numpy_style.h"

#include <cmath>
#include <limits>

#include "exercises/masked_softmax/answer.h"
#include "exercises/window_mask/answer.h"
#include "horloge/core/linalg.h"
#include "horloge/core/rng.h"
#include "tables.h"

using horloge::Array;
using horloge::Mask;
using horloge::real;
using horloge::Rng;
using stage::Page;

// Step: who_fits_whom
const std::vector<std::string> words = {"the", "small", "mouse", "sees",
                                        "the", "big",   "cat"};

// Fold: one row of 0 and 1 for each word, its kind
// One column each: article, adjective, noun, verb.
Array what_they_are() {
  const std::vector<int> kinds = {0, 1, 2, 3, 0, 1, 2};
  const Array one_hot = xt::eye<real>(4);
  return xt::view(one_hot, xt::keep(kinds), xt::all());  // (T, 4)
}

// End fold
Array word_scores() {
  const Array Wq = {{0, 0, 2, 0},   // an article looks for a noun,
                    {0, 0, 3, 0},   // an adjective even more so,
                    {1, 2, 0, 0},   // a noun for what describes it,
                    {0, 0, 3, 0}};  // a verb for who and whom
  const Array k = what_they_are();
  const Array q = xt::linalg::dot(k, Wq);
  return xt::linalg::dot(q, xt::transpose(k));  // (T, T)
}

// Fold: prints one score, and all of them as a map
void who_fits_whom(Page& page) {
  const Array scores = word_scores();
  page.print("sees looks for  0 0 3 0\nmouse is        0 0 1 0\n");
  page.print("score           0·0 + 0·0 + 3·1 + 0·0 = {}\n\n", scores(3, 2));
  horloge::HeatMap map = attention_map("scores", scores, words, words);
  map.high = 3;
  page.show(map);
  const real mouse = scores(1, 2), cat = scores(1, 6);
  page.came_out(mouse > cat ? "mouse" : mouse < cat ? "cat" : "both the same");
}

// Step: softmax_by_hand
Array naive_softmax(const Array& scores) {
  const Array e = xt::exp(scores);
  const Array total = xt::sum(e, {1}, xt::keep_dims);
  return e / total;
}

Array softmax(const Array& scores) {
  const Array highest = xt::amax(scores, {1}, xt::keep_dims);
  return naive_softmax(scores - highest);
}

// Fold: prints the row of small, as it is and raised by 1000
void softmax_by_hand(Page& page) {
  const Array scores = word_scores();
  const Array small = xt::view(scores, xt::range(1, 2), xt::all());
  const Array raised = small + 1000;
  page.print("scores of small     {}\n", numbers(small, 0, 6));
  page.print("exp                 {}\n", numbers(xt::exp(small)));
  page.print("divided by the sum  {}\n\n", numbers(naive_softmax(small)));
  page.print("scores + 1000       {}\n", numbers(raised, 0, 6));
  page.print("exp                 {}\n", numbers(xt::exp(raised)));
  page.print("divided by the sum  {}\n", numbers(naive_softmax(raised)));
  page.print("maximum subtracted  {}\n\n", numbers(softmax(raised)));
  const Array sums = xt::sum(softmax(scores), {1});
  page.print("sums of all rows    {}\n", numbers(sums));
}

// Step: variance_of_scores
// Of the scores of 4,000 random pairs with K columns.
double score_variance(std::size_t K, double deviation, Rng& rng) {
  const Array q = rng.normal({4000, K}, 0, deviation);
  const Array k = rng.normal({4000, K}, 0, deviation);
  const xt::xarray<double> scores = xt::sum(q * k, {1});
  return xt::variance(scores)();
}

// Fold: prints the table
void variance_of_scores(Page& page) {
  Rng rng(page.seed() + 1);
  page.print("    K  variance  variance/K    std dev  sqrt(K)\n");
  for (std::size_t K = 1; K <= 512; K *= 2) {
    const double variance = score_variance(K, 1, rng);
    page.print("{:5}  {:8.1f}  {:10.2f}  {:9.2f}  {:7.2f}\n", K, variance,
               variance / double(K), std::sqrt(variance), std::sqrt(double(K)));
  }
  page.print("\nK = 64, entries of std dev 0.01: std dev {:.5f}\n",
             std::sqrt(score_variance(64, 0.01, rng)));
}

// Step: what_the_scale_does
struct Weights {
  double heaviest, entropy, slope, stuck;
};

// Of 500 queries over 16 keys. The slope dw_i / ds_i = w_i (1 - w_i), summed
// over the keys, says how fast the weights move when the scores do.
Weights weigh(std::size_t K, double scale, Rng rng) {
  const Array q = rng.normal({500, K}), k = rng.normal({16, K});
  const Array w = softmax(real(scale) * xt::linalg::dot(q, xt::transpose(k)));
  const Array heaviest = xt::amax(w, {1});
  const Array entropy = -xt::sum(w * xt::log(w + 1e-30F), {1});
  const Array slope = xt::sum(w * (1 - w), {1});
  return {xt::mean(heaviest)(), xt::mean(entropy)(), median(slope),
          xt::mean(xt::cast<double>(heaviest > 0.99F))()};
}

// Fold: prints the table
void what_the_scale_does(Page& page) {
  page.print("    K  scale      heaviest  entropy   slope  stuck\n");
  for (const double K : {1, 8, 64, 512}) {
    const double scales[] = {1, 1 / std::sqrt(K), 1 / K};
    const char* const names[] = {"1", "1/sqrt(K)", "1/K"};
    for (std::size_t i = 0; i < 3; ++i) {
      const Weights w = weigh(std::size_t(K), scales[i], Rng(page.seed() + 2));
      page.print("{:5}  {:<9}  {:8.2f}  {:7.2f}  {:6.3f}  {:3.0f} %\n", K,
                 names[i], w.heaviest, w.entropy, w.slope, 100 * w.stuck);
      if (K == 512 && i == 0) page.came_out(100 * w.stuck);
    }
  }
}

// Step: masks
Mask causal_mask(std::size_t seq_len) {
  return xt::tril(xt::ones<bool>({seq_len, seq_len}));
}

void masks(Page& page) {
  const std::vector<std::string> names = {"<pad>", "<pad>", "the", "cat",
                                          "sleeps"};
  const Mask is_word = {false, false, true, true, true};
  const Mask mask = causal_mask(5) && is_word;
  const Array scores = xt::zeros<real>({5, 5});
  // masked_softmax and window_mask are yours to write, in the exercises.
  const Array weights = masked_softmax(scores, mask);
  const Array window = masked_softmax(scores, window_mask(5, 2));
  // Fold: draws the weights
  page.show(attention_map("causal, and no padding", weights, names, names));
  page.show(attention_map("a window of two words", window, {}, {}));
}

// Step: minus_a_billion
void minus_a_billion(Page& page) {
  // What cat sees (the, and itself), and what the first <pad> sees: nothing.
  const Mask mask = {{false, false, true, true, false},
                     {false, false, false, false, false}};
  const Array scores = {{2, -1, 0.5, 1, 3}, {2, -1, 0.5, 1, 3}};
  const real infinity = std::numeric_limits<real>::infinity();
  const Array billion = xt::where(mask, real{0}, real{-1e9});
  const Array minus_infinity = xt::where(mask, real{0}, -infinity);
  const xt::xarray<double> exact = xt::cast<double>(scores) + billion;
  const xt::xarray<double> highest = xt::amax(exact, {1}, xt::keep_dims);
  // Fold: prints both rows
  const auto compare = [&](const char* name, const Array& weights) {
    const Array cat = xt::view(weights, 0), pad = xt::view(weights, 1);
    page.print("{:<17}{}  {}\n", name, numbers(cat), numbers(pad));
  };
  page.print("{:>34}{:>34}\n", "cat", "<pad>");
  // End fold
  compare("no mask", softmax(scores));
  compare("times 0", softmax(xt::where(mask, scores, real{0})));
  compare("plus -1e9, float", softmax(scores + billion));
  compare("plus -1e9, double", softmax(xt::cast<real>(exact - highest)));
  compare("plus -infinity", softmax(scores + minus_infinity));
  compare("masked_softmax", masked_softmax(scores, mask));
}

// Step: attention
Array scaled_dot_product_attention(const Array& q, const Array& k,
                                   const Array& v, const Mask& mask) {
  const Array scores =
      xt::linalg::dot(q, xt::transpose(k)) / std::sqrt(real(k.shape(1)));
  return xt::linalg::dot(masked_softmax(scores, mask), v);
}

Mask everyone(std::size_t num_queries, std::size_t num_keys) {
  return xt::ones<bool>({num_queries, num_keys});
}

void attention(Page& page) {
  Rng rng(page.seed() + 3);
  const Array q = rng.normal({6, 8}), k = rng.normal({6, 8});
  const Array v = rng.normal({6, 3});
  Array other_k = k, other_v = v;  // the last word becomes another one
  xt::view(other_k, 5) = rng.normal({8});
  xt::view(other_v, 5) = rng.normal({3});

  // Fold: prints how much each output changes, without a mask and with one
  page.print("change of the output for each of six words\n");
  for (const bool causal : {false, true}) {
    const Mask mask = causal ? causal_mask(6) : everyone(6, 6);
    const Array y = scaled_dot_product_attention(q, k, v, mask);
    const Array other_y =
        scaled_dot_product_attention(q, other_k, other_v, mask);
    const Array change = xt::amax(xt::abs(y - other_y), {1});
    page.print("{:<12}{}\n", causal ? "causal mask" : "no mask",
               numbers(change));
  }
}

// Step: cross_attention
void cross_attention(Page& page) {
  const std::vector<std::string> french = {"le", "chat", "noir",
                                           "ne", "dort", "pas"};
  const std::vector<std::string> english = {"the", "black", "cat", "doesn't",
                                            "sleep"};
  // Words that mean the same share a row: the, cat, black, not, sleep.
  const Array meaning = Rng(page.seed() + 4).normal({5, 16});
  const Array q = xt::view(meaning, xt::keep(0, 1, 2, 3, 4, 3), xt::all());
  const Array k = xt::view(meaning, xt::keep(0, 2, 1, 3, 4), xt::all());

  // The identity as values: what comes out is the weights themselves.
  const Array weights = scaled_dot_product_attention(
      q, k, xt::eye<real>(5), everyone(french.size(), english.size()));
  // Fold: draws the weights
  page.print("queries (6, 16), keys (5, 16): weights ({}, {})\n",
             weights.shape(0), weights.shape(1));
  page.show(attention_map("French looks at English", weights, french, english));
}
