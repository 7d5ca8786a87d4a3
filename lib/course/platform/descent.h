#pragma once

#include <sys/types.h>

#include <csignal>
#include <vector>

namespace platform {

// How processes that descend from one another stand together. All but
// children_of() may be called between fork and the next program: they take no
// memory.

/// From now on whatever descends from us and loses its parent becomes our
/// child. Elsewhere than on Linux nothing happens: the system takes such
/// processes in, and they outlive us.
void take_in_orphans();

/// From now on the end of our parent sends us this signal. Elsewhere than on
/// Linux nothing happens: we outlive it, unless we use wait_for_signal().
void expect_signal_at_end_of_parent(int signal);

/// Waits for one of these signals, which are blocked, and returns it; SIGTERM
/// once `parent` is no longer our parent. For that expect_signal_… has been
/// called with SIGTERM; elsewhere than on Linux we look each second, with
/// alarm(), and leave SIGALRM blocked.
int wait_for_signal(const sigset_t& signals, pid_t parent);

/// Sends SIGKILL to each child there is now. False where the system does not
/// say which there are; elsewhere than on Linux it never does.
bool kill_children();

/// The children of a process, by all its threads. Elsewhere than on Linux none.
std::vector<pid_t> children_of(pid_t process);

}  // namespace platform
