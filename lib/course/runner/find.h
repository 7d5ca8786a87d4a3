#pragma once

#include <string>
#include <vector>

#include "course/runner/session.h"

namespace runner {

/// A place in the course that a learner may look for.
struct Spot {
  std::string where;  ///< what to type or to open: "./learn 4 --step 9"
  std::string title;
  std::string names;  ///< other words that stand for it
  std::string text;
};

/// All of them: lessons with their steps, exercises, commands and position
/// schemes.
std::vector<Spot> spots_of(const Course& course);

/// Those that have all the words, with the best first: in the title, in other
/// names, in the text.
std::vector<const Spot*> find_spots(const std::vector<Spot>& spots,
                                    const std::vector<std::string>& words);

/// What `./learn find WORD…` shows. horloge::ValueError, with the nearest word
/// there is, if nothing is found.
std::string show_found(const Session& session,
                       const std::vector<std::string>& words);

}  // namespace runner
