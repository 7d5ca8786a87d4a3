#pragma once

#include "course/stage/lesson.h"

// Attention by hand, on arrays.

/// true where key j is not behind query i: on and below the diagonal.   (T, T)
horloge::Mask causal_mask(std::size_t seq_len);

/// Nobody hidden from anybody.   (T, S)
horloge::Mask everyone(std::size_t num_queries, std::size_t num_keys);

/// q (T, K), k (S, K), v (S, K'), mask (T, S) -> y (T, K')
horloge::Array scaled_dot_product_attention(const horloge::Array& q,
                                            const horloge::Array& k,
                                            const horloge::Array& v,
                                            const horloge::Mask& mask);

/// The sentence that the first steps look at, and its scores (T, T): what each
/// word looks for against what each word is.
extern const std::vector<std::string> words;
horloge::Array word_scores();
