#pragma once

#include <string>
#include <vector>

#include "course/runner/search_query.h"
#include "course/runner/session.h"

namespace runner {

/// A place in the course that a learner may look for.
struct Spot {
  enum class Kind {
    lesson,
    step,
    exercise,
    claim,
    notebook,
    cell,  ///< of a notebook
    playground,
    scheme,
    model,
    command
  };
  Kind kind = Kind::lesson;
  std::string where;  ///< what to type or to open: "./learn 4 --step 9"
  std::string title;
  std::string names;  ///< a lesson's subject; terms that a text explains
  std::string text;   ///< what it says
  std::string code;   ///< words of its code
  int number = 0;     ///< of the lesson, the claim or the notebook
  std::string name;   ///< an exercise's id, a scheme's name
};

/// All of them, a kind after the other, in the order above.
std::vector<Spot> spots_of(const Course& course);

/// lessons/names.txt: what has several names.
std::vector<NameGroup> names_of(const Course& course);

/// What `./learn find WORD…` shows. horloge::ValueError, with the nearest word
/// there is, if nothing is found.
std::string show_found(const Session& session,
                       const std::vector<std::string>& words);

}  // namespace runner
