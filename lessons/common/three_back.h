#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "course/stage/page.h"
#include "horloge/core/array.h"

// A task for trained models, as in lesson 5: at every position, say which
// word stood three positions before.

/// The answer at a position where nothing is asked; cross_entropy leaves it
/// out.
constexpr std::int64_t no_question = -100;

/// The answers; no_question where there is no such word.
///   ids (B, T) -> (B, T)
horloge::Ids three_back(const horloge::Ids& ids);

/// The share of the questions from position `first` on, 0 to 1, in which the
/// highest score is the answer.   scores (B, T, V), answers (B, T)
double right_from(std::size_t first, const horloge::Array& scores,
                  const horloge::Ids& answers);

/// Shares of right answers of one trained model.
using Shares = std::vector<double>;

/// The row of a table, its name `width` wide: each share in percent, its mean
/// and its standard deviation over the seeds.
void print_shares(stage::Page& page, const std::string& name,
                  const std::vector<Shares>& of_seeds, std::size_t width = 14);

/// The mean over the seeds of the i-th share, in percent.
double mean_percent(const std::vector<Shares>& of_seeds, std::size_t i);

/// Its standard deviation over the seeds.
double deviation_percent(const std::vector<Shares>& of_seeds, std::size_t i);

/// Of each seed what the first has more than the second.
std::vector<Shares> differences(const std::vector<Shares>& a,
                                const std::vector<Shares>& b);
