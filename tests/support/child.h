#pragma once

// A process of its own for a part of a test.

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace horloge::test {

/// Runs work() in a child process: what it returns, from 0 to 255, or minus the signal that ended
/// it.
template <class Work>
int end_of_child(const Work& work) {
  const pid_t child = fork();
  if (child == 0) _exit(work());
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

}  // namespace horloge::test
