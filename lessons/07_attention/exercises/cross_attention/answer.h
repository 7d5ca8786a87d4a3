#pragma once

#include "course/exercise/exercise.h"

// As torch.nn.MultiheadAttention has them.
struct HeadsWeights {
  horloge::Tensor in_proj_weight;  // (3 D, D): queries, keys, values
  horloge::Tensor in_proj_bias;    // (3 D)
  horloge::Tensor out_weight;      // (D, D)
  horloge::Tensor out_bias;        // (D)
};

// B sentences, padded to one length.
struct Padded {
  horloge::Tensor x;    // (B, T, D)
  horloge::Mask words;  // (B, T): true for a word, false for padding
};

// Makes a CrossAttention and calls it.
horloge::Tensor cross_attention(const HeadsWeights& weights,
                                const Padded& asking, const Padded& asked,
                                std::size_t num_heads);
