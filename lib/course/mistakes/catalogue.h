#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace mistakes {

/// What is taken out of a solution, and what takes its place.
struct Edit {
  std::string out, in;
  std::size_t line = 0;  ///< of the file, where it begins
};

/// One known mistake, or another right answer.
struct Entry {
  std::string id;        ///< "starts-at-1"; empty for a right answer
  std::string sentence;  ///< completes "It looks as if …"
  std::string front;     ///< what is defined in front of the solution
  std::vector<Edit> edits;
  std::size_t line = 0;

  bool is_right() const { return id.empty(); }
};

struct Catalogue {
  std::string helpers;  ///< what all of them may call
  std::vector<Entry> entries;
};

/// Reads a mistakes.txt; course/exercise/README.md says what it looks like.
/// Throws a std::runtime_error "LINE: what is wrong".
Catalogue read_catalogue(const std::string& text);

}  // namespace mistakes
