#pragma once

#include <cstddef>
#include <string>

#include "common/largest_difference.h"
#include "horloge/core/array.h"
#include "horloge/core/rng.h"

// The layers of the Transformer from scratch on arrays: what the other files of
// the lesson stand on. Words are rows, so a matrix is (in, out).

/// What a layer normalisation learns: (D) each.
struct NormWeights {
  horloge::Array weight, bias;
};

/// Queries, keys, values and what mixes the heads: (D, D) each.
struct HeadWeights {
  horloge::Array q, k, v, out;
};

/// (D, F), (F), (F, D), (D)
struct FeedForwardWeights {
  horloge::Array in, in_bias, out, out_bias;
};

struct EncoderWeights {
  HeadWeights heads;
  FeedForwardWeights feed_forward;
  NormWeights norm1, norm2;
};

struct DecoderWeights {
  HeadWeights heads, cross;
  FeedForwardWeights feed_forward;
  NormWeights norm1, norm2, norm3;
};

/// Each row with mean 0 and variance 1, then stretched and moved, column by
/// column.   x (T, D) -> (T, D)
horloge::Array layer_norm(const horloge::Array& x, const NormWeights& w,
                          double eps = 1e-5);

/// What the words of x find among the words of y.
///   x (T, D), y (S, D) -> (T, D)
horloge::Array attend(const horloge::Array& x, const horloge::Array& y,
                      const HeadWeights& w, std::size_t num_heads,
                      bool causal = false);

/// Each row by itself.   x (T, D) -> (T, D)
horloge::Array feed_forward(const horloge::Array& x,
                            const FeedForwardWeights& w);

/// One layer of the encoder, with its norms before the parts.
///   x (T, D) -> (T, D)
horloge::Array encoder_layer(const horloge::Array& x, const EncoderWeights& w,
                             std::size_t num_heads);

/// One layer of the decoder: x are the words that it writes, `memory` those
/// that it reads.   x (T, D), memory (S, D) -> (T, D)
horloge::Array decoder_layer(const horloge::Array& x,
                             const horloge::Array& memory,
                             const DecoderWeights& w, std::size_t num_heads);

// Weights as a layer starts with them.

NormWeights new_norm(std::size_t D);
HeadWeights new_heads(std::size_t D, horloge::Rng& rng);
FeedForwardWeights new_feed_forward(std::size_t D, std::size_t F,
                                    horloge::Rng& rng);
EncoderWeights new_encoder(std::size_t D, std::size_t F, horloge::Rng& rng);

// Small helpers.

/// The mean cosine of two different rows.   x (T, D)
double likeness(const horloge::Array& x);

/// Which rows of a and b are not the same: "2" or "0 1 2".
std::string changed_rows(const horloge::Array& a, const horloge::Array& b);
