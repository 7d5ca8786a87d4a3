#pragma once

#include <string>
#include <vector>

/// The rows of a table in data/, below its header, cut at the tabs. FileError
/// names a line that has not so many columns.
std::vector<std::vector<std::string>> read_table(const std::string& name,
                                                 std::size_t columns);

/// The words between the spaces.
std::vector<std::string> words_of(const std::string& text);

/// Names for some things, and the things that bear them.
struct Group {
  std::string name;
  std::vector<std::string> words;
};
std::vector<Group> read_groups(const std::string& name);
