#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "course/mistakes/catalogue.h"

namespace mistakes {

/// C++ without its comments; its includes apart.
struct Code {
  std::vector<std::string> includes;
  std::string text;
};
Code code_of(std::string_view source);

/// Where each definition of a text of this kind begins that is within no other.
std::vector<std::size_t> definitions(const std::string& code);

/// The code with an entry's edits, from the first definition on that they
/// change. What stands before that is as it was; `from` says where it ends.
/// Throws a std::runtime_error "LINE: what is wrong".
struct Edited {
  std::size_t from;
  Code code;
};
Edited edited(const std::string& code, const Entry& entry);

}  // namespace mistakes
