#include <algorithm>
#include <cmath>

#include "golden/kinds.h"
#include "horloge/nn/position/learned.h"
#include "horloge/nn/position/sinusoidal.h"
#include "horloge/ops/arithmetic.h"
#include "horloge/ops/lookup.h"
#include "horloge/ops/matmul.h"

namespace horloge::golden {
namespace {

Ids ids_of(const std::vector<std::int64_t>& numbers) {
  Ids ids = Ids::from_shape({numbers.size()});
  std::copy(numbers.begin(), numbers.end(), ids.begin());
  return ids;
}

Array array_of(const Shape& shape, const std::vector<double>& numbers) {
  Array out = empty(shape);
  std::transform(numbers.begin(), numbers.end(), out.data(),
                 [](double x) { return static_cast<real>(x); });
  return out;
}

/// The layout that a code base uses; false for one that nobody here knows.
bool variant_options(const std::string& name, SinusoidOptions& options) {
  if (const auto padding = number_in_name(name, "fairseq_pad")) {
    options.layout = SinusoidLayout::tensor2tensor;
    options.padding_idx = static_cast<std::int64_t>(*padding);
    return true;
  }
  if (name == "paper_interleaved")
    options.layout = SinusoidLayout::interleaved;
  else if (name == "marian_concat" || name == "txl_concat")
    options.layout = SinusoidLayout::halves;
  else if (name == "tensor2tensor" || name == "fairseq")
    options.layout = SinusoidLayout::tensor2tensor;
  else
    return false;
  return true;
}

// The 2 x 2 blocks on the diagonal of a (D, D) matrix.
void append_blocks(const Array& matrix, std::vector<double>& blocks) {
  for (std::size_t k = 0; k + 1 < matrix.shape()[0]; k += 2)
    for (const std::size_t row : {k, k + 1})
      for (const std::size_t column : {k, k + 1}) blocks.push_back(matrix(row, column));
}

}  // namespace

void run_sinusoidal_table(Case& c) {
  c.check("out.pe", sinusoidal_table(c.settings.integer("seq_len"), c.settings.integer("d_model")));
}

void run_sinusoidal_rows(Case& c) {
  c.settings.describes({"seq_len"});
  c.check("out.pe_rows", sinusoidal_rows(c.ids("in.rows"), c.settings.integer("d_model")));
}

// The same shift three ways: as rotations, as one matrix, and by the rows of the later positions.
void run_sinusoidal_shift(Case& c) {
  c.settings.describes({"residual_max_abs"});
  const std::size_t D = c.settings.integer("d_model");
  const Ids phi = c.ids("in.phi");
  const Ids t = c.ids("in.t");
  const Tensor p_t(c.array("in.p_t"));
  (void)c.array("in.omega");  // follows from d_model

  std::vector<double> blocks, matrices, moved, later;
  for (const std::int64_t offset : phi) {
    const Array M = sinusoidal_shift(static_cast<double>(offset), D);
    append_blocks(M, blocks);
    matrices.insert(matrices.end(), M.begin(), M.end());
    const Array shifted = linear(p_t, Tensor(M)).array();
    moved.insert(moved.end(), shifted.begin(), shifted.end());
    const Ids positions = t + offset;
    const Array rows = sinusoidal_rows(positions, D);
    later.insert(later.end(), rows.begin(), rows.end());
  }
  c.check("out.M", array_of({phi.size(), D / 2, 2, 2}, blocks));
  c.check("out.M_block_diag", array_of({phi.size(), D, D}, matrices));
  c.check("out.p_t_plus_phi", array_of({phi.size(), t.size(), D}, moved));
  c.check("out.p_t_plus_phi", array_of({phi.size(), t.size(), D}, later));
}

void run_sinusoidal_variants(Case& c) {
  const std::size_t L = c.settings.integer("L");
  const std::size_t D = c.settings.integer("d");
  for (const std::string& name : c.names("out.")) {
    SinusoidOptions options;
    if (variant_options(name, options)) c.check("out." + name, sinusoidal_table(L, D, options));
  }
}

void run_positional_encoding_module(Case& c) {
  c.settings.describes({"batch", "seq", "dropout"});
  const SinusoidalPositions positions(c.settings.integer("max_len"), c.settings.integer("d_model"));
  for (const auto& [name, buffer] : positions.named_buffers())
    c.check("out." + name + "_buffer", buffer);
  const Tensor x = c.leaf("in.x");
  const Tensor y = positions(x);
  c.check("out.y", y);
  y.backward(c.has("in.grad_y") ? c.array("in.grad_y") : ones(y.shape()));
  c.check_grad("grad.x", x);
}

void run_learned_positions(Case& c) {
  c.settings.describes({"vocab"});
  const std::size_t max_seq_len = c.settings.integer("max_position");
  const std::size_t offset = c.settings.integer("offset", 0);
  const Tensor token_weight = c.leaf("param.token_weight");
  Rng rng;
  LearnedPositions positions(max_seq_len, c.settings.integer("d_model"), rng);
  positions.load_state_dict({{"weight", Tensor(c.array("param.position_weight"))}});

  const Ids ids = c.ids("in.ids");
  const Tensor y = positions(embedding(ids, token_weight), offset);
  c.check_y(y);
  c.check_grad("grad.token_weight", token_weight);
  c.check_grad("grad.position_weight", positions.weight);

  if (!c.has("in.positions")) return;
  const Tensor table = positions.weight.detach();
  const Tensor by_id =
      embedding(ids, token_weight.detach()) + embedding(c.ids("in.positions"), table);
  c.check("out.y", by_id);
}

void run_embedding_pipeline(Case& c) {
  c.settings.describes({"vocab_size", "seed", "batch_size", "seq_len"});
  const std::size_t D = c.settings.integer("d_model");
  const Array table = sinusoidal_table(c.settings.integer("max_seq_len"), D);
  const Tensor tokens = embedding(c.ids("in.token_ids"), Tensor(c.array("in.E")));
  const Tensor positions = embedding(c.ids("in.position_ids"), Tensor(table));
  c.check("out.token_embeddings", tokens);
  c.check("out.pe_matrix", table);
  c.check("out.position_encodings", positions);
  c.check("out.combined", tokens + positions);
}

// Numbers that a notebook prints about its own code: one row explained entry by entry, the first
// and the last but one entry of some rows, the smallest and largest divisors, and the distances
// between neighbours in a table of 1000 rows of 64.
void run_notebook_numbers(Case& c) {
  const std::size_t D = c.settings.integer("d_model");
  const std::int64_t pos = c.settings.integer("pos");
  const auto divisor = [](std::size_t pair, std::size_t d_model) {
    return std::pow(10000.0, 2.0 * static_cast<double>(pair) / static_cast<double>(d_model));
  };

  const Array row = sinusoidal_rows(ids_of({pos}), D);
  std::vector<double> table;
  for (std::size_t k = 0; k < D; ++k) {
    const double pair = static_cast<double>(k / 2);
    const double by = divisor(k / 2, D);
    table.insert(table.end(), {static_cast<double>(k), pair, by, static_cast<double>(pos) / by,
                               static_cast<double>(row.data()[k])});
  }
  c.check("out.table_dim_i_divisor_argument_value", array_of({D, 5}, table));

  const Array varied = sinusoidal_rows(c.ids("in.vary_pos"), D);
  for (const std::string& name : c.names("out.vary_dim")) {
    const std::size_t k = std::stoul(name);
    Array column = empty({varied.shape()[0]});
    for (std::size_t i = 0; i < column.size(); ++i) column(i) = varied(i, k);
    c.check("out.vary_dim" + name, column);
  }

  std::vector<double> smallest, largest;
  std::vector<std::int64_t> pairs;
  for (const std::int64_t d : c.ids("in.div_d_model")) {
    const auto d_model = static_cast<std::size_t>(d);
    pairs.push_back(d / 2);
    smallest.push_back(divisor(0, d_model));
    largest.push_back(divisor(d_model / 2 - 1, d_model));
  }
  c.check("out.n_pairs", ids_of(pairs));
  c.check("out.div_min", array_of({smallest.size()}, smallest));
  c.check("out.div_max", array_of({largest.size()}, largest));

  const Array wide = sinusoidal_table(1000, 64);
  std::vector<double> distances;
  for (const std::int64_t p : c.ids("in.dist_pos")) {
    double sum = 0;
    for (std::size_t k = 0; k < 64; ++k) sum += std::pow(wide(p + 1, k) - wide(p, k), 2);
    distances.push_back(std::sqrt(sum));
  }
  // The notebook's table is in float32, where an angle near 1000 is itself off by 3e-5.
  c.check("out.dist", array_of({distances.size()}, distances), {1e-4, 0});
}

}  // namespace horloge::golden
