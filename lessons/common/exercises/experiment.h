#pragma once

// The parts that the checks of all experiments have: a guess before, what the
// numbers mean, and, once all is right, what they show.

#include <fmt/format.h>

#include <functional>
#include <string>

#include "course/exercise/examiner.h"

namespace experiment {

using exercise::Examiner;
using exercise::Kind;

struct Range {
  std::string name;  ///< "a cosine, from -1 to 1"
  double first = 0, last = 1;
  std::string otherwise;  ///< completes "7 …": "is no cosine"
};

inline void guesses(Examiner& examiner, double (*guess)(), const Range& range) {
  examiner.shape("guesses " + range.name, [&] {
    const double number = guess();
    examiner.holds(number >= range.first && number <= range.last,
                   fmt::format("{:g} {}", number, range.otherwise));
  });
}

inline void guesses_a_share(Examiner& examiner, double (*guess)()) {
  guesses(examiner, guess,
          {"a share, from 0 to 1", 0, 1, "is no share: 0.5 is one half"});
}

/// `otherwise` says what speaks against another meaning.
template <class Meaning>
void chooses(Examiner& examiner, Meaning (*meaning)(), Meaning right,
             const std::function<std::string(Meaning)>& otherwise) {
  examiner.property("chooses what the numbers say", [&] {
    const Meaning chosen = meaning();
    examiner.holds(chosen == right, otherwise(chosen));
    examiner.equal(double(chosen) + 2, double(right) + 2);
  });
}

/// What there is to see in it, for those who have it all right.
inline void shows(Examiner& examiner, const std::string& insight) {
  if (examiner.passed()) examiner.property("shows " + insight, [] {});
}

}  // namespace experiment
