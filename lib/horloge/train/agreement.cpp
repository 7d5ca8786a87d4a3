#include "horloge/train/agreement.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "horloge/core/bytes.h"
#include "horloge/core/crc32.h"
#include "horloge/core/error.h"

namespace horloge {
namespace {

using Values = std::vector<std::string>;

// The values of one process, for all: one a line.
Values values_of(const Group& group, std::size_t process, const Facts& facts) {
  std::string text;
  for (const auto& [name, value] : facts) text += value + '\n';  // none has more than a line
  group.broadcast(text, process);
  Values values;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) values.push_back(line);
  return values;
}

// Of the values of all processes the one that most have, and of two the first.
const std::string& usual(const Values& values) {
  return *std::max_element(values.begin(), values.end(), [&](const auto& a, const auto& b) {
    return std::count(values.begin(), values.end(), a) <
           std::count(values.begin(), values.end(), b);
  });
}

std::string difference(const std::string& name, const Values& values) {
  const auto common = std::find(values.begin(), values.end(), usual(values));
  const auto odd =
      std::find_if(values.begin(), values.end(), [&](const auto& v) { return v != *common; });
  if (odd == values.end()) return "";
  return fmt::format("[train] {} is {} in process {}, and {} in process {}: start them alike", name,
                     *odd, odd - values.begin(), *common, common - values.begin());
}

}  // namespace

void need_agreement(const Group& group, const Facts& facts) {
  if (group.size() == 1) return;
  std::vector<Values> all;
  for (std::size_t process = 0; process < group.size(); ++process)
    all.push_back(values_of(group, process, facts));
  for (std::size_t i = 0; i < facts.size(); ++i) {
    Values values;
    for (const Values& one : all) values.push_back(i < one.size() ? one[i] : "unknown");
    const std::string what = difference(facts[i].first, values);
    if (what.empty()) continue;
    if (!group.is_first()) group.barrier();  // until process 0 has ended us all
    throw ValueError(what);
  }
}

std::string this_program() try {
  static const std::string name = [] {
    const std::filesystem::path file = std::filesystem::read_symlink("/proc/self/exe");
    Crc32 crc;
    crc.add(map_file(file, "train").view);
    return fmt::format("{} (checksum {:08x})", file.filename().string(), crc.value());
  }();
  return name;
} catch (const std::exception&) {
  return "";
}

}  // namespace horloge
