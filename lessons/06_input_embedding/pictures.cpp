// Many dimensions in two: principal components and t-SNE, from scratch.

#include "course/stage/lesson.h"
#include "horloge/projection/distances.h"
#include "horloge/projection/trustworthiness.h"
#include "horloge/projection/tsne.h"
#include "looking.h"
#include "numpy_style.h"

using horloge::Scatter;
using horloge::TsneOptions;

namespace {

Array random_rows(std::uint64_t seed) { return Rng(seed).normal({200, 128}); }

std::size_t nearest_other_row(const Array& distances, std::size_t n) {
  std::size_t nearest = n == 0 ? 1 : 0;
  for (std::size_t m = 0; m < distances.shape(1); ++m)
    if (m != n && distances(n, m) < distances(n, nearest)) nearest = m;
  return nearest;
}

}  // namespace

Array explained_shares(const Array& x) {
  const Array mean = xt::mean(x, {0});
  const Array centred = x - mean;
  const Array s = std::get<1>(xt::linalg::svd(centred, false, false));
  return s * s / xt::sum(s * s)();  // (min(N, D))
}

// Exercises.

Array pca_new_points(const Array& x, const Array& others,
                     std::size_t components) {
  const Array mean = xt::mean(x, {0});
  const Array centred = x - mean;
  const Array vt = std::get<2>(xt::linalg::svd(centred));
  const Array known = pca_project(x, components);
  Array y = xt::linalg::dot(
      others - mean, xt::transpose(xt::view(vt, xt::range(0, components))));
  const Array raw = xt::linalg::dot(
      centred, xt::transpose(xt::view(vt, xt::range(0, components))));
  for (std::size_t k = 0; k < components; ++k)
    if (xt::sum(xt::col(raw, k) * xt::col(known, k))() < 0) xt::col(y, k) *= -1;
  return y;
}

double share_of_two(const Array& x) {
  const Array shares = explained_shares(x);
  return shares(0) + shares(1);
}

double kept_neighbours(const Array& a, const Array& b) {
  const Array of_a = horloge::squared_distances(a);
  const Array of_b = horloge::squared_distances(b);
  double kept = 0;
  for (std::size_t n = 0; n < a.shape(0); ++n)
    kept += nearest_other_row(of_a, n) == nearest_other_row(of_b, n);
  return kept / double(a.shape(0));
}

// Step: pca_by_hand
Array pca_project(const Array& x, std::size_t components) {
  const Array mean = xt::mean(x, {0});  // (D)
  const Array centred = x - mean;       // (N, D)
  const auto parts = xt::linalg::svd(centred);
  const Array u = std::get<0>(parts);  // (N, N)
  const Array s = std::get<1>(parts);  // (min(N, D)), largest first

  Array y = Array::from_shape({x.shape(0), components});
  for (std::size_t k = 0; k < components; ++k) {
    const Array column = s(k) * xt::col(u, k);
    const float farthest = column(xt::argmax(xt::abs(column))());
    xt::col(y, k) = farthest < 0 ? Array(-column) : column;
  }
  return y;  // (N, components)
}

// Fold: draws 200 random rows
void pca_by_hand(Page& page) {
  const Array rows = random_rows(page.seed() + 42);
  Scatter picture = points_of(pca_project(rows, 2));
  picture.title = "200 random rows, PCA";
  for (const std::size_t i : {0, 50, 100, 150})
    picture.names[i] = fmt::format("word {}", i);
  page.show(picture);

  const Array shares = explained_shares(rows);
  page.print("share of the variance: {:.2f} % + {:.2f} % = {:.2f} %\n",
             100 * shares(0), 100 * shares(1), 100 * (shares(0) + shares(1)));
}

// Step: what_to_expect
void what_to_expect(Page& page) {
  const double N = 200, D = 128;
  Array both = Array::from_shape({100});
  for (std::size_t draw = 0; draw < 100; ++draw)
    both(draw) = 100 * share_of_two(random_rows(page.seed() + draw));
  const double edge = std::pow(1 + std::sqrt(D / N), 2) / D;
  // Fold: prints them
  page.print("two of 128 directions, if all were alike  {:.2f} %\n", 200 / D);
  page.print("the two longest of 100 random draws       {:.2f} ± {:.2f} %\n",
             xt::mean(both)(), xt::stddev(both)());
  page.print("the longest in theory, twice              {:.2f} %\n",
             200 * edge);
  page.came_out(double(xt::mean(both)()));
  // End fold
}

// Step: tsne_of_random_rows
Array tsne_gradient(const Array& P, const Array& y) {
  const Array squares = xt::sum(y * y, {1}, xt::keep_dims);  // (N, 1)
  const Array distances = squares + xt::transpose(squares) -
                          2 * xt::linalg::dot(y, xt::transpose(y));  // (N, N)
  const Array w = (1 - xt::eye<float>(y.shape(0))) / (1 + distances);
  const Array Q = w / xt::sum(w)();
  const Array pull = (P - Q) * w;
  const Array total = xt::sum(pull, {1}, xt::keep_dims);  // (N, 1)
  return 4 * (total * y - xt::linalg::dot(pull, y));      // (N, 2)
}

// Fold: 1000 steps downhill, with momentum; draws the result
Array tsne_by_hand(const Array& P, Array y) {
  Array velocity = xt::zeros_like(y);
  for (int step = 0; step < 1000; ++step) {
    stage::stop_if_interrupted();
    const bool early = step < 250;
    const Array pull_more = (early ? 12.0F : 1.0F) * P;
    velocity =
        (early ? 0.5F : 0.8F) * velocity - 50.0F * tsne_gradient(pull_more, y);
    y += velocity;
  }
  return y;
}

void tsne_of_random_rows(Page& page) {
  const Array rows = random_rows(page.seed() + 42);
  const Array flat = pca_project(rows, 2);
  const Array P = horloge::tsne_affinities(rows, 30);  // (N, N)
  Scatter picture = points_of(tsne_by_hand(P, 1e-4F * flat));
  picture.title = "200 random rows, t-SNE by hand, perplexity 30";
  page.show(picture);
  page.print("trustworthiness: PCA {:.2f}, t-SNE {:.2f}\n",
             horloge::trustworthiness(rows, flat),
             horloge::trustworthiness(rows, picture.points));
}

// Step: invented_clusters
void invented_clusters(Page& page) {
  const Array rows = random_rows(page.seed() + 42);
  page.print("nearest neighbour at {:.2f} of the mean distance, in truth\n",
             nearest_to_mean(rows));
  Scatter picture;
  for (const double perplexity : {30, 2}) {
    TsneOptions options;
    options.perplexity = perplexity;
    options.progress = [](auto...) { stage::stop_if_interrupted(); };
    picture = points_of(horloge::tsne(rows, options).points);
    page.print("at {:.2f} in the picture of perplexity {}\n",
               nearest_to_mean(picture.points), perplexity);
  }
  picture.title = "The same rows, t-SNE, perplexity 2";
  page.show(picture);
}
