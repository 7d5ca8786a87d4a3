// What a position code does to the scores.

#include "positions.h"

#include <array>
#include <cmath>
#include <xtensor-blas/xlinalg.hpp>
#include <xtensor/xbuilder.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xsort.hpp>
#include <xtensor/xview.hpp>

#include "horloge/core/rng.h"
#include "horloge/core/shape.h"
#include "horloge/nn/position/sinusoidal.h"
#include "numpy_style.h"
#include "tables.h"

using horloge::Array;
using horloge::Mask;
using horloge::real;
using horloge::Rng;
using horloge::sinusoidal_shift;
using horloge::sinusoidal_table;
using stage::Page;

// Step: who_keeps_the_order
Array self_attention(const Array& x, const std::array<Array, 3>& W,
                     const Mask& mask) {
  return scaled_dot_product_attention(xt::linalg::dot(x, W[0]),
                                      xt::linalg::dot(x, W[1]),
                                      xt::linalg::dot(x, W[2]), mask);
}

void who_keeps_the_order(Page& page) {
  Rng rng(page.seed() + 5);
  const Array x = rng.normal({6, 16});
  const std::array<Array, 3> W = {rng.normal({16, 16}) / 4,
                                  rng.normal({16, 16}) / 4,
                                  rng.normal({16, 16}) / 4};
  const std::vector<int> order = {3, 0, 5, 1, 4, 2};
  const Array shuffled = xt::view(x, xt::keep(order), xt::all());

  page.print("shuffle before or after: largest difference\n");
  for (const bool positions : {false, true})
    for (const bool causal : {false, true}) {
      const Mask mask = causal ? causal_mask(6) : everyone(6, 6);
      const Array p =
          positions ? sinusoidal_table(6, 16) : horloge::zeros({6, 16});
      const Array y = self_attention(x + p, W, mask);
      const Array after = xt::view(y, xt::keep(order), xt::all());
      const Array before = self_attention(shuffled + p, W, mask);
      page.print("{:<13}  {:<11}  {:.2g}\n",
                 positions ? "positions" : "no positions",
                 causal ? "causal mask" : "no mask",
                 largest_difference(before, after));
    }
}

// Step: four_terms
// ((x + p) Wq) ((x + p) Wk)^T / sqrt(D), multiplied out; each (T, T).
std::array<Array, 4> multiplied_out(const Array& x, const Array& p,
                                    const Array& Wq, const Array& Wk) {
  const auto scores = [&](const Array& a, const Array& b) -> Array {
    const Array q = xt::linalg::dot(a, Wq), k = xt::linalg::dot(b, Wk);
    return xt::linalg::dot(q, xt::transpose(k)) / std::sqrt(real(k.shape(1)));
  };
  return {scores(x, x), scores(x, p), scores(p, x), scores(p, p)};
}

// Deviation within a row: what a whole row has in common, softmax ignores.
double spread(const Array& scores) {
  const Array mean = xt::mean(scores, {1}, xt::keep_dims);
  return std::sqrt(xt::mean(xt::square(scores - mean))());
}

void four_terms(Page& page) {
  Rng rng(page.seed() + 6);
  const Array x = rng.normal({12, 64}), other_x = rng.normal({12, 64});
  const Array Wq = rng.normal({64, 64}) / 8, Wk = rng.normal({64, 64}) / 8;
  const Array table = sinusoidal_table(100, 64);
  const Array p = xt::view(table, xt::range(0, 12), xt::all());
  const Array later = xt::view(table, xt::range(40, 52), xt::all());

  const auto here = multiplied_out(x, p, Wq, Wk);
  const auto other_words = multiplied_out(other_x, p, Wq, Wk);
  const auto further_on = multiplied_out(x, later, Wq, Wk);
  const char* const names[] = {"content · content", "content · position",
                               "position · content", "position · position"};
  page.print("{:<21}size   other words   40 places on\n", "");
  for (std::size_t i = 0; i < 4; ++i)
    page.print("{:<21}{:4.2f}{:14.2f}{:15.2f}\n", names[i], spread(here[i]),
               spread(here[i] - other_words[i]),
               spread(here[i] - further_on[i]));

  const Array whole = multiplied_out(x + p, p, Wq, Wk)[0];
  const Array sum = here[0] + here[1] + here[2] + here[3];
  page.print("\nsum of the four against the score of x + p: {:.1e}\n",
             largest_difference(sum, whole));
}

// Step: offset_alone
void offset_alone(Page& page) {
  const Array pe = sinusoidal_table(128, 64);
  const Array product = xt::linalg::dot(pe, xt::transpose(pe));  // (128, 128)
  const Array frequency =
      xt::pow(real(10000), -xt::arange<real>(0, 64, 2) / 64);

  page.print("offset  smallest  largest  sum of cos(w offset)\n");
  for (const int offset : {0, 1, 2, 4, 8, 16, 32, -1, -8}) {
    const Array along = xt::diagonal(product, offset);
    const Array cosines = xt::cos(frequency * real(offset));
    page.print("{:6}{:10.3f}{:9.3f}{:22.3f}\n", offset, xt::amin(along)(),
               xt::amax(along)(), xt::sum(cosines)());
  }

  horloge::HeatMap map;
  map.title = "PE(t) · PE(s)";
  map.x_label = "s";
  map.y_label = "t";
  map.values = xt::view(product, xt::range(0, 20), xt::range(0, 20));
  page.show(map);

  horloge::Lines curves{"PE(t) · PE(t + offset)", "offset", "", {}};
  for (const int t : {32, 64, 96}) {
    curves.lines.push_back({fmt::format("t = {}", t), {}, {}});
    for (int offset = -31; offset <= 31; ++offset) {
      curves.lines.back().x.push_back(offset);
      curves.lines.back().y.push_back(product(t, t + offset));
    }
  }
  page.show(curves);
}

// Step: previous_word_head
void previous_word_head(Page& page) {
  const std::size_t T = words.size();
  const Array pe = sinusoidal_table(T, 64);
  const Array M = sinusoidal_shift(-1, 64);  // M PE(t) = PE(t - 1)
  const Array q = xt::linalg::dot(pe, xt::transpose(M));
  const Array asked_for = xt::view(q, xt::range(1, T), xt::all());
  const Array there_is = xt::view(pe, xt::range(0, T - 1), xt::all());
  page.print("query of word t against PE(t - 1): {:.1e}\n\n",
             largest_difference(asked_for, there_is));

  page.print("queries times   weight on the previous word\n");
  Array weights;
  for (const real gain : {1, 4, 16, 64}) {
    weights = scaled_dot_product_attention(gain * q, pe, xt::eye<real>(T),
                                           everyone(T, T));
    const Array on_previous = xt::diagonal(weights, -1);
    page.print("{:13}   {:.3f}\n", gain, xt::mean(on_previous)());
  }
  page.show(attention_map("queries times 64", weights, words, words));
}

// Step: small_finds_its_noun
void small_finds_its_noun(Page& page) {
  const std::size_t T = words.size();
  const Array pe = sinusoidal_table(T, 64);
  const Array M = sinusoidal_shift(1, 64);
  const Array content = word_scores();
  const Array position =
      xt::linalg::dot(xt::linalg::dot(pe, xt::transpose(M)), xt::transpose(pe));

  const Array no_order = masked_softmax(content, everyone(T, T));
  const Array weights =
      masked_softmax(content + 0.5F * position, everyone(T, T));
  page.print("{:15}", "");
  for (const std::string& word : words) page.print("{:>6}", word);
  for (const std::size_t t : {1, 5, 3}) {
    const Array without = xt::view(no_order, t), with = xt::view(weights, t);
    page.print("\n{:<8}without{}", words[t], numbers(without));
    page.print("\n{:<8}with   {}", "", numbers(with));
  }
  page.print("\n");
  page.show(attention_map("content and position", weights, words, words));
}

// End of steps
stage::StepCodes positions_steps() {
  return {{"who_keeps_the_order", who_keeps_the_order},
          {"four_terms", four_terms},
          {"offset_alone", offset_alone},
          {"previous_word_head", previous_word_head},
          {"small_finds_its_noun", small_finds_its_noun}};
}
