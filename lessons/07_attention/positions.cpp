// What a position code does to the scores.

#include "positions.h"

#include <array>
#include <cmath>

#include "exercises/masked_softmax/answer.h"
#include "horloge/core/linalg.h"
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
struct Inputs {
  Array words, places;
  std::array<bool, 3> get_places;  // queries, keys, values
};

Array self_attention(const Inputs& in, const std::array<Array, 3>& W,
                     const Mask& mask) {
  const Array sum = in.words + in.places;
  const auto project = [&](std::size_t i) -> Array {
    return xt::linalg::dot(in.get_places[i] ? sum : in.words, W[i]);
  };
  return scaled_dot_product_attention(project(0), project(1), project(2), mask);
}

// Shuffle first, or last.
double gap(Inputs in, const std::array<Array, 3>& W, const Mask& mask) {
  const std::vector<int> order = {3, 0, 5, 1, 4, 2};
  const Array y = self_attention(in, W, mask);
  const Array after = xt::view(y, xt::keep(order), xt::all());
  in.words = Array(xt::view(in.words, xt::keep(order), xt::all()));
  return largest_difference(self_attention(in, W, mask), after);
}

// Fold: tries it with positions and without, with a mask and without
void who_keeps_the_order(Page& page) {
  Rng rng(page.seed() + 5);
  const Array x = rng.normal({6, 16}), pe = sinusoidal_table(6, 16);
  const std::array<Array, 3> W = {rng.normal({16, 16}) / 4,
                                  rng.normal({16, 16}) / 4,
                                  rng.normal({16, 16}) / 4};
  page.print("shuffle before or after: largest difference\n");
  for (const bool places : {false, true})
    for (const bool causal : {false, true})
      page.print("{:<13}  {:<11}  {:.2g}\n",
                 places ? "positions" : "no positions",
                 causal ? "causal mask" : "no mask",
                 gap({x, pe, {places, places, places}}, W,
                     causal ? causal_mask(6) : everyone(6, 6)));
  page.print("\npositions only in the\n");
  const char* const names[] = {"queries", "keys", "values"};
  for (std::size_t i = 0; i < 3; ++i)
    page.print("{:<13}  {:<11}  {:.2g}\n", names[i], "no mask",
               gap({x, pe, {i == 0, i == 1, i == 2}}, W, everyone(6, 6)));
}

// Step: four_terms
// ((x + p) Wq) ((x + p) Wk)^T / sqrt(K), multiplied out; each (T, T).
std::array<Array, 4> multiplied_out(const Array& x, const Array& p,
                                    const Array& Wq, const Array& Wk) {
  const auto scores = [&](const Array& a, const Array& b) -> Array {
    const Array q = xt::linalg::dot(a, Wq), k = xt::linalg::dot(b, Wk);
    return xt::linalg::dot(q, xt::transpose(k)) / std::sqrt(real(k.shape(1)));
  };
  return {scores(x, x), scores(x, p), scores(p, x), scores(p, p)};
}

// Fold: the standard deviation within a row
// What a whole row has in common, softmax ignores.
double spread(const Array& scores) {
  const Array mean = xt::mean(scores, {1}, xt::keep_dims);
  return std::sqrt(xt::mean(xt::square(scores - mean))());
}

// End fold
void four_terms(Page& page) {
  Rng rng(page.seed() + 6);
  const Array x = rng.normal({12, 64}), other_x = rng.normal({12, 64});
  const Array Wq = rng.normal({64, 64}) / 8, Wk = rng.normal({64, 64}) / 8;
  const Array table = sinusoidal_table(100, 64);
  const Array p = xt::view(table, xt::range(0, 12), xt::all());
  const Array later = xt::view(table, xt::range(40, 52), xt::all());

  const auto here = multiplied_out(x, p, Wq, Wk);
  // Fold: prints how large each term is, and what changes it
  const auto other_words = multiplied_out(other_x, p, Wq, Wk);
  const auto further_on = multiplied_out(x, later, Wq, Wk);
  const char* const names[] = {"content · content", "content · position",
                               "position · content", "position · position"};
  page.print("{:<21}size   other words   40 tokens on\n", "");
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

  // Fold: prints each diagonal of the products, draws three rows
  page.print("     k  smallest  largest  sum of cos(w k)\n");
  for (const int k : {0, 1, 2, 4, 8, 16, 32, -1, -8}) {
    const Array along = xt::diagonal(product, k);  // PE(t) · PE(t + k), all t
    const Array cosines = xt::cos(frequency * real(k));
    page.print("{:6}{:10.3f}{:9.3f}{:17.3f}\n", k, xt::amin(along)(),
               xt::amax(along)(), xt::sum(cosines)());
  }
  horloge::Lines curves{"PE(t) · PE(t + k)", "k", "", {}};
  for (const int t : {32, 64, 96}) {
    curves.lines.push_back({fmt::format("t = {}", t), {}, {}});
    for (int k = -31; k <= 31; ++k) {
      curves.lines.back().x.push_back(k);
      curves.lines.back().y.push_back(product(t, t + k));
    }
  }
  page.show(curves);
}

// Step: previous_word_head
void previous_word_head(Page& page) {
  const std::size_t T = words.size();
  const Array pe = sinusoidal_table(T, 64);
  const Array M = sinusoidal_shift(-1, 64);               // M PE(t) = PE(t - 1)
  const Array q = xt::linalg::dot(pe, xt::transpose(M));  // all rows at once
  const auto look = [&](real gain) {  // the identity as values: the weights
    return scaled_dot_product_attention(gain * q, pe, xt::eye<real>(T),
                                        everyone(T, T));
  };
  // Fold: compares queries and rows, prints and draws the weights
  const Array asked_for = xt::view(q, xt::range(1, T), xt::all());
  const Array there_is = xt::view(pe, xt::range(0, T - 1), xt::all());
  page.print("query of word t against PE(t - 1): {:.1e}\n\n",
             largest_difference(asked_for, there_is));

  page.print("queries times   weight on the previous word\n");
  for (const real gain : {1, 4, 16, 64}) {
    const Array on_previous = xt::diagonal(look(gain), -1);
    page.print("{:13}   {:.3f}\n", gain, xt::mean(on_previous)());
  }
  page.show(attention_map("queries times 64", look(64), words, words));
}

// Step: small_finds_its_noun
// What each word looks for, and where: M is the matrix of the positions.
Array content_and_place(const Array& M) {
  const Array pe = sinusoidal_table(words.size(), 64);
  const Array asked_for = xt::linalg::dot(pe, xt::transpose(M));
  const Array places = xt::linalg::dot(asked_for, xt::transpose(pe));
  return masked_softmax(word_scores() + 0.5F * places,
                        everyone(words.size(), words.size()));
}

Array neighbours_weights() {
  return content_and_place(sinusoidal_shift(1, 64) + sinusoidal_shift(-1, 64));
}

// Fold: prints three rows of three heads, draws the last head
void small_finds_its_noun(Page& page) {
  const Array alone = content_and_place(horloge::zeros({64, 64}));
  const Array ahead = content_and_place(sinusoidal_shift(1, 64));
  const Array both = neighbours_weights();
  page.print("{:16}", "");
  for (const std::string& word : words) page.print("{:>6}", word);
  for (const std::size_t t : {1, 2, 3}) {
    const Array rows[] = {xt::view(alone, t), xt::view(ahead, t),
                          xt::view(both, t)};
    page.print("\n{:<7}words    {}", words[t], numbers(rows[0]));
    page.print("\n{:<7}+ next   {}", "", numbers(rows[1]));
    page.print("\n{:<7}+ beside {}", "", numbers(rows[2]));
  }
  page.print("\n");
  page.show(attention_map("what fits, and stands beside", both, words, words));
}
