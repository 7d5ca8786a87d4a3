// The pipeline with the library's modules.

#include <cmath>
#include <xtensor/xmath.hpp>
#include <xtensor/xview.hpp>

#include "horloge/core/shape.h"
#include "horloge/nn/embedding.h"
#include "horloge/nn/position/sinusoidal.h"
#include "horloge/nn/transformer.h"
#include "horloge/ops/arithmetic.h"
#include "horloge/ops/matmul.h"
#include "horloge/projection/pca.h"
#include "horloge/projection/tsne.h"
#include "numpy_style.h"
#include "steps.h"
#include "word_vectors.h"

using namespace horloge;
using stage::Page;

namespace {

void print_shape(Page& page, const std::string& name, const Shape& shape) {
  page.print("{:<24} {}\n", name, to_string(shape));
}

double largest_difference(const Array& a, const Array& b) {
  return xt::amax(xt::abs(a - b))();
}

}  // namespace

// Step: same_both_ways
void same_both_ways(Page& page) {
  // Fold: modules for 1000 words of 128 numbers, and the ids of 4 sentences
  Rng rng(page.seed() + 42);
  TokenEmbedding embedding(1000, 128, rng);
  for (real& w : embedding.weight.mutable_array()) w /= std::sqrt(128.0F);
  const SinusoidalPositions positions(100, 128);
  const TransformerEncoder encoder(2, 128, 4, rng);
  const Ids ids = rng.integers({4, 10}, 0, 1000);
  // End fold
  const Tensor tokens = embedding(ids) * std::sqrt(128.0F);
  const Tensor x = positions(tokens);
  const Tensor y = encoder(x);
  const Tensor scores = linear(y, embedding.weight);  // the matrix once more

  const Array by_hand = input_embedding(ids, embedding.weight.array(),
                                        sinusoidal_table(100, 128));
  // Fold: prints shapes and differences, of PCA and t-SNE's gradient, too
  print_shape(page, "ids", {ids.shape(0), ids.shape(1)});
  print_shape(page, "embedding matrix", embedding.weight.shape());
  print_shape(page, "token embeddings", tokens.shape());
  print_shape(page, "table of positions", positions.pe.shape());
  print_shape(page, "sum with positions", x.shape());
  print_shape(page, "after two layers", y.shape());
  print_shape(page, "scores of the next word", scores.shape());

  page.print("\ninput embedding   largest difference {:.1e}\n",
             largest_difference(by_hand, x.array()));
  const Array rows = xt::view(glove().rows(), xt::range(0, 200));
  const Array flat = pca_project(rows, 2);
  page.print("PCA               largest difference {:.1e}\n",
             largest_difference(flat, pca(rows, 2).projected));
  const Array P = tsne_affinities(rows, 30);
  page.print(
      "t-SNE's gradient  largest difference {:.1e}\n",
      largest_difference(tsne_gradient(P, flat), tsne_loss(P, flat).gradient));
  // End fold
}

// End of steps
stage::StepCodes module_style_steps() {
  return {{"same_both_ways", same_both_ways}};
}
