#include "course/platform/descent.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

namespace fs = std::filesystem;

namespace platform {

void take_in_orphans() { prctl(PR_SET_CHILD_SUBREAPER, 1); }

void expect_signal_at_end_of_parent(int signal) {
  prctl(PR_SET_PDEATHSIG, signal);
}

int wait_for_signal(const sigset_t& signals, pid_t) {
  int signal = 0;
  sigwait(&signals, &signal);
  return signal;
}

bool kill_children() {
  const int file = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  std::array<char, 4096> block;
  pid_t id = 0;
  for (ssize_t n = 0; (n = read(file, block.data(), block.size())) > 0;)
    for (const char* c = block.data(); c != block.data() + n; ++c) {
      if (*c >= '0' && *c <= '9') {
        id = 10 * id + (*c - '0');
      } else if (id > 0) {
        kill(id, SIGKILL);
        id = 0;
      }
    }
  close(file);
  return true;
}

std::vector<pid_t> children_of(pid_t process) {
  std::vector<pid_t> all;
  std::error_code gone;
  const fs::path threads = "/proc/" + std::to_string(process) + "/task";
  for (fs::directory_iterator at(threads, gone), end; !gone && at != end;
       at.increment(gone)) {
    std::ifstream children(at->path() / "children");
    for (pid_t id = 0; children >> id;) all.push_back(id);
  }
  return all;
}

}  // namespace platform
