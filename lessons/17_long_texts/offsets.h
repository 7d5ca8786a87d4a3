#pragma once

#include <cstddef>

#include "reader.h"

// A trained model that reads with other offsets than in its training. A table
// (T, T) says at which offset query t sees key s; `unseen` for not at all.

constexpr std::int64_t unseen = -1;

/// t - s, but none above `last`.
horloge::Ids clipped_offsets(std::size_t T, std::size_t last);

/// Dual chunk attention.
horloge::Ids chunked_offsets(std::size_t T, std::size_t chunk,
                             std::size_t length);

/// Where positions of what a cache has kept are counted.
enum class Counted { in_the_text, in_the_cache };

/// Of a cache of the first `sinks` tokens and the last `window`.
horloge::Ids cache_offsets(std::size_t T, std::size_t window, std::size_t sinks,
                           Counted counted);

/// By how much the scores of query t grow, where the text has become longer
/// than in training: ln(t + 1) / ln(32), at least 1.
double log_length(std::size_t t);
enum class Scores { as_they_are, by_log_length };

/// The model's scores with these offsets in both layers, for positions that are
/// rotary or none.   ids (B, T), offsets (T, T) -> (B, T, V)
horloge::Array read_with(const Reader& model, const horloge::Ids& ids,
                         const horloge::Ids& offsets,
                         Scores scores = Scores::as_they_are);
