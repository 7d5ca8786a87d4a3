#pragma once

#include <cstddef>

#include "horloge/autograd/tensor.h"

// What the exercises ask for. The lesson calls these functions; with --mine it
// calls the learner's own.

/// The slopes of any number of heads; the flattest is 2^-max_bias.   -> (H)
horloge::Array head_slopes(std::size_t num_heads, double max_bias);

/// Causal attention with ALiBi; the T queries are the last of the S tokens.
///   q (H, T, K), k and v (H, S, K), slopes (H) -> (H, T, K)
horloge::Tensor alibi_attention(const horloge::Tensor& q,
                                const horloge::Tensor& k,
                                const horloge::Tensor& v,
                                const horloge::Tensor& slopes);
