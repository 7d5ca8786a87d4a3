#pragma once

#include <functional>
#include <string>
#include <vector>

#include "common/three_back.h"
#include "course/stage/page.h"
#include "horloge/core/array.h"
#include "horloge/core/rng.h"

// How well trained models do the task of common/three_back.h.

/// For each position, the share of texts in which the highest score is the
/// answer; 0 where nothing was asked.   scores (B, T, V), answers (B, T) -> T
/// numbers
std::vector<double> right_by_place(const horloge::Array& scores,
                                   const horloge::Ids& answers);

/// The mean over the positions from `first` on, before `last`.
double mean(const std::vector<double>& by_place, std::size_t first,
            std::size_t last);

/// A way to tell a model where its words stand.
struct Way {
  std::string name, code;
  std::size_t last_start = 0;  ///< training texts start at 0 … last_start
};

/// Rows of T positions from `first` on. "fast" keeps the first two hands of the
/// sinusoidal code only.   -> (T, D)
horloge::Array rows_for(const std::string& code, std::size_t first,
                        std::size_t T, std::size_t d_model);

/// Shares of right answers.
struct Result {
  /// Texts of 8 and 16 words; the positions from 16 on in texts of 24, 32 and
  /// 64; and 16 words that stand at the positions 48 to 63.
  std::vector<double> by_length;
  std::vector<double> by_place;        ///< in texts of 64 words
  std::vector<double> deviation = {};  ///< of by_length, over several seeds
};

/// Trains and tests a model.
using Trial = std::function<Result(const Way& way, horloge::Rng rng)>;

/// Tries each way with three seeds, side by side, and gives the means. What an
/// earlier step has tried is not tried again.
std::vector<Result> compare(stage::Page& page, const std::vector<Way>& ways,
                            const Trial& trial);

/// The shares of right answers by length, and their standard deviations, as a
/// table.
void show_by_length(stage::Page& page, const std::vector<Way>& ways,
                    const std::vector<Result>& results);

/// The share of right answers at each position of a text of 64 words, as
/// curves.
void show_by_place(stage::Page& page, const std::vector<Way>& ways,
                   const std::vector<Result>& results);
