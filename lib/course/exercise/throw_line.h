#pragma once

#include <string>

namespace exercise {

/// From now on the lines of what is thrown in this library, an answer, can be
/// asked for.
void watch_throws_of(const std::string& library);

/// The line of the answer's source in which the last exception was thrown; 0 if
/// that is not known.
int line_of_last_throw();

/// Whether an answer, or a known mistake, threw it itself: no library did. Not
/// if that is not known.
bool last_throw_is_its_own();

}  // namespace exercise
