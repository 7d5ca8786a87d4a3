#include "horloge/kernels/attention_blocks.h"

namespace horloge::detail {

std::size_t kept_size(const AttentionSizes& s) { return s.B * s.H * s.T * kept_per_query(s); }

void attention_forward(const AttentionProblem& p, const AttentionInputs& in, HeadsOut y,
                       real* kept) {
  const AttentionSizes& s = p.size;
  for_each_block(p, in, Pass::forward, {1, 1}, [&](const Block& block, Scratch& scratch) {
    const auto [b, h, t0, t1, keys, stride] = block;
    real* const kept_here = kept == nullptr ? nullptr : kept + kept_offset(s, block);
    real* const kept_weights = keeps_weights(s) ? kept_here : nullptr;
    real* const weights = kept_weights == nullptr ? scratch.weights.data() : kept_weights;
    scores_of(p, block, in, scratch.head.turned_keys, weights, scratch.row.data());
    const Rows<real> rows{weights, block.rows(), stride};
    const Rows<real> results{y.at(b, h) + t0 * y.row, block.rows(), y.row};
    real* const scales = scratch.per_query.data();
    exp_rows(rows, visible_to(p, block), scales, keeps_weights(s) ? nullptr : kept_here);
    // Weights that are kept have to be scaled; otherwise a result is the shorter row.
    if (keeps_weights(s)) scale_rows(rows, stride, scales);
    gemm_serial(block.rows(), s.Kv, keys.size(), 1, {dropped(p, block, weights, scratch), stride},
                scratch.head.values.from(keys.begin, 0), 0, results.data, results.stride);
    if (!keeps_weights(s)) scale_rows(results, s.Kv, scales);
  });
}

}  // namespace horloge::detail
