#include "course/platform/descent.h"

#include <unistd.h>

namespace platform {

void take_in_orphans() {}

void expect_signal_at_end_of_parent(int) {}

int wait_for_signal(const sigset_t& signals, pid_t parent) {
  sigset_t and_alarm = signals;
  sigaddset(&and_alarm, SIGALRM);
  sigprocmask(SIG_BLOCK, &and_alarm, nullptr);
  while (getppid() == parent) {
    alarm(1);
    int signal = 0;
    sigwait(&and_alarm, &signal);
    if (signal == SIGALRM) continue;
    alarm(0);
    return signal;
  }
  return SIGTERM;
}

bool kill_children() { return false; }

std::vector<pid_t> children_of(pid_t) { return {}; }

}  // namespace platform
