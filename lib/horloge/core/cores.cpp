#include "horloge/core/cores.h"

#include <algorithm>
#include <fstream>
#include <set>
#include <string>
#include <thread>

#ifdef __linux__
#include <sched.h>
#endif

namespace horloge {

int detail::cores_of(const std::vector<int>& processors, const std::filesystem::path& folder) {
  std::set<std::string> cores;
  for (const int processor : processors) {
    const std::string number = std::to_string(processor);
    std::ifstream file(folder / ("cpu" + number) / "topology/thread_siblings_list");
    std::string siblings;
    cores.insert(file >> siblings ? siblings : number);
  }
  return std::max(1, static_cast<int>(cores.size()));
}

int usable_cores() {
#ifdef __linux__
  cpu_set_t allowed;
  std::vector<int> processors;
  if (::sched_getaffinity(0, sizeof(allowed), &allowed) == 0)
    for (int i = 0; i < CPU_SETSIZE; ++i)
      if (CPU_ISSET(i, &allowed)) processors.push_back(i);
  if (!processors.empty()) return detail::cores_of(processors, "/sys/devices/system/cpu");
#endif
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace horloge
