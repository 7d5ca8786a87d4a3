#include "tables.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <sstream>

#include "horloge/core/error.h"

std::vector<std::vector<std::string>> read_table(const std::string& name,
                                                 std::size_t columns) {
  const std::string path = fmt::format("{}/{}", HORLOGE_DATA_DIR, name);
  std::ifstream file(path);
  if (!file)
    throw horloge::FileError(
        fmt::format("[read_table] {} cannot be read", path));
  std::vector<std::vector<std::string>> rows;
  std::string line;
  std::getline(file, line);  // the header
  for (std::size_t number = 2; std::getline(file, line); ++number) {
    std::vector<std::string> cells;
    std::istringstream stream(line);
    for (std::string cell; std::getline(stream, cell, '\t');)
      cells.push_back(cell);
    if (cells.size() != columns)
      throw horloge::FileError(
          fmt::format("[read_table] {}, line {}: want {} columns, got {}", path,
                      number, columns, cells.size()));
    rows.push_back(std::move(cells));
  }
  return rows;
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

std::vector<Group> read_groups(const std::string& name) {
  std::vector<Group> groups;
  for (const auto& row : read_table(name, 2))
    groups.push_back({row[0], words_of(row[1])});
  return groups;
}
