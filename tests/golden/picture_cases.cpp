#include <fmt/format.h>

#include <algorithm>

#include "golden/kinds.h"
#include "horloge/core/rng.h"
#include "horloge/projection/distances.h"
#include "horloge/projection/pca.h"
#include "horloge/projection/trustworthiness.h"
#include "horloge/projection/tsne.h"

namespace horloge::golden {
namespace {

double smallest(const std::vector<double>& values) {
  return *std::min_element(values.begin(), values.end());
}

double largest(const std::vector<double>& values) {
  return *std::max_element(values.begin(), values.end());
}

// The numbers of two results.
std::vector<double> both(Case& c, const std::string& a, const std::string& b) {
  std::vector<double> all = c.judged_by_caller(a);
  for (const double value : c.judged_by_caller(b)) all.push_back(value);
  return all;
}

// Share of the points whose nearest neighbour in the picture has the same label.
double same_label_nearest(const Array& points, const Ids& labels) {
  const Array distances = squared_distances(points);
  const std::size_t N = labels.size();
  double same = 0;
  for (std::size_t i = 0; i < N; ++i) {
    std::size_t nearest = i == 0 ? 1 : 0;
    for (std::size_t j = 0; j < N; ++j)
      if (j != i && distances(i, j) < distances(i, nearest)) nearest = j;
    same += labels(i) == labels(nearest) ? 1 : 0;
  }
  return same / static_cast<double>(N);
}

}  // namespace

// Signs as well as numbers: they are fixed the same way.
void run_pca(Case& c) {
  c.settings.describes({"svd_solver"});
  const Pca got = pca(c.array("in.X"), c.settings.integer("n_components"));
  c.check("out.mean", got.mean);
  c.check("out.components", got.components);
  c.check("out.singular_values", got.singular_values);
  c.check("out.explained_variance", got.explained_variance);
  c.check("out.explained_variance_ratio", got.explained_variance_ratio);
  c.check("out.transformed", got.projected);
  c.check("out.transformed", got.project(c.array("in.X")));
}

// A layout is not unique, and its quality varies with the start, there as here. Held against the
// reference's runs, each start must come near the worst of them, and the best must reach it.
void run_tsne(Case& c) {
  c.settings.describes({"random_states", "init", "learning_rate", "method"});
  const Array x = c.array("in.X");
  TsneOptions options;
  options.perplexity = c.settings.number("perplexity");
  options.iterations = c.settings.integer("n_iter");
  const double divergence = largest(both(c, "out.kl", "out.kl_exact"));
  const double trust = smallest(both(c, "out.trustworthiness_k5", "out.trustworthiness_exact"));

  double best = 0;
  for (const std::uint64_t start : {0, 1, 2, 3}) {
    if (start > 0) options.start = Rng(start).normal({x.shape()[0], 2}, 0, 1e-4);
    const Tsne got = tsne(x, options);
    const double got_trust = trustworthiness(x, got.points, 5);
    best = std::max(best, got_trust);
    if (!(got.divergence <= 1.1 * divergence && got_trust >= trust - 0.03))
      c.fail(
          fmt::format("start {}: got divergence {:.6g} and trustworthiness {:.6g}, want about "
                      "{:.6g} and {:.6g}",
                      start, got.divergence, got_trust, divergence, trust));
    if (c.has("out.same_label_nearest") &&
        same_label_nearest(got.points, c.ids("in.label")) <
            smallest(c.judged_by_caller("out.same_label_nearest")))
      c.fail(fmt::format("start {}: a nearest neighbour has another label", start));
  }
  if (!(best >= trust))
    c.fail(fmt::format("trustworthiness: best {:.6g}, want at least {:.6g}", best, trust));

  Array of_pca = empty({});
  of_pca() = static_cast<real>(trustworthiness(x, pca(x, 2).projected, 5));
  c.check("out.trustworthiness_pca", of_pca);
}

void run_tsne_steps(Case& c) {
  const Array P = tsne_affinities(c.array("in.X"), c.settings.number("perplexity"));
  // The search for the bandwidth stops at 1e-5 in the entropy, there and here.
  c.check("out.P", P, {1e-9, 1e-3});

  const TsneLoss loss = tsne_loss(c.array("out.P"), c.array("in.Y"));
  const std::vector<double> gradient = c.judged_by_caller("out.grad");
  const double longest = std::max(largest(gradient), -smallest(gradient));
  const double relative = in_double ? 1e-6 : 1e-5;
  Array divergence = empty({});
  divergence() = static_cast<real>(loss.divergence);
  c.check("out.kl", divergence, {0, relative});
  c.check("out.grad", loss.gradient, {relative * longest, 0});
}

}  // namespace horloge::golden
