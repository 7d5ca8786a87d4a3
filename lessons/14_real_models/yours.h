#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>

#include "horloge/core/array.h"

// What the exercises ask for. The lesson calls these functions; with --mine it
// calls the learner's own.

/// How much of its attention each head gives to the key `offset` positions
/// before the query, on the average over all queries that have one.
///   maps (B, H, T, T) -> (H)
horloge::Array attention_back(const horloge::Array& maps, std::size_t offset);

enum class Scheme { learned, rotary, alibi };

/// What a config.json says of positions.
struct PositionsOfConfig {
  Scheme scheme = Scheme::learned;
  std::size_t places = 0;   ///< of learned positions: how many there are
  std::size_t turning = 0;  ///< of rotary ones: how many columns of a head
  double base = 0;          ///< of rotary ones
  bool neighbours = false;  ///< of rotary ones: pairs (2j, 2j + 1), not halves
};
/// From a model's type and the settings of its config.json that are numbers.
PositionsOfConfig positions_of(const std::string& model_type,
                               const std::map<std::string, double>& numbers);

/// Asks a model for the scores of the next token.   ids (T) -> (T, V)
using NextScores = std::function<horloge::Array(const horloge::Ids& ids)>;

/// The mean negative log-likelihood of each token of a text after the first,
/// read in windows that overlap by half.   ids (N)
double windowed_nll(const NextScores& model, const horloge::Ids& ids,
                    std::size_t window);
