#pragma once

#include <filesystem>
#include <vector>

namespace horloge {

/// How many cores this process may run on, at least 1. A core that runs two threads at once counts
/// as one: it has one set of multipliers for both. Where the system tells nothing of cores, each
/// processor that it lists counts.
int usable_cores();

namespace detail {

/// The cores that these processors belong to. `folder`/cpu7/topology/thread_siblings_list names the
/// processors of the core of number 7; without such a file a processor is a core.
int cores_of(const std::vector<int>& processors, const std::filesystem::path& folder);

}  // namespace detail
}  // namespace horloge
