#include "course/runner/keeper.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <vector>

#include "course/platform/descent.h"

namespace runner {
namespace {

// The keeper is a fork of a program that may have threads, and never becomes
// another one: only calls that are safe after fork, here and in what follows.

// As long as there are some: when one ends, its own children come to us.
void end_all_children() {
  while (true) {
    const int whether_to_wait = platform::kill_children() ? 0 : WNOHANG;
    if (waitpid(-1, nullptr, whether_to_wait) <= 0 && errno != EINTR) return;
  }
}

// Until the child has ended, or we are told to end it. What else ends here
// meanwhile had lost its parent.
void wait_for(pid_t child, const sigset_t& signals, pid_t parent) {
  while (true) {
    siginfo_t ended{};
    while (waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           ended.si_pid != 0) {
      if (ended.si_pid == child) return;
      waitpid(ended.si_pid, nullptr, 0);
      ended.si_pid = 0;
    }
    if (platform::wait_for_signal(signals, parent) == SIGTERM) return;
  }
}

[[noreturn]] void end_like(int status) {
  if (WIFEXITED(status)) _exit(WEXITSTATUS(status));
  const int signal = WTERMSIG(status);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, signal);
  std::signal(signal, SIG_DFL);
  raise(signal);
  sigprocmask(SIG_UNBLOCK, &only, nullptr);
  _exit(127);
}

}  // namespace

void return_in_a_kept_child(pid_t parent) {
  sigset_t signals, before;
  sigemptyset(&signals);
  sigaddset(&signals, SIGCHLD);
  sigaddset(&signals, SIGTERM);
  sigprocmask(SIG_BLOCK, &signals, &before);
  // By default this one is ignored, and may be lost though it is blocked.
  std::signal(SIGCHLD, [](int) {});
  setpgid(0, 0);  // Ctrl-C, and the end of the terminal, are for our parent
  platform::take_in_orphans();
  platform::expect_signal_at_end_of_parent(SIGTERM);
  if (getppid() != parent) _exit(127);  // it is gone already
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);

  const pid_t child = fork();
  if (child == 0) {
    setpgid(0, 0);
    sigprocmask(SIG_SETMASK, &before, nullptr);
    return;
  }
  if (child < 0) _exit(127);
  setpgid(child, child);  // whoever comes first
  wait_for(child, signals, parent);
  // While nobody has waited for it, its number is no other group's.
  kill(-child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  end_all_children();
  end_like(status);
}

std::size_t count_kept(pid_t keeper, std::size_t most) {
  std::vector<pid_t> all{keeper};
  for (std::size_t i = 0; i < all.size() && all.size() <= most + 1; ++i) {
    const std::vector<pid_t> children = platform::children_of(all[i]);
    all.insert(all.end(), children.begin(), children.end());
  }
  return all.size() - 1;
}

}  // namespace runner
