#pragma once

#include <string>

namespace exercise {

/// Where a copy of a library's file stands that the loader takes for another
/// library. Empty if there can be none.
std::string fresh_copy_of(const std::string& path);

}  // namespace exercise
