// Why pairs: what else leaves the offset alone in a score.

#include <complex>

#include "course/stage/lesson.h"
#include "numpy_style.h"

// Step: why_pairs
void why_pairs(Page& page) {
  constexpr std::size_t K = 6, T = 40;
  Rng rng(page.seed() + 1);
  const Doubles random = rng.normal({K, K});
  const Doubles A = std::get<0>(xt::linalg::qr(random));  // orthogonal
  const Doubles q = rng.normal({K}), k = rng.normal({K});

  std::vector<Doubles> qs = {q}, ks = {k};  // A applied 0, 1, 2, … times
  for (std::size_t t = 1; t < T; ++t) {
    qs.push_back(xt::linalg::dot(A, qs.back()));
    ks.push_back(xt::linalg::dot(A, ks.back()));
  }
  // Fold: prints how much scores of one offset differ, and how A turns
  Array scores = Array::from_shape({T, T});
  for (std::size_t m = 0; m < T; ++m)
    for (std::size_t n = 0; n < T; ++n)
      scores(m, n) = float(xt::linalg::dot(qs[m], ks[n])());
  page.print("along a diagonal the scores differ by up to {:.6f}\n",
             along_diagonals(scores));
  page.print("A turns its {} directions by, in degrees a position:\n ", K);
  std::vector<double> angles;
  for (const std::complex<double>& value : xt::linalg::eigvals(A))
    angles.push_back(std::arg(value) * 180 / std::acos(-1.0));
  std::sort(angles.begin(), angles.end());
  for (const double angle : angles) page.print("{:8.1f}", angle);
  page.print("\n");
}
