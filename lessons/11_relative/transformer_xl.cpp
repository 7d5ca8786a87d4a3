// Transformer-XL: the four terms of a score, and the shift.

#include "transformer_xl.h"

#include <chrono>

#include "course/stage/lesson.h"
#include "horloge/nn/position/sinusoidal.h"
#include "numpy_style.h"

using horloge::sinusoidal_table;
using horloge::zeros;
using xt::placeholders::_;

// Step: four_terms
// Fold: prints how much the numbers of a term change, by what changes
// The largest spread in any row, column or diagonal of scores (T, T), as far as
// the keys do not come after the query.
struct Spreads {
  double row = 0, column = 0, diagonal = 0;
};

double spread(const Array& x) { return xt::amax(x)() - xt::amin(x)(); }

Spreads spreads(const Array& scores) {
  Spreads all;
  for (std::size_t n = 0; n < scores.shape(0); ++n) {
    const Array row = xt::view(scores, n, xt::range(std::size_t(0), n + 1));
    const Array column = xt::view(scores, xt::range(n, _), n);
    const Array diagonal = xt::diagonal(scores, -std::ptrdiff_t(n));
    all.row = std::max(all.row, spread(row));
    all.column = std::max(all.column, spread(column));
    all.diagonal = std::max(all.diagonal, spread(diagonal));
  }
  return all;
}

void print_term(Page& page, const std::string& name, const Array& scores) {
  const Spreads s = spreads(scores);
  page.print("{:<22}{:8.2f}{:12.2f}{:14.2f}\n", name, s.row, s.column,
             s.diagonal);
}

// End fold
void four_terms(Page& page) {
  constexpr std::size_t T = 12, D = 32, K = 16;
  Rng rng(page.seed() + 1);
  const Array x = rng.normal({T, D});
  const Array Wq = rng.normal({D, K}, 0, 0.2), Wk = rng.normal({D, K}, 0, 0.2);
  const Array Wr = rng.normal({D, K}, 0, 0.2);
  const Array u = rng.normal({K, 1}), v = rng.normal({K, 1});

  const Array q = xt::linalg::dot(x, Wq), k = xt::linalg::dot(x, Wk);
  const Array r = xt::linalg::dot(sinusoidal_table(T, D), Wr);  // a distance
  const Array everywhere = zeros({T, K});
  const Array far_first = xt::view(r, xt::range(_, _, -1));  // T - 1 … 0
  const auto by_key = [&](const Array& asks) -> Array {
    return relative_shift(xt::linalg::dot(asks, xt::transpose(far_first)));
  };
  const Array content = xt::linalg::dot(q, xt::transpose(k));
  const Array position = by_key(q);
  const Array key_alone =
      xt::linalg::dot(everywhere + xt::transpose(u), xt::transpose(k));
  const Array distance_alone = by_key(everywhere + xt::transpose(v));
  // Fold: prints the four
  page.print("{:<22}{:>8}{:>12}{:>14}\n", "largest change along", "a row",
             "a column", "a diagonal");
  print_term(page, "(a) query · key", content);
  print_term(page, "(b) query · distance", position);
  print_term(page, "(c) u · key", key_alone);
  print_term(page, "(d) v · distance", distance_alone);
  // End fold
}

// Step: shift_drawn
Array relative_shift(const Array& x) {
  const std::size_t T = x.shape(0), N = x.shape(1);
  Array padded = zeros({T, N + 1});
  xt::view(padded, xt::all(), xt::range(1, _)) = x;   // 1. a column before
  padded.reshape({N + 1, T});                         // 2. cut anew
  Array shifted = xt::view(padded, xt::range(1, _));  // 3. the first row drops
  shifted.reshape({T, N});                            // 4. cut as before
  return shifted;
}

// Fold: draws the four arrays, for the queries a, b and c of a text of five
// A number is its query, 1 and on, and in its last digit a distance.
void draw(Page& page, const std::vector<Array>& arrays) {
  for (std::size_t i = 0; i < 6; ++i) {
    std::string line;
    for (const Array& x : arrays) {
      for (std::size_t j = 0; j < x.shape(1); ++j)
        line += i >= x.shape(0) ? "   "
                : x(i, j) == 0
                    ? "  0"
                    : fmt::format(" {}{}", char('a' + int(x(i, j)) / 10 - 1),
                                  int(x(i, j)) % 10);
      line += "   ";
    }
    page.print("{}\n", line.substr(0, line.find_last_not_of(' ') + 1));
  }
}

void shift_drawn(Page& page) {
  constexpr std::size_t T = 3, N = 5;
  Array x = zeros({T, N}), padded = zeros({T, N + 1});
  for (std::size_t i = 0; i < T; ++i)
    for (std::size_t c = 0; c < N; ++c)
      x(i, c) = padded(i, c + 1) = real(10 * (i + 1) + N - 1 - c);
  Array anew = padded;
  anew.reshape({N + 1, T});
  const Array dropped = xt::view(anew, xt::range(1, _));
  page.print("{:<21}{:<12}{:<12}{}\n", " 1. a column before", " 2. anew",
             " 3. dropped", " 4. by key");
  draw(page, {padded, anew, dropped, relative_shift(x)});
}

// Step: shift_saves
// q_i · r_(i-j), with the vector of its distance looked up for every pair.
//   q (T, K), r by distance (T, K) -> (T, T), 0 where j > i
Array looked_up(const Array& q, const Array& r) {
  const std::size_t T = q.shape(0), K = q.shape(1);
  Array of_pairs = zeros({T, T, K});
  for (std::size_t i = 0; i < T; ++i)
    for (std::size_t j = 0; j <= i; ++j)
      xt::view(of_pairs, i, j) = xt::view(r, i - j);
  Array scores = zeros({T, T});
  for (std::size_t i = 0; i < T; ++i)
    for (std::size_t j = 0; j <= i; ++j)
      for (std::size_t c = 0; c < K; ++c)
        scores(i, j) += q(i, c) * of_pairs(i, j, c);
  return scores;
}

// Fold: the same by the shift, and the time of both
Array shifted(const Array& q, const Array& r) {
  const Array far_first = xt::view(r, xt::range(_, _, -1));
  Array scores = relative_shift(xt::linalg::dot(q, xt::transpose(far_first)));
  for (std::size_t i = 0; i < scores.shape(0); ++i)
    for (std::size_t j = i + 1; j < scores.shape(1); ++j) scores(i, j) = 0;
  return scores;
}

template <class Work>
double milliseconds(const Work& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  const std::chrono::duration<double, std::milli> time =
      std::chrono::steady_clock::now() - begin;
  return time.count();
}

void shift_saves(Page& page) {
  constexpr std::size_t T = 512, K = 64;
  Rng rng(page.seed() + 1);
  const Array q = rng.normal({T, K}), r = rng.normal({T, K});
  Array slow, fast;
  const double of_slow = milliseconds([&] { slow = looked_up(q, r); });
  const double of_fast = milliseconds([&] { fast = shifted(q, r); });
  page.print("one head, {} tokens     numbers kept   milliseconds\n", T);
  page.print("a vector for each pair   {:13}   {:12.2f}\n", T * T * K, of_slow);
  page.print("the shift                {:13}   {:12.2f}\n", T * (T + 1),
             of_fast);
  page.print("the scores differ by up to {:.1e}\n",
             largest_difference(slow, fast));
}
