#pragma once

// What all forms of attention check, and what their kernel is asked: for ops/attention*.cpp and
// their tests.

#include "horloge/kernels/attention.h"
#include "horloge/ops/attention.h"

namespace horloge::detail {

/// The sizes of q (B, H, T, K), k (B, G, S, K) and v (B, G, S, Kv), of which the leading axes may
/// be left out. Throws ShapeError if they do not fit.
AttentionSizes attention_sizes(const char* op, const Tensor& q, const Tensor& k, const Tensor& v);

/// How many of the `capacity` rows of k and v count. Throws ShapeError if they are fewer.
std::size_t keys_that_count(const char* op, const AttentionOptions& options, std::size_t capacity);

double attention_scale(const AttentionSizes& size, const AttentionOptions& options);

/// Throws ShapeError unless the mask is (B, S).
void check_key_mask(const char* op, const Mask& mask, const AttentionSizes& size);

/// Throws ValueError if there is a window without a causal mask.
void check_window(const char* op, const AttentionMasks& masks);

/// What the kernel is asked. Its pointers are into `options`. Throws ShapeError or ValueError if a
/// mask, the bias or a number does not fit.
AttentionProblem attention_problem(const char* op, const AttentionSizes& size,
                                   const AttentionOptions& options);

}  // namespace horloge::detail
