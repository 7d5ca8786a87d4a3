#pragma once

#include "course/stage/lesson.h"

// What the module style compares itself with, and what the lesson's page asks.

/// The rows of some of the lesson's five words.   ids (T) -> (T, D)
horloge::Array embed(const horloge::Ids& ids);
/// The five words, by their ids.
std::vector<std::string> words_of(const horloge::Ids& ids);

/// The sum of the rows of a sentence.   ids (T), matrix (V, D) -> (D)
horloge::Array bag_of_words(const horloge::Ids& ids,
                            const horloge::Array& matrix);

// Layers that read a sentence.   x (T, D) -> (T, D)
horloge::Array recurrent(const horloge::Array& x, const horloge::Array& W,
                         const horloge::Array& U);
horloge::Array convolution(const horloge::Array& x, const horloge::Array& W);
horloge::Array self_attention(const horloge::Array& x, const horloge::Array& Wq,
                              const horloge::Array& Wk,
                              const horloge::Array& Wv);
horloge::Array causal_self_attention(const horloge::Array& x,
                                     const horloge::Array& Wq,
                                     const horloge::Array& Wk,
                                     const horloge::Array& Wv);

/// scores (T, T) -> weights, each row adds up to 1
horloge::Array softmax(const horloge::Array& scores);
horloge::Array attention_scores(const horloge::Array& x,
                                const horloge::Array& Wq,
                                const horloge::Array& Wk);

horloge::Array position_code(std::size_t seq_len, std::size_t d_model);
