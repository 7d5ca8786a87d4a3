#include "course/runner/process_groups.h"

#include <array>
#include <atomic>
#include <csignal>

namespace runner {
namespace {

// All that a signal handler may touch. More than these never run at a time.
std::array<std::atomic<pid_t>, 8> groups;
static_assert(std::atomic<pid_t>::is_always_lock_free);

extern "C" void end_groups(int signal) {
  for (const auto& group : groups)
    if (const pid_t id = group; id > 0) kill(-id, SIGKILL);
  raise(signal);  // which ends us now, for this handler serves once
}

void replace_one(pid_t from, pid_t to) {
  for (auto& group : groups) {
    pid_t expected = from;
    if (group.compare_exchange_strong(expected, to)) return;
  }
}

}  // namespace

EndsWithUs::EndsWithUs(pid_t group) : group_(group) {
  replace_one(0, group_);
  listen_for_our_end();
}

EndsWithUs::~EndsWithUs() { replace_one(group_, 0); }

// Only where nobody else listens: Ctrl-C is for whoever asked for it.
void listen_for_our_end() {
  for (const int signal : {SIGHUP, SIGINT, SIGTERM, SIGQUIT}) {
    struct sigaction now {};
    sigaction(signal, nullptr, &now);
    if (now.sa_handler != SIG_DFL) continue;
    now.sa_handler = end_groups;
    now.sa_flags = static_cast<int>(SA_RESETHAND);
    sigaction(signal, &now, nullptr);
  }
}

}  // namespace runner
