// In a browser nobody knows the line of a throw: modules carry no lines.

#include "course/exercise/throw_line.h"

namespace exercise {

void watch_throws_of(const std::string&) {}

int line_of_last_throw() { return 0; }

}  // namespace exercise
