#pragma once

#include "course/exercise/exercise.h"

// As torch.nn.MultiheadAttention has them.
struct HeadsWeights {
  horloge::Tensor in_proj_weight;  // (3 D, D): queries, keys, values
  horloge::Tensor in_proj_bias;    // (3 D)
  horloge::Tensor out_weight;      // (D, D)
  horloge::Tensor out_bias;        // (D)
};

// Makes an AllHeads and calls it.
horloge::Tensor multi_head_attention(const HeadsWeights& weights,
                                     const horloge::Tensor& x,
                                     std::size_t num_heads, bool causal);

// What the check calls.
struct Answer {
  horloge::Tensor (*attention)(const HeadsWeights& weights,
                               const horloge::Tensor& x, std::size_t num_heads,
                               bool causal);
};
inline Answer your_answer() { return {multi_head_attention}; }
