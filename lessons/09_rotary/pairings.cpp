// Which two columns turn together.

#include "course/stage/lesson.h"
#include "exercises/rotate_halves/answer.h"
#include "exercises/to_halves/answer.h"
#include "horloge/nn/position/position.h"
#include "numpy_style.h"

using horloge::positions_from;

// Step: two_pairings
// The score of a query at 9 and a key at 4.   x (D), Wq and Wk (K, D)
double score(const Array& x, const Array& Wq, const Array& Wk, bool halves) {
  const std::size_t K = Wq.shape(0);
  const auto turned = [&](const Array& W, std::int64_t place) {
    const Array row = everywhere(xt::linalg::dot(W, x), 1);
    return halves ? rotate_halves(row, {place}, K, 10000)
                  : rotate(row, {place}, frequencies(K));
  };
  return dot(turned(Wq, 9), turned(Wk, 4));
}

void two_pairings(Page& page) {
  constexpr std::size_t D = 16, K = 8;
  Rng rng(page.seed() + 1);
  const Array x = rng.normal({D});
  const Array Wq = rng.normal({K, D}), Wk = rng.normal({K, D});
  // Fold: prints the partners, and the scores
  for (const bool halves : {false, true}) {
    page.print("{:<14}", halves ? "halves" : "interleaved");
    for (std::size_t j = 0; j < K / 2; ++j) {
      const std::size_t a = halves ? j : 2 * j;
      page.print("   ({}, {})", a, halves ? j + K / 2 : a + 1);
    }
    page.print("\n");
  }
  page.print("\n{:<36}   score\n", "");
  page.print("{:<36}{:8.3f}\n", "interleaved", score(x, Wq, Wk, false));
  page.print("{:<36}{:8.3f}\n", "halves, the same weights",
             score(x, Wq, Wk, true));
  page.print("{:<36}{:8.3f}\n", "halves, the rows in another order",
             score(x, to_halves(Wq, 1), to_halves(Wk, 1), true));
}
