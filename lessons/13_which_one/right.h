#pragma once

#include <cstddef>
#include <cstdint>

#include "horloge/core/array.h"

/// The answer at a place where nothing is asked.
constexpr std::int64_t no_question = -100;

/// The share of the questions from place `first` on, 0 to 1, in which the
/// highest score is the answer.   scores (B, T, V), answers (B, T)
double share_right(const horloge::Array& scores, const horloge::Ids& answers,
                   std::size_t first = 0);

/// The share of the texts in which every question is answered right.
double share_all_right(const horloge::Array& scores,
                       const horloge::Ids& answers);
