// The first ideas: count the words, or say which share of the way is done.

#include "simple_codes.h"

#include <set>

#include "course/stage/lesson.h"
#include "numpy_style.h"

// Step: count_the_words
Array index_code(std::size_t max_seq_len) {
  return xt::arange<float>(0, max_seq_len).reshape({-1, 1});  // (T, 1)
}

Array beside_zeros(const Array& columns, std::size_t d_model) {
  Array rows = xt::zeros<float>({columns.shape(0), d_model});
  xt::view(rows, xt::all(), xt::range(0, columns.shape(1))) = columns;
  return rows;  // (T, D)
}

// Fold: adds it to two words, and prints lengths and cosines
void count_the_words(Page& page) {
  const Array words = Rng(page.seed() + 1).normal({2, 64});  // two embeddings
  const Array code = beside_zeros(index_code(501), 64);
  page.print("position   length of the row   cosine of two words\n");
  for (const std::size_t pos : {0, 1, 10, 100, 500}) {
    const Array a = xt::view(words, 0) + xt::view(code, pos);
    const Array b = xt::view(words, 1) + xt::view(code, pos);
    const double cosine = xt::sum(a * b)() / (length(a) * length(b));
    page.print("{:8}   {:17.1f}   {:19.4f}\n", pos, length(a), cosine);
    if (pos == 500) page.came_out(cosine);
  }
}

// Step: normalised
Array layer_norm(const Array& row) {
  return (row - xt::mean(row)()) / xt::stddev(row)();
}

// Fold: normalises a word at six positions
void normalised(Page& page) {
  const Array word = Rng(page.seed() + 1).normal({64});
  page.print("position   dimension 0   the other 63 (std dev)\n");
  for (const float pos : {0, 1, 10, 100, 400, 500}) {
    Array x = word;
    x(0) += pos;
    const Array y = layer_norm(x);
    const Array others = xt::view(y, xt::range(1, 64));
    page.print("{:8}   {:11.3f}   {:24.3f}\n", pos, y(0), xt::stddev(others)());
  }
  const Array everywhere = layer_norm(word + 500);
  page.print("500 in every dimension: differs from no position by {:.1e}\n",
             largest_difference(everywhere, layer_norm(word)));
}

// Step: an_eye_for_the_ends
Array attention_weights(const Array& q, const Array& k) {
  const Array scores =
      xt::linalg::dot(q, xt::transpose(k)) / std::sqrt(float(q.shape(1)));
  const Array largest = xt::amax(scores, {1}, xt::keep_dims);
  const Array e = xt::exp(scores - largest);
  const Array total = xt::sum(e, {1}, xt::keep_dims);
  return e / total;  // (T, T): row t says where word t looks
}

// Fold: random words and matrices; counts favourites
void an_eye_for_the_ends(Page& page) {
  constexpr std::size_t D = 64;
  Rng rng(page.seed() + 2);
  const Array Wq = rng.normal({D, D}) / 8, Wk = rng.normal({D, D}) / 8;
  page.print("{:<23}largest weight   favourites   in the end tenths\n", "");
  for (const std::size_t T : {10, 100, 500})
    for (const std::string name : {"index", "sinusoidal"}) {
      const Array code = name == "index" ? beside_zeros(index_code(T), D)
                                         : position_rows(0, T, D);
      const Array x = rng.normal({T, D}) + code;
      const Array w =
          attention_weights(xt::linalg::dot(x, Wq), xt::linalg::dot(x, Wk));
      std::set<std::size_t> favourites;
      double at_the_ends = 0;
      for (std::size_t t = 0; t < T; ++t) {
        const std::size_t favourite = xt::argmax(xt::view(w, t))();
        favourites.insert(favourite);
        at_the_ends += favourite < T / 10 || favourite >= T - T / 10;
      }
      page.print("{:3} words  {:<10}  {:14.3f}   {:10}   {:15.0f} %\n", T, name,
                 xt::mean(xt::amax(w, {1}))(), favourites.size(),
                 100 * at_the_ends / double(T));
    }
}

// Step: a_share_of_the_way
Array fraction_code(std::size_t seq_len) {
  return index_code(seq_len) / float(seq_len - 1);  // (T, 1)
}

// Fold: prints it for some lengths
void a_share_of_the_way(Page& page) {
  for (const std::size_t seq_len : {1, 4, 5, 6}) {
    const Array code = fraction_code(seq_len);
    page.print("{} words  ", seq_len);
    for (const float share : code) page.print("  {:>4.2f}", std::abs(share));
    page.print("\n");
  }
  page.print("\nwords   one step   a step of 0.25, in words\n");
  for (const std::size_t seq_len : {5, 50, 500}) {
    const double step = fraction_code(seq_len)(1, 0);
    page.print("{:5}   {:8.4f}   {:24.2f}\n", seq_len, step, 0.25 / step);
  }
}
