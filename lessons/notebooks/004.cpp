// What cells of notebook 5 compute, in its own names.

#include <fmt/format.h>

#include "common/modules.h"
#include "course/stage/lesson.h"
#include "course/stage/long_work.h"
#include "horloge/core/random_state.h"
#include "horloge/projection/pca.h"
#include "horloge/projection/tsne.h"

using namespace horloge;
using xt::placeholders::_;

namespace {

constexpr std::size_t vocab_size = 1000, max_seq_len = 100, d_model = 128,
                      batch_size = 4, seq_len = 10;

void print_shape(Page& page, const std::string& name, const Shape& shape) {
  page.print("{:<22}{}\n", name, to_string(shape));
}

// As torch has it: n - 1 for the standard deviation.
void print_statistics(Page& page, const Array& x) {
  const double mean = xt::mean<double>(x)();
  const double squares = xt::sum<double>(xt::square(x - mean))();
  page.print("{:<22}{:.6f}\n{:<22}{:.6f}\n", "Moyenne", mean, "Écart-type",
             std::sqrt(squares / double(x.size() - 1)));
}

// 0 to seq_len - 1 in each row.
Ids create_position_ids() {
  const Ids row = xt::arange<std::int64_t>(seq_len);
  return xt::broadcast(row, {batch_size, seq_len});
}

}  // namespace

// Step: token_embedding_numpy
void token_embedding_numpy(Page& page) {
  RandomState random(42);
  const Array embedding_matrix =
      real(0.01) * random.randn({vocab_size, d_model});
  const Ids token_ids = random.randint(0, vocab_size, {batch_size, seq_len});
  Array embeddings = Array::from_shape({batch_size, seq_len, d_model});
  for (std::size_t b = 0; b < batch_size; ++b)
    for (std::size_t t = 0; t < seq_len; ++t)
      xt::view(embeddings, b, t) = xt::view(embedding_matrix, token_ids(b, t));

  print_shape(page, "embedding_matrix", embedding_matrix.shape());
  print_shape(page, "token_ids", token_ids.shape());
  print_shape(page, "embeddings", embeddings.shape());
  const Array embedding_vector = xt::view(embeddings, 0, 0);
  page.print("Token ID {}, norme L2 {:.4f}\n", token_ids(0, 0),
             std::sqrt(xt::sum(xt::square(embedding_vector))()));
}

// Step: token_embedding_torch
void token_embedding_torch(Page& page) {
  Rng rng(1);
  const TokenEmbedding token_emb(vocab_size, d_model, rng);
  const Ids token_ids_torch =
      rng.integers({batch_size, seq_len}, 0, vocab_size);
  const Tensor embeddings_torch = token_emb(token_ids_torch);
  page.print("{:<22}{}\n", "num_params", token_emb.parameter_count());
  print_shape(page, "token_ids_torch", token_ids_torch.shape());
  print_shape(page, "embeddings_torch", embeddings_torch.shape());
  print_statistics(page, embeddings_torch.array());
}

// Step: positions_numpy
Array create_sinusoidal_positional_encoding() {
  const Array pos = xt::arange<real>(0, real(max_seq_len));
  const Array two_i = xt::arange<real>(0, real(d_model), 2);
  const Array divisor = xt::pow(real(10000), two_i / real(d_model));
  const Array angle = xt::linalg::outer(pos, 1 / divisor);
  Array pe_matrix = xt::zeros<real>({max_seq_len, d_model});
  xt::view(pe_matrix, xt::all(), xt::range(0, _, 2)) = xt::sin(angle);
  xt::view(pe_matrix, xt::all(), xt::range(1, _, 2)) = xt::cos(angle);
  return pe_matrix;
}

void positions_numpy(Page& page) {
  const Array pe_matrix = create_sinusoidal_positional_encoding();
  const Ids position_ids = create_position_ids();
  const Tensor pos_encodings = embedding(position_ids, Tensor(pe_matrix));
  print_shape(page, "pe_matrix", pe_matrix.shape());
  print_shape(page, "position_ids", position_ids.shape());
  print_shape(page, "pos_encodings", pos_encodings.shape());
  page.print("{:<22}{:.6f}\n{:<22}{:.6f}\n", "Moyenne",
             xt::mean<double>(pe_matrix)(), "Écart-type",
             std::sqrt(xt::variance<double>(pe_matrix)()));
}

// Step: fifty_positions
void fifty_positions(Page& page) {
  const Array pe_matrix = create_sinusoidal_positional_encoding();
  HeatMap map;
  map.values = xt::view(pe_matrix, xt::range(0, 50), xt::all());
  map.low = -1;
  map.high = 1;
  map.x_label = "dimension";
  map.y_label = "position";
  page.show(map);
}

// Step: positions_torch
class PositionalEmbedding : public Module {
 public:
  PositionalEmbedding()
      : pe(buffer("pe", create_sinusoidal_positional_encoding())) {}
  Tensor operator()() const { return embedding(create_position_ids(), pe); }
  Tensor pe;  // (max_seq_len, d_model)
};

void positions_torch(Page& page) {
  const PositionalEmbedding pos_emb;
  const Tensor pos_encodings_torch = pos_emb();
  page.print("{:<22}{}\n", "num_params", pos_emb.parameter_count());
  print_shape(page, "pos_encodings_torch", pos_encodings_torch.shape());
  print_statistics(page, pos_encodings_torch.array());
}

// Step: combined
void combined(Page& page) {
  Rng rng(1);
  const TokenEmbedding token_emb(vocab_size, d_model, rng);
  const PositionalEmbedding pos_emb;
  const Ids token_ids = rng.integers({batch_size, seq_len}, 0, vocab_size);
  const Tensor token_embeddings = token_emb(token_ids);
  const Tensor positional_encodings = pos_emb();
  const Tensor combined_embeddings = token_embeddings + positional_encodings;
  print_shape(page, "combined_embeddings", combined_embeddings.shape());
  print_statistics(page, combined_embeddings.array());
}

// Step: embeddings_pca
Array embeddings_subset() {  // 200 rows of a fresh table
  Rng rng(1);
  return TokenEmbedding(200, d_model, rng).weight.array();
}

Scatter plane_of(const Array& embeddings_2d) {
  Scatter plane;
  plane.points = embeddings_2d;
  plane.names.resize(200);
  for (const std::size_t i : {0, 50, 100, 150})
    plane.names[i] = fmt::format("Token {}", i);
  return plane;
}

void embeddings_pca(Page& page) {
  const Pca found = pca(embeddings_subset(), 2);
  page.show(plane_of(found.projected));
  page.print("Variance expliquée: {:.2f} %\n",
             100 * xt::sum(found.explained_variance_ratio)());
}

// Step: embeddings_tsne
void embeddings_tsne(Page& page) {
  TsneOptions options;
  options.perplexity = 30;
  options.progress = [](std::size_t, double) { stage::stop_if_interrupted(); };
  const Array embeddings_2d_tsne = tsne(embeddings_subset(), options).points;
  page.show(plane_of(embeddings_2d_tsne));
}

// Step: shape_checks
void shape_checks(Page& page) {
  Rng rng(1);
  const Ids token_ids = rng.integers({batch_size, seq_len}, 0, vocab_size);
  const TokenEmbedding token_emb(vocab_size, d_model, rng);
  const Tensor token_embeddings = token_emb(token_ids);
  const Tensor positional_encodings = PositionalEmbedding()();
  const Tensor combined_embeddings = token_embeddings + positional_encodings;
  print_shape(page, "token_ids", token_ids.shape());
  print_shape(page, "token_embeddings", token_embeddings.shape());
  print_shape(page, "positional_encodings", positional_encodings.shape());
  print_shape(page, "combined_embeddings", combined_embeddings.shape());
}
