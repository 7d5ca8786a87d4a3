#include "course/platform/free_memory.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <string>

namespace fs = std::filesystem;

namespace platform {
namespace {

using Number = std::optional<std::uint64_t>;

// The number behind a name in a table such as /proc/meminfo.
Number entry_of(const fs::path& table, const std::string& wanted) {
  std::ifstream file(table);
  std::string rest;
  for (std::string name; file >> name; std::getline(file, rest))
    if (std::uint64_t value = 0; name == wanted && file >> value) return value;
  return {};
}

// What a file says that holds nothing else; no number if that is "max".
Number number_in(const fs::path& path) {
  std::ifstream file(path);
  std::uint64_t value = 0;
  return file >> value ? Number(value) : std::nullopt;
}

// What the two versions of control groups call the same things.
struct GroupFiles {
  const char* limit;
  const char* used;
  std::array<const char*, 2> cached;  // parts of what is used, in memory.stat
};
constexpr GroupFiles version_1 = {"memory.limit_in_bytes",
                                  "memory.usage_in_bytes",
                                  {"total_inactive_file", "total_active_file"}};
constexpr GroupFiles version_2 = {
    "memory.max", "memory.current", {"inactive_file", "active_file"}};

// What a group has left. Files that are kept in memory give way when it is
// needed, so they count as free.
Number left_in(const fs::path& group, const GroupFiles& files) {
  const Number limit = number_in(group / files.limit);
  const Number used = number_in(group / files.used);
  if (!limit || !used) return {};
  std::uint64_t taken = *used;
  for (const char* name : files.cached)
    taken -= std::min(taken, entry_of(group / "memory.stat", name).value_or(0));
  return *limit - std::min(*limit, taken);
}

// A limit holds for all groups below, so the tightest one counts. Inside a
// container its own group is often mounted as the uppermost, whatever its name.
Number least_left(const fs::path& top, const std::string& group,
                  const GroupFiles& files) {
  Number least = left_in(top, files);
  fs::path folder = top;
  for (const fs::path& part : fs::path(group).relative_path()) {
    folder /= part;
    const Number left = left_in(folder, files);
    if (left && (!least || *left < *least)) least = left;
  }
  return least;
}

// Lines of /proc/self/cgroup: "4:memory:/a/b", or "0::/a/b" for version 2.
Number left_in_groups(const fs::path& root) {
  std::ifstream lines(root / "proc/self/cgroup");
  const fs::path mounted = root / "sys/fs/cgroup";
  Number least;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = line.find(':'),
                      second = line.find(':', first + 1);
    if (first == line.npos || second == line.npos) continue;
    const std::string kinds =
        "," + line.substr(first + 1, second - first - 1) + ",";
    const std::string group = line.substr(second + 1);
    Number left;
    if (kinds == ",,") left = least_left(mounted, group, version_2);
    if (kinds.find(",memory,") != kinds.npos)
      left = least_left(mounted / "memory", group, version_1);
    if (left && (!least || *left < *least)) least = left;
  }
  return least;
}

}  // namespace

std::optional<std::size_t> free_megabytes(const fs::path& root) {
  const Number kilobytes = entry_of(root / "proc/meminfo", "MemAvailable:");
  const Number group = left_in_groups(root);
  if (!kilobytes && !group) return {};
  const std::uint64_t machine =
      kilobytes ? *kilobytes << 10U : group.value_or(0);
  return std::min(machine, group.value_or(machine)) >> 20U;
}

}  // namespace platform
