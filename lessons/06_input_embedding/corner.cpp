// Where positions live among the directions.

#include "looking.h"
#include "numpy_style.h"
#include "sums.h"

#include "course/stage/lesson.h"

using horloge::Scatter;

namespace {

void print_found(Page& page, const char* what, const Sums& s, const Array& x,
                 const Array& words, const Array& places) {
  const auto percent = [](const Ids& guess, const Ids& truth) {
    return 100 * xt::mean<double>(xt::equal(guess, truth))();
  };
  page.print("{:<24} word found {:5.1f} %   position found {:5.1f} %\n", what,
             percent(nearest_rows(x, words), s.word),
             percent(nearest_rows(x, places), s.place));
}

}  // namespace

// Step: the_corner
// As few directions as hold this share of the variance: (K, D).
Array main_directions(const Array& x, float share) {
  const Array mean = xt::mean(x, {0});
  const Array centred = x - mean;
  const Array vt = std::get<2>(xt::linalg::svd(centred));
  const Array so_far = xt::cumsum(explained_shares(x));
  std::size_t K = 1;
  while (so_far(K - 1) < share) ++K;
  return xt::view(vt, xt::range(0, K));
}

// What is left of x without its part along some directions.
Array without(const Array& x, const Array& directions) {
  const Array along = xt::linalg::dot(x, xt::transpose(directions));  // (N, K)
  return x - xt::linalg::dot(along, directions);
}

// Fold: draws the positions; reads both, with the corner and without
void the_corner(Page& page) {
  const Sums s = random_sums(128, true, Rng(page.seed() + 42));
  Scatter picture = points_of(pca_project(s.places, 2));
  picture.title = "Positions 0 to 99, PCA";
  picture.joined = true;
  for (const std::size_t t : {0, 10, 20, 40, 60, 80, 99})
    picture.names[t] = std::to_string(t);
  page.show(picture);

  const Array corner = main_directions(s.places, 0.99F);
  page.print("{} of 128 directions hold 99 % of the variance of positions\n",
             corner.shape(0));
  const Array mean = xt::mean(s.places, {0});
  const Array x = s.x - mean, places = s.places - mean;
  print_found(page, "all directions", s, x, s.words, places);
  const Array rest = without(x, corner);
  print_found(page, "without these", s, rest, without(s.words, corner),
              without(places, corner));
}
