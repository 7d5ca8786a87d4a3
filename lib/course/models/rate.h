#pragma once

#include <cstddef>
#include <string>

#include "horloge/text/grouped.h"

namespace models {

/// "12 of 100 words, 28 s left, 3.1 a second": how far something is after so
/// many seconds. Neither `done` nor `seconds` is 0.
std::string progress_line(std::size_t done, std::size_t count,
                          const std::string& what, double seconds);

/// "3.1 a second"; "" if no time has passed.
std::string rate(std::size_t done, double seconds);

using horloge::grouped;

}  // namespace models
