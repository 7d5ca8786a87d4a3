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

// Step: shapes
void shapes(Page& page) {
  const std::size_t vocab_size = 1000, max_seq_len = 100, d_model = 128;
  Rng rng(page.seed() + 42);
  const TokenEmbedding embedding(vocab_size, d_model, rng);
  const SinusoidalPositions positions(max_seq_len, d_model);
  const TransformerEncoder encoder(2, d_model, 4, rng);

  const Ids ids = rng.integers({4, 10}, 0, vocab_size);
  print_shape(page, "ids", {ids.shape(0), ids.shape(1)});
  print_shape(page, "embedding matrix", embedding.weight.shape());
  const Tensor tokens = embedding(ids);
  print_shape(page, "token embeddings", tokens.shape());
  print_shape(page, "table of positions", positions.pe.shape());
  const Tensor x = positions(tokens);
  print_shape(page, "sum with positions", x.shape());
  const Tensor y = encoder(x);
  print_shape(page, "after two layers", y.shape());
  const Tensor logits =
      matmul(y, Tensor(Array(xt::transpose(embedding.weight.array()))));
  print_shape(page, "scores of the next word", logits.shape());

  const Shape expected = {4, 10, d_model};
  page.print("\nexpected {}, got {}: {}\n", to_string(expected),
             to_string(x.shape()), x.shape() == expected ? "right" : "wrong");
}

// Step: same_both_ways
void same_both_ways(Page& page) {
  Rng rng(page.seed() + 42);
  TokenEmbedding embedding(1000, 128, rng);
  for (real& w : embedding.weight.mutable_array()) w /= std::sqrt(128.0F);
  const SinusoidalPositions positions(100, 128);
  const Ids ids = rng.integers({4, 10}, 0, 1000);
  const Array by_hand = input_embedding(ids, embedding.weight.array(),
                                        sinusoidal_table(100, 128));
  const Tensor by_modules = positions(embedding(ids) * std::sqrt(128.0F));
  page.print("input embedding   largest difference {:.1e}\n",
             largest_difference(by_hand, by_modules.array()));

  const Array rows = xt::view(glove().rows(), xt::range(0, 200));
  const Array flat = pca_project(rows, 2);
  page.print("PCA               largest difference {:.1e}\n",
             largest_difference(flat, pca(rows, 2).projected));

  const Array P = tsne_affinities(rows, 30);
  page.print(
      "t-SNE's gradient  largest difference {:.1e}\n",
      largest_difference(tsne_gradient(P, flat), tsne_loss(P, flat).gradient));
}

// End of steps
stage::StepCodes module_style_steps() {
  return {{"shapes", shapes}, {"same_both_ways", same_both_ways}};
}
