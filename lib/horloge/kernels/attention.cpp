#include "horloge/kernels/attention.h"

#include <algorithm>

#include "horloge/core/parallel.h"
#include "horloge/core/shape.h"
#include "horloge/kernels/attention_rows.h"
#include "horloge/kernels/dropout.h"
#include "horloge/kernels/gemm.h"
#include "horloge/kernels/lanes.h"
#include "horloge/kernels/lines.h"

namespace horloge::detail {
namespace {

// Queries are taken in blocks, so that the scores take (block, keys) of memory and not (T, S), and
// a block costs no more than the keys that some of its queries see.
constexpr std::size_t block_rows = 64;

// The keys that query t sees, as far as no mask hides them.
KeyRange keys_of(const AttentionProblem& p, std::size_t t) {
  if (!p.causal) return {0, p.size.S};
  const auto key = [S = static_cast<std::ptrdiff_t>(p.size.S)](std::ptrdiff_t j) {
    return static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(j, 0, S));
  };
  const std::ptrdiff_t next = static_cast<std::ptrdiff_t>(t) + p.causal_offset + 1;
  return {p.window == 0 ? 0 : key(next - static_cast<std::ptrdiff_t>(p.window)), key(next)};
}

// One block of queries of one head, from t0 to t1, and the keys that some of them see. Their scores
// lie in rows `stride` apart.
struct Block {
  std::size_t b, h, t0, t1;
  KeyRange keys;
  std::size_t stride;
  std::size_t rows() const { return t1 - t0; }
};

// The keys of a block, counted from its first, that its query in row r sees.
auto visible_to(const AttentionProblem& p, const Block& block) {
  return [&p, t0 = block.t0, all = block.keys](std::size_t r) -> KeyRange {
    const KeyRange own = keys_of(p, t0 + r);
    const std::size_t begin = std::clamp(own.begin, all.begin, all.end);
    return {begin - all.begin, std::clamp(own.end, begin, all.end) - all.begin};
  };
}

// `keys` without those at both ends that the mask hides from all queries from t0 to t1.
KeyRange without_hidden(const Broadcast<bool>& mask, const Block& block, KeyRange keys) {
  if (mask.data == nullptr || mask.stride[3] == 0) return keys;
  KeyRange seen{keys.end, keys.begin};
  const std::size_t t1 = mask.stride[2] == 0 ? block.t0 + 1 : block.t1;
  for (std::size_t t = block.t0; t < t1; ++t) {
    const bool* const row = mask.row(block.b, block.h, t);
    seen.begin =
        static_cast<std::size_t>(std::find(row + keys.begin, row + seen.begin, true) - row);
    std::size_t end = keys.end;
    while (end > seen.end && !row[end - 1]) --end;
    seen.end = end;
  }
  return seen.begin < seen.end ? seen : KeyRange{keys.begin, keys.begin};
}

template <class Body>
void for_each_block(const AttentionProblem& p, std::size_t b, std::size_t h, const Body& body) {
  for (std::size_t t0 = 0; t0 < p.size.T; t0 += block_rows) {
    const std::size_t t1 = std::min(t0 + block_rows, p.size.T);
    Block block{b, h, t0, t1, {keys_of(p, t0).begin, keys_of(p, t1 - 1).end}, 0};
    for (const Broadcast<bool>* mask : {&p.mask, &p.key_mask})
      block.keys = without_hidden(*mask, block, block.keys);
    block.keys.begin -= block.keys.begin % lanes;  // so that each key stays in its lane
    block.stride = stride_of(block.keys.size());
    body(block);
  }
}

// The key-value head that a query head reads.
std::size_t shared_head(const AttentionSizes& s, std::size_t h) { return h / (s.H / s.G); }

// The first of a block's rows of keys or values, or of their gradients.
template <class T>
T* rows_of(const Heads<T>& x, const AttentionProblem& p, const Block& block) {
  return x.at(block.b, shared_head(p.size, block.h)) + block.keys.begin * x.row;
}

void add_bias(const Broadcast<real>& bias, const Block& block, std::size_t t, real* scores) {
  const real* const row = bias.row(block.b, block.h, t) + block.keys.begin * bias.stride[3];
  for (std::size_t j = 0; j < block.keys.size(); ++j) scores[j] += row[j * bias.stride[3]];
}

// 1 for each of the block's keys that the masks let query t see, else 0, up to the stride.
void find_visible(const AttentionProblem& p, const Block& block, std::size_t t, real* visible) {
  const std::size_t n = block.keys.size();
  for (std::size_t j = 0; j < block.stride; ++j) visible[j] = j < n ? 1 : 0;
  for (const Broadcast<bool>* mask : {&p.mask, &p.key_mask}) {
    if (mask->data == nullptr) continue;
    const bool* const takes_part =
        mask->row(block.b, block.h, t) + block.keys.begin * mask->stride[3];
    for (std::size_t j = 0; j < n; ++j)
      if (!takes_part[j * mask->stride[3]]) visible[j] = 0;
  }
}

void hide(const real* visible, real* scores, std::size_t n) {
#pragma omp simd
  for (std::size_t j = 0; j < n; ++j)
    scores[j] = visible[j] != real{0} ? scores[j] : minus_infinity;
}

// scale q k^T + bias, -infinity where a mask hides a key. `visible` is room for a row.
void scores_of(const AttentionProblem& p, const Block& block, const AttentionInputs& in,
               real* scores, real* visible) {
  const auto [b, h, t0, t1, keys, stride] = block;
  gemm_serial(block.rows(), keys.size(), p.size.K, p.scale,
              {in.q.at(b, h) + t0 * in.q.row, in.q.row},
              {rows_of(in.k, p, block), in.k.row, Trans::yes}, 0, scores, stride);
  if (p.bias.data != nullptr)
    for (std::size_t t = t0; t < t1; ++t) add_bias(p.bias, block, t, scores + (t - t0) * stride);
  if (p.mask.data == nullptr && p.key_mask.data == nullptr) return;
  const bool same_for_all_queries = p.mask.stride[2] == 0;
  for (std::size_t t = t0; t < t1; ++t) {
    if (t == t0 || !same_for_all_queries) find_visible(p, block, t, visible);
    hide(visible, scores + (t - t0) * stride, stride);
  }
}

// Each weight's dropout factor is drawn by its place in (B, H, T, S), so blocks and threads do not
// matter. `from` may be `to`.
void drop(const AttentionProblem& p, const Block& block, const real* from, real* to) {
  const DropoutMask mask = dropout_mask(p.dropout_p, p.dropout_key);
  const auto& s = p.size;
  for (std::size_t t = block.t0; t < block.t1; ++t) {
    const std::size_t first = ((block.b * s.H + block.h) * s.T + t) * s.S + block.keys.begin;
    const std::size_t row = (t - block.t0) * block.stride;
    apply_dropout(mask, first, from + row, to + row, block.keys.size());
  }
}

enum class Pass { forward, backward };

// Memory for the work on one block.
struct Scratch {
  Scratch(const AttentionProblem& p, Pass pass) : Scratch(p, stride_of(p.size.S), pass) {}
  Scratch(const AttentionProblem& p, std::size_t stride, Pass pass)
      : weights(empty({rows(p), stride})),
        dropped(empty({p.dropout_p > 0 ? rows(p) : 0, stride})),
        dscores(empty({pass == Pass::backward ? rows(p) : 0, stride})),
        row(empty({stride})) {}
  static std::size_t rows(const AttentionProblem& p) { return std::min(block_rows, p.size.T); }

  Array weights;  // scores, then weights
  Array dropped, dscores;
  Array row;  // which keys a query sees; a sum of rows
};

// The weights after dropout.
const real* dropped(const AttentionProblem& p, const Block& block, const real* weights,
                    Scratch& scratch) {
  if (p.dropout_p == 0) return weights;
  drop(p, block, weights, scratch.dropped.data());
  return scratch.dropped.data();
}

// Weights are kept for backward where keys are few, so that memory grows with the queries alone. A
// block's are contiguous, at the offset of its first query.
constexpr std::size_t kept_keys = 256;
bool keeps_weights(const AttentionSizes& s) { return s.S <= kept_keys; }
std::size_t kept_per_query(const AttentionSizes& s) {
  return keeps_weights(s) ? stride_of(s.S) : 1;
}
std::size_t kept_offset(const AttentionSizes& s, const Block& block) {
  return ((block.b * s.H + block.h) * s.T + block.t0) * kept_per_query(s);
}

// Heads that one thread works on, in order: `heads` neighbours in each of `batches`.
struct Together {
  std::size_t batches, heads;
};

// About what one head costs, to decide how many make a tile worth a thread.
std::size_t heads_per_tile(const AttentionSizes& s) {
  constexpr std::size_t worth_a_thread = std::size_t{1} << 17;  // multiplications
  return worth_a_thread / std::max<std::size_t>(1, s.T * s.S * s.K);
}

// body(b, h, scratch) for every head.
template <class Body>
void for_each_head(const AttentionProblem& p, Pass pass, Together together, const Body& body) {
  const AttentionSizes& s = p.size;
  if (s.B * s.H == 0) return;
  const std::size_t per_batch = s.H / together.heads;
  const std::size_t count = s.B / together.batches * per_batch;
  const std::size_t tile = heads_per_tile(s) / (together.batches * together.heads);
  parallel_for(count, tile, [&](std::size_t begin, std::size_t end) {
    Scratch scratch(p, pass);
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t b0 = i / per_batch * together.batches;
      const std::size_t h0 = i % per_batch * together.heads;
      for (std::size_t b = b0; b < b0 + together.batches; ++b)
        for (std::size_t h = h0; h < h0 + together.heads; ++h) body(b, h, scratch);
    }
  });
}

}  // namespace

std::size_t kept_size(const AttentionSizes& s) { return s.B * s.H * s.T * kept_per_query(s); }

void attention_forward(const AttentionProblem& p, const AttentionInputs& in, HeadsOut y,
                       real* kept) {
  const AttentionSizes& s = p.size;
  const auto forward_of = [&](const Block& block, Scratch& scratch) {
    const auto [b, h, t0, t1, keys, stride] = block;
    real* const kept_here = kept == nullptr ? nullptr : kept + kept_offset(s, block);
    real* const kept_weights = keeps_weights(s) ? kept_here : nullptr;
    real* const weights = kept_weights == nullptr ? scratch.weights.data() : kept_weights;
    scores_of(p, block, in, weights, scratch.row.data());
    weigh({weights, block.rows(), stride}, visible_to(p, block),
          keeps_weights(s) ? nullptr : kept_here);
    gemm_serial(block.rows(), s.Kv, keys.size(), 1, {dropped(p, block, weights, scratch), stride},
                {rows_of(in.v, p, block), in.v.row}, 0, y.at(b, h) + t0 * y.row, y.row);
  };
  for_each_head(p, Pass::forward, {1, 1}, [&](std::size_t b, std::size_t h, Scratch& scratch) {
    for_each_block(p, b, h, [&](const Block& block) { forward_of(block, scratch); });
  });
}

namespace {

// The weights of a block, kept or computed again.
const real* weights_of(const AttentionProblem& p, const Block& block, const AttentionInputs& in,
                       const real* kept, Scratch& scratch) {
  const real* const kept_here = kept + kept_offset(p.size, block);
  if (keeps_weights(p.size)) return kept_here;
  real* const weights = scratch.weights.data();
  scores_of(p, block, in, weights, scratch.row.data());
  weigh_again({weights, block.rows(), block.stride}, visible_to(p, block), kept_here);
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
// if they are fresh, also for the keys that it does not see.
real first_beta(const HeadsGradient& out, bool first, const Block& block, std::size_t g,
                std::size_t keys, std::size_t columns) {
  if (!first || !out.fresh) return 1;
  for (std::size_t r = 0; r < keys; ++r)
    if (r < block.keys.begin || r >= block.keys.end)
      std::fill_n(out.at(block.b, g) + r * out.row, columns, real{0});
  return 0;
}

}  // namespace

void attention_backward(const AttentionProblem& p, const AttentionInputs& in, HeadsIn dy,
                        const real* kept, const AttentionGradients& d) {
  const AttentionSizes& s = p.size;
  const auto backward_of = [&](const Block& block, Scratch& scratch) {
    const auto [b, h, t0, t1, keys, stride] = block;
    const std::size_t rows = block.rows(), width = keys.size();
    const std::size_t g = shared_head(s, h);
    const bool first = t0 == 0 && h % (s.H / s.G) == 0;
    real* const dscores = scratch.dscores.data();
    const real* const weights = weights_of(p, block, in, kept, scratch);
    const MatrixIn dy_rows{dy.at(b, h) + t0 * dy.row, dy.row};
    if (d.dv.data != nullptr) {  // y = weights v, so dv = weights^T dy
      const real beta = first_beta(d.dv, first, block, g, s.S, s.Kv);
      gemm_serial(width, s.Kv, rows, 1, {dropped(p, block, weights, scratch), stride, Trans::yes},
                  dy_rows, beta, rows_of(d.dv, p, block), d.dv.row);
    }
    // dweights = dy v^T, through the dropout, then through the softmax
    gemm_serial(rows, width, s.Kv, 1, dy_rows, {rows_of(in.v, p, block), in.v.row, Trans::yes}, 0,
                dscores, stride);
    if (p.dropout_p > 0) drop(p, block, dscores, dscores);
    softmax_backward({weights, rows, stride}, {dscores, rows, stride}, width);
    if (d.dbias != nullptr) add_to_dbias(p, block, scratch, d.dbias);
    if (d.dq.data != nullptr)  // scores = scale q k^T
      gemm_serial(rows, s.K, width, p.scale, {dscores, stride}, {rows_of(in.k, p, block), in.k.row},
                  d.dq.fresh ? real{0} : real{1}, d.dq.at(b, h) + t0 * d.dq.row, d.dq.row);
    if (d.dk.data != nullptr) {
      const real beta = first_beta(d.dk, first, block, g, s.S, s.K);
      gemm_serial(width, s.K, rows, p.scale, {dscores, stride, Trans::yes},
                  {in.q.at(b, h) + t0 * in.q.row, in.q.row}, beta, rows_of(d.dk, p, block),
                  d.dk.row);
    }
  };
  for_each_head(p, Pass::backward, together_in_backward(p, d.dbias != nullptr),
                [&](std::size_t b, std::size_t h, Scratch& scratch) {
                  for_each_block(p, b, h, [&](const Block& block) { backward_of(block, scratch); });
                });
}

}  // namespace horloge::detail
