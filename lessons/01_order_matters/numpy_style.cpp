// From scratch on arrays, as one would write it with NumPy.

#include "numpy_style.h"

#include <string>
#include <vector>
#include <xtensor-blas/xlinalg.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xsort.hpp>
#include <xtensor/xview.hpp>

#include "horloge/core/rng.h"

using horloge::Array;
using horloge::Rng;
using stage::Page;
using xt::placeholders::_;

// Step: two_sentences
const std::vector<std::string> vocabulary = {"chat", "la", "le", "mange",
                                             "souris"};
const std::vector<int> cat_eats_mouse = {2, 0, 3, 1,
                                         4};  // le chat mange la souris
const std::vector<int> mouse_eats_cat = {1, 4, 3, 2,
                                         0};  // la souris mange le chat

Array embed(const std::vector<int>& ids) {
  const Array E = Rng(42).normal({5, 8});  // (V, D): a row for each word
  return xt::view(E, xt::keep(ids),
                  xt::all());  // (T, D): the rows of a sentence
}

void two_sentences(Page& page) {
  for (const auto& ids : {cat_eats_mouse, mouse_eats_cat}) {
    const Array x = embed(ids);
    for (std::size_t t = 0; t < ids.size(); ++t)
      page.print("{:<7} id {}   embedding {:6.3f} {:6.3f} {:6.3f} …\n",
                 vocabulary[ids[t]], ids[t], x(t, 0), x(t, 1), x(t, 2));
    page.print("\n");
  }
}

// Step: same_bag
void same_bag(Page& page) {
  const Array cat = xt::sum(embed(cat_eats_mouse), {0});
  const Array mouse = xt::sum(embed(mouse_eats_cat), {0});
  page.print("cat eats mouse   {:6.3f} {:6.3f} {:6.3f} {:6.3f} …\n", cat(0),
             cat(1), cat(2), cat(3));
  page.print("mouse eats cat   {:6.3f} {:6.3f} {:6.3f} {:6.3f} …\n", mouse(0),
             mouse(1), mouse(2), mouse(3));
  page.print("largest difference {:.1e}\n", xt::amax(xt::abs(cat - mouse))());
}

// Step: attention_permutes
Array softmax(const Array& scores) {
  const Array largest = xt::amax(scores, {1}, xt::keep_dims);
  const Array e = xt::exp(scores - largest);
  const Array total = xt::sum(e, {1}, xt::keep_dims);
  return e / total;
}

Array self_attention(const Array& x, const Array& Wq, const Array& Wk,
                     const Array& Wv) {
  const Array q = xt::linalg::dot(x, Wq);
  const Array k = xt::linalg::dot(x, Wk);
  const Array v = xt::linalg::dot(x, Wv);
  const Array scores =
      xt::linalg::dot(q, xt::transpose(k)) / std::sqrt(float(q.shape(1)));
  return xt::linalg::dot(softmax(scores), v);
}

void attention_permutes(Page& page) {
  Rng rng(7);
  const Array Wq = rng.normal({8, 8}), Wk = rng.normal({8, 8}),
              Wv = rng.normal({8, 8});
  const Array cat = self_attention(embed(cat_eats_mouse), Wq, Wk, Wv);
  const Array mouse = self_attention(embed(mouse_eats_cat), Wq, Wk, Wv);

  // Word t of the second sentence is word order[t] of the first.
  const std::vector<int> order = {3, 4, 2, 0, 1};
  const Array shuffled = xt::view(cat, xt::keep(order), xt::all());

  page.print("output for chat in cat eats mouse   {:6.3f} {:6.3f} {:6.3f} …\n",
             cat(1, 0), cat(1, 1), cat(1, 2));
  page.print("output for chat in mouse eats cat   {:6.3f} {:6.3f} {:6.3f} …\n",
             mouse(4, 0), mouse(4, 1), mouse(4, 2));
  page.print("largest difference, place by place  {:.3f}\n",
             xt::amax(xt::abs(cat - mouse))());
  page.print("largest difference, word by word    {:.1e}\n",
             xt::amax(xt::abs(shuffled - mouse))());
}

// Step: positions_break_the_tie
Array position_code(std::size_t seq_len, std::size_t d_model) {
  const Array position =
      xt::arange<float>(0, seq_len).reshape({-1, 1});   // (T, 1)
  const Array pair = xt::arange<float>(0, d_model, 2);  // (D/2)
  const Array angle =
      position / xt::pow(10000.0F, pair / float(d_model));  // (T, D/2)
  Array pe = Array::from_shape({seq_len, d_model});
  xt::view(pe, xt::all(), xt::range(0, _, 2)) = xt::sin(angle);
  xt::view(pe, xt::all(), xt::range(1, _, 2)) = xt::cos(angle);
  return pe;
}

void positions_break_the_tie(Page& page) {
  Rng rng(7);
  const Array Wq = rng.normal({8, 8}), Wk = rng.normal({8, 8}),
              Wv = rng.normal({8, 8});
  const Array pe = position_code(5, 8);
  const Array cat = self_attention(embed(cat_eats_mouse) + pe, Wq, Wk, Wv);
  const Array mouse = self_attention(embed(mouse_eats_cat) + pe, Wq, Wk, Wv);

  const std::vector<int> order = {3, 4, 2, 0, 1};
  const Array shuffled = xt::view(cat, xt::keep(order), xt::all());
  page.print("output for chat in cat eats mouse   {:6.3f} {:6.3f} {:6.3f} …\n",
             cat(1, 0), cat(1, 1), cat(1, 2));
  page.print("output for chat in mouse eats cat   {:6.3f} {:6.3f} {:6.3f} …\n",
             mouse(4, 0), mouse(4, 1), mouse(4, 2));
  page.print("largest difference, word by word    {:.3f}\n",
             xt::amax(xt::abs(shuffled - mouse))());
}

// End of steps
stage::StepCodes numpy_style_steps() {
  return {{"two_sentences", two_sentences},
          {"same_bag", same_bag},
          {"attention_permutes", attention_permutes},
          {"positions_break_the_tie", positions_break_the_tie}};
}
