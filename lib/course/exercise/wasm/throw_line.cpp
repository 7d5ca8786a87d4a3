// In a browser nobody knows the line of a throw, nor whose it is: modules carry
// no lines.

#include "course/exercise/throw_line.h"

namespace exercise {

void watch_throws_of(const std::string&) {}

int line_of_last_throw() { return 0; }

bool last_throw_is_its_own() { return false; }

}  // namespace exercise
