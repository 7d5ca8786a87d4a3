#include "horloge/kernels/attention_blocks.h"

namespace horloge::detail {
namespace {

// The weights of a block, kept or computed again.
const real* weights_of(const AttentionProblem& p, const Block& block, const AttentionInputs& in,
                       const real* kept, Scratch& scratch) {
  const real* const kept_here = kept + kept_offset(p.size, block);
  if (keeps_weights(p.size)) return kept_here;
  real* const weights = scratch.weights.data();
  scores_of(p, block, in, scratch.head.turned_keys, weights, scratch.row.data());
  softmax_rows({weights, block.rows(), block.stride}, visible_to(p, block), kept_here);
  return weights;
}

// Adds n numbers to others with a stride of 1, or of 0: then all go into one.
void add_row(const real* row, std::size_t n, real* to, std::size_t stride) {
  if (stride == 0) {
    *to += line_sum(row, n);
    return;
  }
#pragma omp simd
  for (std::size_t j = 0; j < n; ++j) to[j] += row[j];
}

void sum_of_rows(const real* x, std::size_t rows, std::size_t stride, real* sum) {
  std::copy_n(x, stride, sum);
  for (std::size_t r = 1; r < rows; ++r) add_row(x + r * stride, stride, sum, 1);
}

// The bias is added to the scores, so the gradient of a block's scores is added to its own, summed
// over the axes along which it repeats.
void add_to_dbias(const AttentionProblem& p, const Block& block, Scratch& scratch, real* dbias) {
  const auto add = [&](const real* row, std::size_t t) {
    real* const from = dbias + p.bias.offset(block.b, block.h, t);
    add_row(row, block.keys.size(), from + block.keys.begin * p.bias.stride[3], p.bias.stride[3]);
  };
  const real* const dscores = scratch.dscores.data();
  if (p.bias.stride[2] == 0) {  // the same for all queries
    sum_of_rows(dscores, block.rows(), block.stride, scratch.row.data());
    add(scratch.row.data(), 0);
  } else {
    for (std::size_t t = block.t0; t < block.t1; ++t)
      add(dscores + (t - block.t0) * block.stride, t);
  }
}

// Heads that add to the same part of a gradient stay on one thread: those that share a head of keys
// and values, and those that share a part of a learned bias.
Together together_in_backward(const AttentionProblem& p, bool learns_bias) {
  const AttentionSizes& s = p.size;
  return {learns_bias && p.bias.stride[0] == 0 ? s.B : 1,
          learns_bias && p.bias.stride[1] == 0 ? s.H : s.H / s.G};
}

// The queries of all blocks and heads add to one dk and dv. The first block overwrites them instead
// if they are fresh, so those of the keys that it does not see start at zero.
void clear_around(const HeadsGradient& out, const Block& block, std::size_t g, std::size_t keys,
                  std::size_t columns) {
  for (std::size_t r = 0; r < keys; ++r)
    if (r < block.keys.begin || r >= block.keys.end)
      std::fill_n(out.at(block.b, g) + r * out.row, columns, real{0});
}

// Where the part of a block's keys ends that begins at `begin`. Keys that only some of its queries
// see come in smaller parts, which are for fewer queries each.
std::size_t end_of_part(const AttentionProblem& p, const Block& block, std::size_t begin) {
  constexpr std::size_t some_see = 64;
  const std::size_t keys = tile_of(p, Pass::backward).keys;
  if (block.keys.size() <= keys) return block.keys.end;
  const std::size_t all_see = keys_of(p, block.t0).end / panel_columns * panel_columns;
  const std::size_t end = begin < all_see ? std::min(begin + keys, all_see) : begin + some_see;
  return std::min(end, block.keys.end);
}

// Calls body(part) for each part of a block's keys: at least once, and the first time with all of
// the block's queries, later without those that see none of the part.
template <class Body>
void for_each_part(const AttentionProblem& p, const Block& block, const Body& body) {
  Block part = block;
  do {
    part.keys.end = end_of_part(p, block, part.keys.begin);
    part.stride = stride_of(part.keys.size());
    body(part);
    part.keys.begin = part.keys.end;
    while (part.t0 + 1 < part.t1 && keys_of(p, part.t0).end <= part.keys.begin) ++part.t0;
  } while (part.keys.begin < block.keys.end);
}

// For each query of a block the sum of weights * dweights over all its keys, of which a part has
// only some: weights . (dy v^T) = (weights v) . dy = y . dy. Null where a block has one part, which
// sums them itself.
const real* sums_of_queries(const AttentionProblem& p, const Block& block, HeadsIn y, HeadsIn dy,
                            Scratch& scratch) {
  if (end_of_part(p, block, block.keys.begin) == block.keys.end) return nullptr;
  for (std::size_t t = block.t0; t < block.t1; ++t)
    scratch.per_query.data()[t - block.t0] = line_dot(
        y.at(block.b, block.h) + t * y.row, dy.at(block.b, block.h) + t * dy.row, p.size.Kv);
  return scratch.per_query.data();
}

}  // namespace

void attention_backward(const AttentionProblem& p, const AttentionInputs& in, HeadsIn y, HeadsIn dy,
                        const real* kept, const AttentionGradients& d) {
  const AttentionSizes& s = p.size;
  const Together together = together_in_backward(p, d.dbias != nullptr);
  for_each_block(p, in, Pass::backward, together, [&](const Block& block, Scratch& scratch) {
    const std::size_t b = block.b, h = block.h, g = shared_head(s, h);
    const bool first = block.t0 == 0 && h % (s.H / s.G) == 0;
    const bool fresh_dv = first && d.dv.fresh, fresh_dk = first && d.dk.fresh;
    if (fresh_dv) clear_around(d.dv, block, g, s.S, s.Kv);
    if (fresh_dk) clear_around(d.dk, block, g, s.S, s.K);
    const real* const sums = sums_of_queries(p, block, y, dy, scratch);
    for_each_part(p, block, [&](const Block& part) {
      const std::size_t rows = part.rows(), width = part.keys.size(), stride = part.stride;
      const MatrixIn q_rows{in.q.at(b, h) + part.t0 * in.q.row, in.q.row};
      const MatrixIn dy_rows{dy.at(b, h) + part.t0 * dy.row, dy.row};
      real* const dscores = scratch.dscores.data();
      const real* const weights = weights_of(p, part, in, kept, scratch);
      if (d.dv.data != nullptr)  // y = weights v, so dv = weights^T dy
        gemm_serial(width, s.Kv, rows, 1, {dropped(p, part, weights, scratch), stride, Trans::yes},
                    dy_rows, fresh_dv ? real{0} : real{1}, rows_of(d.dv, p, part), d.dv.row);
      // dweights = dy v^T, through the dropout, then through the softmax
      gemm_serial(rows, width, s.Kv, 1, dy_rows,
                  scratch.head.turned_values.from(0, part.keys.begin), 0, dscores, stride);
      if (p.dropout_p > 0) drop(p, part, dscores, dscores);
      softmax_backward({weights, rows, stride}, {dscores, rows, stride}, width,
                       sums == nullptr ? nullptr : sums + (part.t0 - block.t0));
      if (d.dbias != nullptr) add_to_dbias(p, part, scratch, d.dbias);
      if (d.dq.data != nullptr) {  // scores = scale q k^T
        const bool overwrites = d.dq.fresh && part.keys.begin == block.keys.begin;
        gemm_serial(rows, s.K, width, p.scale, {dscores, stride},
                    scratch.head.keys.from(part.keys.begin, 0), overwrites ? real{0} : real{1},
                    d.dq.at(b, h) + part.t0 * d.dq.row, d.dq.row);
      }
      if (d.dk.data != nullptr)
        gemm_serial(width, s.K, rows, p.scale, {dscores, stride, Trans::yes}, q_rows,
                    fresh_dk ? real{0} : real{1}, rows_of(d.dk, p, part), d.dk.row);
    });
  });
}

}  // namespace horloge::detail
