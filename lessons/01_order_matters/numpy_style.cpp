// From scratch on arrays, as one would write it with NumPy.

#include "numpy_style.h"

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "gap.h"
#include "horloge/core/linalg.h"
#include "horloge/core/rng.h"
#include "pictures.h"

using horloge::Array;
using horloge::Ids;
using horloge::Rng;
using stage::Page;
using xt::placeholders::_;

// Step: two_sentences
const std::vector<std::string> vocabulary = {"chat", "la", "le", "mange",
                                             "souris"};
// le chat mange la souris, la souris mange le chat
const Ids cat_eats_mouse = {2, 0, 3, 1, 4};
const Ids mouse_eats_cat = {1, 4, 3, 2, 0};

const Array E = Rng(42).normal({5, 8});  // (V, D): a row for each word

// The rows of a sentence: ids (T) -> (T, D).
Array embed(const Ids& ids) { return xt::view(E, xt::keep(ids), xt::all()); }

// Fold: prints both sentences
void two_sentences(Page& page) {
  for (const Ids& ids : {cat_eats_mouse, mouse_eats_cat}) {
    const Array x = embed(ids);
    for (std::size_t t = 0; t < ids.size(); ++t)
      page.print("{:<7} id {}   embedding {:6.3f} {:6.3f} {:6.3f} …\n",
                 vocabulary[ids(t)], ids(t), x(t, 0), x(t, 1), x(t, 2));
    page.print("\n");
  }
}

// Step: same_bag
Array bag_of_words(const Ids& ids, const Array& matrix) {
  const Array rows = xt::view(matrix, xt::keep(ids), xt::all());  // (T, D)
  return xt::sum(rows, {0});                                      // (D)
}

// Fold: prints both bags
void same_bag(Page& page) {
  const Array cat = bag_of_words(cat_eats_mouse, E);
  const Array mouse = bag_of_words(mouse_eats_cat, E);
  page.print("cat eats mouse   {:6.3f} {:6.3f} {:6.3f} {:6.3f} …\n", cat(0),
             cat(1), cat(2), cat(3));
  page.print("mouse eats cat   {:6.3f} {:6.3f} {:6.3f} {:6.3f} …\n", mouse(0),
             mouse(1), mouse(2), mouse(3));
  page.print("largest difference {:.1e}\n", xt::amax(xt::abs(cat - mouse))());
}

// Step: word_after_word
// h_t = tanh(x_t W + h_(t-1) U), for each word t.   x (T, D) -> (T, D)
Array recurrent(const Array& x, const Array& W, const Array& U) {
  Array outputs = Array::from_shape(x.shape());
  Array h = xt::zeros<float>({U.shape(0)});
  for (std::size_t t = 0; t < x.shape(0); ++t) {
    h = xt::tanh(xt::linalg::dot(xt::row(x, t), W) + xt::linalg::dot(h, U));
    xt::row(outputs, t) = h;
  }
  return outputs;
}

// Fold: puts both sentences through it and compares the outputs
void compare_outputs(Page& page, const std::function<Array(const Array&)>& f) {
  const Array x = embed(cat_eats_mouse);
  const Array cat = f(x), mouse = f(embed(mouse_eats_cat));
  page.print("chat in cat eats mouse              {:6.3f} {:6.3f} {:6.3f} …\n",
             cat(1, 0), cat(1, 1), cat(1, 2));
  page.print("chat in mouse eats cat              {:6.3f} {:6.3f} {:6.3f} …\n",
             mouse(4, 0), mouse(4, 1), mouse(4, 2));
  // Word t of the second sentence is word order[t] of the first.
  const std::vector<std::size_t> order = {3, 4, 2, 0, 1};
  page.print("largest difference, word by word     {:.3f}\n",
             equivariance_gap(f, x, order));
  page.print("largest difference, position by position   {:.3f}\n",
             xt::amax(xt::abs(cat - mouse))());
}

void word_after_word(Page& page) {
  const Array W = Rng(1).normal({8, 8}, 0, 0.3);
  const Array U = Rng(2).normal({8, 8}, 0, 0.3);
  compare_outputs(page, [&](const Array& x) { return recurrent(x, W, U); });
}

// Step: word_and_neighbours
// relu(x_(t-1) W_0 + x_t W_1 + x_(t+1) W_2), for each word t; beyond both ends
// there are zeros.   x (T, D), W (3, D, D) -> (T, D)
Array convolution(const Array& x, const Array& W) {
  const std::size_t T = x.shape(0), D = x.shape(1);
  Array padded = xt::zeros<float>({T + 2, D});
  xt::view(padded, xt::range(1, T + 1), xt::all()) = x;
  Array y = xt::zeros<float>({T, D});
  for (std::size_t i = 0; i < 3; ++i) {
    const Array neighbours = xt::view(padded, xt::range(i, i + T), xt::all());
    const Array Wi = xt::view(W, i);
    y += xt::linalg::dot(neighbours, Wi);
  }
  return xt::maximum(y, 0.0F);
}

// Fold: compares the outputs for both sentences
void word_and_neighbours(Page& page) {
  const Array W = Rng(3).normal({3, 8, 8}, 0, 0.3);
  compare_outputs(page, [&](const Array& x) { return convolution(x, W); });
}

// Step: attention_permutes
Array softmax(const Array& scores) {
  const Array largest = xt::amax(scores, {1}, xt::keep_dims);
  const Array e = xt::exp(scores - largest);
  const Array total = xt::sum(e, {1}, xt::keep_dims);
  return e / total;
}

// How well the query of word i fits the key of word j.   (T, D) -> (T, T)
Array attention_scores(const Array& x, const Array& Wq, const Array& Wk) {
  const Array q = xt::linalg::dot(x, Wq);
  const Array k = xt::linalg::dot(x, Wk);
  return xt::linalg::dot(q, xt::transpose(k)) / std::sqrt(float(q.shape(1)));
}

Array self_attention(const Array& x, const Array& Wq, const Array& Wk,
                     const Array& Wv) {
  const Array v = xt::linalg::dot(x, Wv);
  return xt::linalg::dot(softmax(attention_scores(x, Wq, Wk)), v);
}

// Fold: draws random weights and compares the outputs for both sentences
const Array Wq = Rng(4).normal({8, 8}), Wk = Rng(5).normal({8, 8}),
            Wv = Rng(6).normal({8, 8});

void attention_permutes(Page& page) {
  compare_outputs(page,
                  [](const Array& x) { return self_attention(x, Wq, Wk, Wv); });
}

// Step: two_maps
// Row t: how much word t looks at each word.   ids (T) -> (T, T)
Array attention_weights(const Ids& ids) {
  return softmax(attention_scores(embed(ids), Wq, Wk));
}

// Fold: draws them for both sentences, side by side
std::vector<std::string> words_of(const Ids& ids) {
  std::vector<std::string> words;
  for (const auto id : ids) words.push_back(vocabulary[id]);
  return words;
}

void two_maps(Page& page) {
  const auto map = [&](const char* title, const Ids& ids) {
    return attention_map(title, attention_weights(ids), words_of(ids),
                         page.terminal());
  };
  page.put(side_by_side(map("cat eats mouse", cat_eats_mouse),
                        map("mouse eats cat", mouse_eats_cat),
                        page.terminal()));
  const Array cat = attention_weights(cat_eats_mouse);
  const Array mouse = attention_weights(mouse_eats_cat);
  page.print("\nhow much chat looks at le   {:.3f} and {:.3f}\n", cat(1, 0),
             mouse(4, 3));
  page.print("                 at souris   {:.3f} and {:.3f}\n", cat(1, 4),
             mouse(4, 1));
  const float more = cat(1, 4) - mouse(4, 1);  // when it eats
  page.came_out(std::abs(more) < 1e-5F ? "no difference"
                : more > 0             ? "when it eats"
                                       : "when it is eaten");
}

// Step: i_love_you
void i_love_you(Page& page) {
  const Array x = Rng(9).normal({3, 8});  // the rows of 我, 爱 and 你
  const Array back = xt::view(x, xt::keep(2, 1, 0), xt::all());
  const Array one = self_attention(x, Wq, Wk, Wv);
  const Array other = self_attention(back, Wq, Wk, Wv);

  // Fold: prints both, word by word
  const std::vector<std::string> words = {"我", "爱", "你"};  // I, love, you
  page.print("I love you                     you love me\n");
  for (std::size_t t = 0; t < 3; ++t)
    page.print("{} {:6.3f} {:6.3f} {:6.3f} …    {} {:6.3f} {:6.3f} {:6.3f} …\n",
               words[t], one(t, 0), one(t, 1), one(t, 2), words[2 - t],
               other(t, 0), other(t, 1), other(t, 2));
}

// Step: mask_the_future
// Word t sees words 0 … t: what it must not see has weight 0.
Array causal_self_attention(const Array& x, const Array& Wq, const Array& Wk,
                            const Array& Wv) {
  Array scores = attention_scores(x, Wq, Wk);
  for (std::size_t t = 0; t < x.shape(0); ++t)
    xt::view(scores, t, xt::range(t + 1, _)) =
        -std::numeric_limits<float>::infinity();
  return xt::linalg::dot(softmax(scores), xt::linalg::dot(x, Wv));
}

// Fold: compares the outputs, then mixes the words before the last one
void mask_the_future(Page& page) {
  const auto layer = [](const Array& x) {
    return causal_self_attention(x, Wq, Wk, Wv);
  };
  compare_outputs(page, layer);

  const Array cat = embed(cat_eats_mouse);
  const Array mixed = xt::view(cat, xt::keep(3, 2, 1, 0, 4), xt::all());
  const Array one = layer(cat), one_mixed = layer(mixed);
  const Array two = layer(one), two_mixed = layer(one_mixed);
  page.print("last word, others mixed, one layer   {:.3f}\n",
             xt::amax(xt::abs(xt::row(one, 4) - xt::row(one_mixed, 4)))());
  page.print("last word, others mixed, two layers  {:.3f}\n",
             xt::amax(xt::abs(xt::row(two, 4) - xt::row(two_mixed, 4)))());
}

// Step: hands_of_a_clock
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

// Fold: draws the hands for each position, above the words
void hands_of_a_clock(Page& page) {
  const Array pe = position_code(5, 8);
  page.put(clocks(pe,
                  {{"0", "1", "2", "3", "4"},
                   words_of(cat_eats_mouse),
                   words_of(mouse_eats_cat)},
                  page.terminal()));
  page.print("\n");
  for (std::size_t t = 0; t < 5; ++t) {
    page.print("position {}  ", t);
    for (const float number : Array(xt::row(pe, t)))
      page.print(" {:6.3f}", number);
    page.print("\n");
  }
}

// Step: positions_break_the_tie
Array attention_with_positions(const Array& x) {
  const Array pe = position_code(x.shape(0), x.shape(1));
  return self_attention(x + pe, Wq, Wk, Wv);
}

// Fold: compares the outputs for both sentences
void positions_break_the_tie(Page& page) {
  compare_outputs(page, attention_with_positions);
}
