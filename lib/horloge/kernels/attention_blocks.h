#pragma once

// What forward and backward of attention share: the blocks of queries, which keys they see, their
// scores, and how the work is cut. For attention_forward.cpp and attention_backward.cpp only.

#include <algorithm>

#include "horloge/core/parallel.h"
#include "horloge/core/shape.h"
#include "horloge/kernels/attention.h"
#include "horloge/kernels/attention_matrix.h"
#include "horloge/kernels/attention_rows.h"
#include "horloge/kernels/dropout.h"
#include "horloge/kernels/gemm_kernel.h"
#include "horloge/kernels/lanes.h"
#include "horloge/kernels/lines.h"

namespace horloge::detail {

enum class Pass { forward, backward };

// Queries are taken in blocks, so that the scores take (block, keys) of memory and not (T, S), and
// a block costs no more than the keys that some of its queries see. Backward takes only so many of
// its keys at once, a multiple of a register: their weights and the gradients of their scores stay
// in the second cache.
struct Tile {
  std::size_t queries, keys;
};

// A block works on all keys that one of its queries sees, and the last query of a causal block sees
// more than the first. So causal blocks are low: a few times the rows that a product takes
// together, and under a window a multiple of the columns of a panel, so that their keys begin with
// one. Backward reads and writes the gradients of keys and values for each block, so where keys are
// many it takes more queries.
inline Tile tile_of(const AttentionProblem& p, Pass pass) {
  const std::size_t keys = pass == Pass::forward ? p.size.S : 256;
  if (p.window > 0) return {32, keys};
  if (p.size.S < 1024) return {p.causal ? std::size_t{24} : 64, keys};
  return {pass == Pass::forward ? std::size_t{48} : 192, keys};
}

// The keys that query t sees, as far as no mask hides them.
inline KeyRange keys_of(const AttentionProblem& p, std::size_t t) {
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
inline auto visible_to(const AttentionProblem& p, const Block& block) {
  return [&p, t0 = block.t0, all = block.keys](std::size_t r) -> KeyRange {
    const KeyRange own = keys_of(p, t0 + r);
    const std::size_t begin = std::clamp(own.begin, all.begin, all.end);
    return {begin - all.begin, std::clamp(own.end, begin, all.end) - all.begin};
  };
}

// `keys` without those at both ends that the mask hides from all queries from t0 to t1.
inline KeyRange without_hidden(const Broadcast<bool>& mask, const Block& block, KeyRange keys) {
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
void for_each_block_of(const AttentionProblem& p, Pass pass, std::size_t b, std::size_t h,
                       const Body& body) {
  const std::size_t queries = tile_of(p, pass).queries;
  for (std::size_t t0 = 0; t0 < p.size.T; t0 += queries) {
    const std::size_t t1 = std::min(t0 + queries, p.size.T);
    Block block{b, h, t0, t1, {keys_of(p, t0).begin, keys_of(p, t1 - 1).end}, 0};
    for (const Broadcast<bool>* mask : {&p.mask, &p.key_mask})
      block.keys = without_hidden(*mask, block, block.keys);
    block.keys.begin -= block.keys.begin % lanes;  // so that each key stays in its lane
    block.stride = stride_of(block.keys.size());
    body(block);
  }
}

// The key-value head that a query head reads.
inline std::size_t shared_head(const AttentionSizes& s, std::size_t h) { return h / (s.H / s.G); }

// The first of a block's rows of the gradients of keys or values.
inline real* rows_of(const HeadsOut& x, const AttentionProblem& p, const Block& block) {
  return x.at(block.b, shared_head(p.size, block.h)) + block.keys.begin * x.row;
}

inline void add_bias(const Broadcast<real>& bias, const Block& block, std::size_t t, real* scores) {
  const real* const row = bias.row(block.b, block.h, t) + block.keys.begin * bias.stride[3];
  for (std::size_t j = 0; j < block.keys.size(); ++j) scores[j] += row[j * bias.stride[3]];
}

// 1 for each of the block's keys that the masks let query t see, else 0, up to the stride.
inline void find_visible(const AttentionProblem& p, const Block& block, std::size_t t,
                         real* visible) {
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

inline void hide(const real* visible, real* scores, std::size_t n) {
#pragma omp simd
  for (std::size_t j = 0; j < n; ++j)
    scores[j] = visible[j] != real{0} ? scores[j] : minus_infinity;
}

// scale q k^T + bias, -infinity where a mask hides a key. `visible` is memory for a row.
inline void scores_of(const AttentionProblem& p, const Block& block, const AttentionInputs& in,
                      const HeadMatrix& turned_keys, real* scores, real* visible) {
  const auto [b, h, t0, t1, keys, stride] = block;
  gemm_serial(block.rows(), keys.size(), p.size.K, p.scale,
              {in.q.at(b, h) + t0 * in.q.row, in.q.row}, turned_keys.from(0, keys.begin), 0, scores,
              stride);
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
inline void drop(const AttentionProblem& p, const Block& block, const real* from, real* to) {
  const DropoutMask mask = dropout_mask(p.dropout_p, p.dropout_key);
  const auto& s = p.size;
  for (std::size_t t = block.t0; t < block.t1; ++t) {
    const std::size_t first = ((block.b * s.H + block.h) * s.T + t) * s.S + block.keys.begin;
    const std::size_t row = (t - block.t0) * block.stride;
    apply_dropout(mask, first, from + row, to + row, block.keys.size());
  }
}

// Weights are kept for backward where keys are few, so that memory grows with the queries alone. A
// block's are contiguous, at the offset of its first query.
inline constexpr std::size_t kept_keys = 256;
inline bool keeps_weights(const AttentionSizes& s) { return s.S <= kept_keys; }
inline std::size_t kept_per_query(const AttentionSizes& s) {
  return keeps_weights(s) ? stride_of(s.S) : 1;
}
inline std::size_t kept_offset(const AttentionSizes& s, const Block& block) {
  return ((block.b * s.H + block.h) * s.T + block.t0) * kept_per_query(s);
}

// Whether each of several blocks would copy a matrix of its head.
inline bool copied_once(const AttentionProblem& p, Pass pass, Trans trans) {
  const std::size_t queries = tile_of(p, pass).queries;
  return p.size.T > queries && copies_panel(queries, trans);
}

// The keys and values of one head.
struct HeadMatrices {
  HeadMatrices(const AttentionProblem& p, Pass pass)
      : HeadMatrices(p.size, pass == Pass::backward, copied_once(p, pass, Trans::yes),
                     copied_once(p, pass, Trans::no)) {}
  HeadMatrices(const AttentionSizes& s, bool backward, bool turned, bool plain)
      : turned_keys(s.K, s.S, Trans::yes, turned && !(backward && keeps_weights(s))),
        turned_values(s.Kv, s.S, Trans::yes, turned && backward),
        keys(s.S, s.K, Trans::no, plain && backward),
        values(s.S, s.Kv, Trans::no, plain && !backward) {}

  void set(const AttentionInputs& in, std::size_t b, std::size_t g) {
    for (HeadMatrix* of_keys : {&turned_keys, &keys}) of_keys->set(in.k.at(b, g), in.k.row);
    for (HeadMatrix* of_values : {&turned_values, &values}) of_values->set(in.v.at(b, g), in.v.row);
  }

  HeadMatrix turned_keys, turned_values, keys, values;
};

// Memory for the work on one block.
struct Scratch {
  Scratch(const AttentionProblem& p, Pass pass)
      : Scratch(p, pass, std::min(tile_of(p, pass).queries, p.size.T),
                stride_of(std::min(tile_of(p, pass).keys, p.size.S))) {}
  Scratch(const AttentionProblem& p, Pass pass, std::size_t rows, std::size_t stride)
      : weights(empty({rows, stride})),
        dropped(empty({p.dropout_p > 0 ? rows : 0, stride})),
        dscores(empty({pass == Pass::backward ? rows : 0, stride})),
        row(empty({stride})),
        per_query(empty({rows})),
        head(p, pass) {}

  Array weights;  // scores, then weights
  Array dropped, dscores;
  Array row;        // which keys a query sees; a sum of rows
  Array per_query;  // what its weights are scaled by; a sum over its keys
  HeadMatrices head;
};

// The weights after dropout.
inline const real* dropped(const AttentionProblem& p, const Block& block, const real* weights,
                           Scratch& scratch) {
  if (p.dropout_p == 0) return weights;
  drop(p, block, weights, scratch.dropped.data());
  return scratch.dropped.data();
}

// Heads that one thread works on, in order: `heads` neighbours in each of `batches`.
struct Together {
  std::size_t batches, heads;
};

// About what one head costs, to decide how many make a tile worth a thread.
inline std::size_t heads_per_tile(const AttentionSizes& s) {
  constexpr std::size_t worth_a_thread = std::size_t{1} << 16;  // multiplications
  return worth_a_thread / std::max<std::size_t>(1, s.T * s.S * s.K);
}

// body(block, scratch) for every block of every head.
template <class Body>
void for_each_block(const AttentionProblem& p, const AttentionInputs& in, Pass pass,
                    Together together, const Body& body) {
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
        for (std::size_t h = h0; h < h0 + together.heads; ++h) {
          if (s.S > 0) scratch.head.set(in, b, shared_head(s, h));
          for_each_block_of(p, pass, b, h, [&](const Block& block) { body(block, scratch); });
        }
    }
  });
}

}  // namespace horloge::detail
