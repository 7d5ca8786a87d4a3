#pragma once

#include <string>
#include <vector>

#include "course/exercise/examiner.h"

namespace exercise {

/// The smallest case in which an answer gave wrong numbers, as a table: what it
/// gave beside what was wanted, with a * where they differ. At most 8 lines of
/// at most 52 columns; none if no numbers were compared.
std::vector<std::string> smallest_failing_case(const Examiner& answer);

}  // namespace exercise
