#pragma once

#include <optional>
#include <string>
#include <vector>

#include "course/exercise/examiner.h"

namespace exercise {

/// Wrong numbers, and those that were wanted in their place.
struct Pair {
  const horloge::Array& got;
  const horloge::Array& want;
  const About& about;
};
using Pairs = std::vector<Pair>;

/// How wrong numbers are like the right ones.
struct Relation {
  std::string sentence;  ///< a whole sentence
  std::string up_to;     ///< completes "up to …"
};

/// What explains every pair, number by number: a sign, a factor, a square, …
std::optional<Relation> find_relation_of_numbers(const Pairs& pairs);

/// Numbers that are right to some digits and no further.
std::optional<Relation> find_lost_digits(const Pairs& pairs);

/// What explains every pair as numbers in the wrong places: a transposition, a
/// shift by one row, swapped halves, reversed order, …
std::optional<Relation> find_relation_of_places(const Pairs& pairs);

/// Which rows or columns are wrong while all others are right, if it is the
/// same in all pairs.
std::optional<Relation> find_wrong_lines(const Pairs& pairs);

/// So many numbers have to show a relation before it is worth telling: fewer
/// may have it by chance.
constexpr std::size_t enough_numbers = 3;

/// Whether every pair has one shape.
bool have_same_shapes(const Pairs& pairs);

/// Whether numbers, and whole arrays, are the same up to the digits of a float.
bool are_near(double a, double b, double scale);
bool are_near(const horloge::Array& a, const horloge::Array& b);

/// The largest number of an array, without its sign; at least 1e-300.
double largest_of(const horloge::Array& numbers);

}  // namespace exercise
