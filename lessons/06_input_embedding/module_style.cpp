// The pipeline with the library's modules.

#include "common/largest_difference.h"
#include "common/modules.h"
#include "course/stage/lesson.h"
#include "horloge/projection/pca.h"
#include "horloge/projection/tsne.h"
#include "horloge/text/width.h"
#include "numpy_style.h"
#include "word_vectors.h"

using namespace horloge;

namespace {

void print_mean_and_deviation(Page& page, const std::string& name,
                              const Array& x) {
  const double mean = xt::mean<double>(x)(), n = double(x.size());
  const double squares = xt::sum<double>(xt::square(x - mean))();
  const std::string space(36 - horloge::display_width(name), ' ');
  page.print("{}{}{:9.6f}  {:9.6f}\n", name, space, mean,
             std::sqrt(squares / (n - 1)));
}

void print_shape(Page& page, const std::string& name, const Shape& shape) {
  page.print("{:<24} {}\n", name, to_string(shape));
}

// Each row 0, 1, … T - 1.   ids (B, T) -> (B, T)
Ids places_of(const Ids& ids) {
  const Ids row = xt::arange<std::int64_t>(std::int64_t(ids.shape(1)));
  return xt::broadcast(row, ids.shape());
}

}  // namespace

// Step: the_class
class PositionalEmbedding : public Module {
 public:
  PositionalEmbedding(std::size_t max_seq_len, std::size_t d_model)
      : pe(buffer("pe", sinusoidal_table(max_seq_len, d_model))) {}
  // ids (B, T) -> the rows of their positions, (B, T, D)
  Tensor operator()(const Ids& i) const { return embedding(places_of(i), pe); }
  Tensor pe;  // (max_seq_len, D)
};
class InputEmbedding : public Module {
 public:
  InputEmbedding(std::size_t V, std::size_t D, double p, Rng& rng)
      : tokens(child("tokens", TokenEmbedding(V, D, rng))),
        positions(child("positions", PositionalEmbedding(100, D))),
        dropout(child("dropout", Dropout(p, rng))),
        scale(std::sqrt(real(D))) {}
  Tensor operator()(const Ids& ids) const {
    return dropout(tokens(ids) * scale + positions(ids));
  }
  TokenEmbedding tokens;
  PositionalEmbedding positions;
  Dropout dropout;
  real scale;
};
// Fold: prints the parts, the sum as it is, and the sum with the scale
void the_class(Page& page) {
  Rng rng(page.seed() + 42);
  InputEmbedding embed(1000, 128, 0.1, rng);
  embed.eval();
  const Ids ids = rng.integers({4, 10}, 0, 1000);
  const Array rows = embed.positions(ids).array();
  const Array as_it_is = embed.tokens(ids).array() + rows;
  for (real& w : embed.tokens.weight.mutable_array()) w /= embed.scale;
  const Array scaled = embed(ids).array();
  const Array by_hand = input_embedding(ids, embed.tokens.weight.array(),
                                        sinusoidal_table(100, 128));
  page.print("{:<36}{:>9}  {:>9}\n", "", "mean", "std dev");
  print_mean_and_deviation(page, "positions", rows);
  print_mean_and_deviation(page, "rows of std dev 1, as they are", as_it_is);
  print_mean_and_deviation(page, "rows of std dev 1/√128, scaled", scaled);
  page.print("\nlargest difference of the two sums {:.1e}\n",
             largest_difference(as_it_is, scaled));
  page.print("largest difference from the sum by hand {:.1e}\n",
             largest_difference(by_hand, scaled));
}

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
