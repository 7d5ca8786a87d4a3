// Words and positions in one vector, from scratch on arrays.

#include "numpy_style.h"

#include "course/stage/lesson.h"
#include "horloge/nn/position/sinusoidal.h"
#include "sums.h"

using horloge::sinusoidal_table;

namespace {

void print_statistics(Page& page, const std::string& name, const Array& x) {
  const double mean = xt::mean<double>(x)();
  const double variance = xt::mean<double>(xt::square(x - mean))();
  const double n = double(x.size());
  page.print("{:<10} {}  {:9.6f}  {:9.6f}  {:9.6f}  {:9.6f}\n", name,
             horloge::to_string(x.shape()), mean,
             std::sqrt(variance * n / (n - 1)), xt::amin(x)(), xt::amax(x)());
}

}  // namespace

// An exercise.
Array input_embedding(const Ids& ids, const Array& matrix,
                      const Array& positions) {
  const std::size_t B = ids.shape(0), T = ids.shape(1), D = matrix.shape(1);
  const float scale = std::sqrt(float(D));
  Array x = Array::from_shape({B, T, D});
  for (std::size_t b = 0; b < B; ++b)
    for (std::size_t t = 0; t < T; ++t)
      xt::view(x, b, t) =
          scale * xt::row(matrix, ids(b, t)) + xt::row(positions, t);
  return x;
}

// Step: one_sum
void one_sum(Page& page) {
  const std::size_t vocab_size = 1000, d_model = 128, B = 4, T = 10;
  Rng rng(page.seed() + 42);
  const Array E = rng.normal({vocab_size, d_model}) / std::sqrt(128.0F);
  const Array PE = sinusoidal_table(100, d_model);
  const Ids ids = rng.integers({B, T}, 0, vocab_size);

  // All words at once; and the word at position 7 of sentence 2 by itself.
  const Array x = input_embedding(ids, E, PE);  // (B, T, D)
  const Array word = std::sqrt(128.0F) * xt::row(E, ids(2, 7)) + xt::row(PE, 7);

  // Fold: prints both parts and the sum
  page.print("{:<24}{:>9}  {:>9}  {:>9}  {:>9}\n", "", "mean", "std dev", "min",
             "max");
  const Array no_words = xt::zeros_like(E), no_places = xt::zeros_like(PE);
  print_statistics(page, "words", input_embedding(ids, E, no_places));
  print_statistics(page, "positions", input_embedding(ids, no_words, PE));
  print_statistics(page, "sum", x);
  const Array difference = word - xt::view(x, 2, 7);
  page.print("\nthe word by itself, largest difference  {:.1e}\n",
             xt::amax(xt::abs(difference))());
  // End fold
}

// Step: who_is_louder
double length(const Array& v) { return std::sqrt(xt::sum(v * v)()); }

double cosine(const Array& a, const Array& b) {
  return xt::sum(a * b)() / (length(a) * length(b));
}

// Fold: adds positions to rows of three lengths
void who_is_louder(Page& page) {
  const std::size_t D = 128;
  const Array PE = sinusoidal_table(100, D);
  const Array here = xt::row(PE, 3), there = xt::row(PE, 9);
  const Array normal = Rng(page.seed() + 42).normal({2, D});

  page.print(
      "std dev    length    length      another word,  the same word,\n"
      "of a row   of a row  of position same position  other position\n");
  for (const float deviation : {0.01F, 1 / std::sqrt(float(D)), 1.0F}) {
    const Array word = deviation * xt::row(normal, 0);
    const Array other = deviation * xt::row(normal, 1);
    page.print("{:<9.4f}  {:<8.3f}  {:<11.3f} {:<14.3f} {:.3f}\n", deviation,
               length(word), length(here), cosine(word + here, other + here),
               cosine(word + here, word + there));
  }
}

// Step: undo_the_sum
Ids nearest_rows(const Array& x, const Array& rows) {
  // |x - r|^2 = |x|^2 - 2 x.r + |r|^2, and |x|^2 is the same for all rows.
  const Array squares = xt::sum(rows * rows, {1});                 // (R)
  const Array products = xt::linalg::dot(x, xt::transpose(rows));  // (N, R)
  Ids nearest = Ids::from_shape({x.shape(0)});
  for (std::size_t n = 0; n < x.shape(0); ++n)
    nearest(n) = xt::argmin(squares - 2 * xt::row(products, n))();
  return nearest;
}

// Fold: for words of length 1 and sqrt(D), and D from 8 to 512
double percent_right(const Ids& guess, const Ids& truth) {
  return 100 * xt::mean<double>(xt::equal(guess, truth))();
}

void undo_the_sum(Page& page) {
  page.print(
      "rows of              word     position position,   word,\n"
      "length      d_model  at once  at once  word taken  position taken\n");
  for (const bool scaled : {false, true})
    for (const std::size_t D : {8, 32, 128, 512}) {
      const Sums s = random_sums(D, scaled, Rng(page.seed() + 42));
      // End fold
      const Ids word = nearest_rows(s.x, s.words);
      const Ids place = nearest_rows(s.x, s.places);
      // Take away what was found, and look at the rest.
      const Array no_word = s.x - xt::view(s.words, xt::keep(word));
      const Array no_place = s.x - xt::view(s.places, xt::keep(place));
      // Fold: prints how many are right
      page.print("{:<12}{:5}{:9.1f}{:9.1f}{:9.1f}{:12.1f}   %\n",
                 scaled ? "sqrt(D)" : "1", D, percent_right(word, s.word),
                 percent_right(place, s.place),
                 percent_right(nearest_rows(no_word, s.places), s.place),
                 percent_right(nearest_rows(no_place, s.words), s.word));
      if (scaled && D == 128)
        page.came_out(
            std::min(percent_right(word, s.word),
                     percent_right(nearest_rows(no_word, s.places), s.place)));
    }
}

// Step: sum_or_concat
void sum_or_concat(Page& page) {
  const std::size_t D = 128;
  Rng rng(page.seed() + 42);
  const Array Wq = rng.normal({D, D}), Wk = rng.normal({D, D});
  const Array words = rng.normal({2, D}), places = sinusoidal_table(2, D);

  // The sum times W is words and positions side by side, times W twice.
  const Array both = xt::concatenate(xt::xtuple(words, places), 1);  // (2, 2D)
  const Array twice = xt::concatenate(xt::xtuple(Wq, Wq), 0);        // (2D, D)
  const Array of_sum = xt::linalg::dot(words + places, Wq);
  const Array of_both = xt::linalg::dot(both, twice);

  // The score of query 0 and key 1, of any part of the two.
  const auto score = [&](const Array& of_query, const Array& of_key) {
    const Array q = xt::linalg::dot(of_query, Wq);
    const Array k = xt::linalg::dot(of_key, Wk);
    return xt::linalg::dot(xt::row(q, 0), xt::row(k, 1))() / (D * std::sqrt(D));
  };
  // Fold: prints the four parts of a score, and all together
  page.print("sum or side by side, largest difference  {:.1e}\n\n",
             xt::amax(xt::abs(of_sum - of_both))());
  page.print("word asks word          {:7.3f}\n", score(words, words));
  page.print("word asks position      {:7.3f}\n", score(words, places));
  page.print("position asks word      {:7.3f}\n", score(places, words));
  page.print("position asks position  {:7.3f}\n", score(places, places));
  page.print("all together            {:7.3f}\n",
             score(words + places, words + places));
  // End fold
}
