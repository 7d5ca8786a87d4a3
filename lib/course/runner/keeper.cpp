#include "course/runner/keeper.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <vector>

namespace fs = std::filesystem;

namespace runner {
namespace {

// The keeper is a fork of a program that may have threads, and never becomes
// another one: only calls that are safe after fork, here and in what follows.

// Kills each child there is now, whose own children then come to us. False
// where the system does not say which there are.
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

void end_all_children() {
  while (true) {
    const int whether_to_wait = kill_children() ? 0 : WNOHANG;
    if (waitpid(-1, nullptr, whether_to_wait) <= 0 && errno != EINTR) return;
  }
}

// Until the child has ended, or we are told to end it. What else ends here
// meanwhile had lost its parent.
void wait_for(pid_t child, const sigset_t& signals) {
  while (true) {
    siginfo_t ended{};
    while (waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           ended.si_pid != 0) {
      if (ended.si_pid == child) return;
      waitpid(ended.si_pid, nullptr, 0);
      ended.si_pid = 0;
    }
    if (sigwaitinfo(&signals, nullptr) == SIGTERM) return;
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
  std::signal(SIGCHLD, SIG_DFL);
  setpgid(0, 0);  // Ctrl-C, and the end of the terminal, are for our parent
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
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
  wait_for(child, signals);
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
    std::error_code gone;
    const fs::path threads = "/proc/" + std::to_string(all[i]) + "/task";
    for (fs::directory_iterator at(threads, gone), end; !gone && at != end;
         at.increment(gone)) {
      std::ifstream children(at->path() / "children");
      for (pid_t id = 0; children >> id;) all.push_back(id);
    }
  }
  return all.size() - 1;
}

}  // namespace runner
