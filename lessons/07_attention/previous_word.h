#pragma once

#include "horloge/core/array.h"

// The task of the head that is trained: say which word stands before.

/// The word before each word, and -100, which no loss counts, before the first.
///   ids (B, T) -> (B, T)
horloge::Ids words_before(const horloge::Ids& ids);

/// Of the words that have one before them, how many have the highest score at
/// the right one.   scores (B, T, V), before (B, T)
double share_right(const horloge::Array& scores, const horloge::Ids& before);

/// Mean weight of the word before.   weights (B, 1, T, T)
double weight_before(const horloge::Array& weights);
