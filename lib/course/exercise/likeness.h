#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "course/exercise/naming.h"

namespace exercise {

/// What is in memory that nobody has set: as a double and as a float not a
/// number, as an index far outside.
constexpr std::uint64_t unset_pattern = 0x7FF87FF87FF87FF8;

/// How an answer's wrong numbers are like the right ones.
struct Likeness {
  /// Without a full stop: "the numbers are right up to the sign", "it is the
  /// transpose of what is wanted". Empty if they are like nothing.
  std::string sentence;
  /// What to look for in the source: "unset" numbers, lost "digits", a
  /// "memory" of earlier calls, or nothing in particular.
  std::string about;
};
Likeness find_likeness(const Examiner& answer);

/// What is said of an answer whose results depend on the calls before.
Likeness likeness_of_memory();

/// How they are like those of a known mistake, where they are not the same: up
/// to a sign, a factor, a transposition, …
struct MistakeLikeness {
  std::size_t mistake = 0;  ///< which of those given
  std::string up_to;        ///< completes "up to …"; empty if like none
};
MistakeLikeness find_likeness_to_mistake(const Examiner& answer,
                                         const std::vector<KnownTrace>& known);

}  // namespace exercise
