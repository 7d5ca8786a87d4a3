#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "horloge/core/array.h"

/// Vectors that the page shows in the plane.
struct PointSet {
  horloge::Array x;                      ///< (N, D)
  std::vector<std::string> names;        ///< N, or none
  std::vector<std::size_t> groups;       ///< N, or none
  std::vector<std::string> group_names;  ///< or none
  std::vector<std::size_t> places;       ///< N places in a sentence, or none
  double learning_rate = 0;              ///< for t-SNE; 0 is the library's own
};

/// "random": the lesson's 200 random rows; "places": the rows of eight words,
/// each at twelve places, a word a group; "words": five groups of seven real
/// words, which no seed changes.
PointSet point_set(const std::string& name, std::uint64_t seed);

std::vector<std::string> point_set_names();
