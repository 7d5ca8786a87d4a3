// Parents, children and orphans. What is lost without Linux is told by the same tests.

#include "course/platform/descent.h"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <functional>
#include <thread>

#include "course/platform/pipe.h"
#include "kind.h"
#include "support/matchers.h"

namespace platform {
namespace {

using testing::UnorderedElementsAreArray;

// A child that does this, and ends.
pid_t start(const std::function<void()>& work) {
  const pid_t child = fork();
  if (child != 0) return child;
  work();
  _exit(0);
}

// How a child ended: 0, or by which signal.
int signal_that_ended(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

// What processes tell us.
class Notes {
 public:
  Notes() { EXPECT_TRUE(open_pipe(ends_)); }
  ~Notes() {
    for (const int end : ends_) close(end);
  }
  Notes(const Notes&) = delete;
  Notes& operator=(const Notes&) = delete;

  void write(int number) const {
    if (::write(ends_[1], &number, sizeof number) != sizeof number) _exit(1);
  }
  // -1 where there is none within these milliseconds.
  int read(int patience = 60'000) const {
    pollfd source{ends_[0], POLLIN, 0};
    int number = -1;
    if (poll(&source, 1, patience) != 1) return -1;
    return ::read(ends_[0], &number, sizeof number) == sizeof number ? number : -1;
  }

 private:
  std::array<int, 2> ends_{};
};

sigset_t blocked(std::initializer_list<int> signals) {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : signals) sigaddset(&set, signal);
  sigprocmask(SIG_BLOCK, &set, nullptr);
  return set;
}

TEST(Descent, OrphansComeToWhoTakesThemIn) {
  const Notes notes;
  const pid_t we = start([&] {
    take_in_orphans();
    const pid_t parent = start([&] {
      start([&, parent = getpid()] {
        while (getppid() == parent) usleep(1000);
        notes.write(getppid());
      });
    });
    waitpid(parent, nullptr, 0);
    pause();
  });
  const int came_to = notes.read();
  kill(we, SIGKILL);
  waitpid(we, nullptr, 0);
  EXPECT_EQ(came_to == we, is_linux);
}

// A process whose parent is killed, and what it writes down then.
int noted_at_end_of_parent(const std::function<void(const Notes&, pid_t)>& work, int patience) {
  const Notes notes;
  const pid_t parent = start([&] {
    start([&, parent = getpid()] { work(notes, parent); });
    pause();
  });
  const int child = notes.read();  // that it is ready
  usleep(100'000);                 // and waits
  kill(parent, SIGKILL);
  waitpid(parent, nullptr, 0);
  const int noted = notes.read(patience);
  kill(child, SIGKILL);
  return noted;
}

TEST(Descent, TheEndOfAParentIsHeardWhileWaiting) {
  const int noted = noted_at_end_of_parent(
      [](const Notes& notes, pid_t parent) {
        const sigset_t signals = blocked({SIGCHLD, SIGTERM});
        expect_signal_at_end_of_parent(SIGTERM);
        notes.write(getpid());
        notes.write(wait_for_signal(signals, parent));
      },
      60'000);
  EXPECT_EQ(noted, SIGTERM);
}

TEST(Descent, TheEndOfAParentEndsUsOnLinux) {
  const int noted = noted_at_end_of_parent(
      [](const Notes& notes, pid_t) {
        expect_signal_at_end_of_parent(SIGKILL);
        notes.write(getpid());
        for (int i = 0; i < 20; ++i) usleep(10'000);
        notes.write(7);
      },
      is_linux ? 1000 : 60'000);
  EXPECT_EQ(noted, is_linux ? -1 : 7);
}

TEST(Descent, WaitsForTheSignalsThatAreAsked) {
  const Notes notes;
  const pid_t child = start([&, parent = getpid()] {
    const sigset_t signals = blocked({SIGUSR1, SIGTERM});
    notes.write(0);
    for (int i = 0; i < 2; ++i) notes.write(wait_for_signal(signals, parent));
  });
  EXPECT_EQ(notes.read(), 0);
  EXPECT_EQ(notes.read(1200), -1);
  kill(child, SIGUSR1);
  EXPECT_EQ(notes.read(), SIGUSR1);
  kill(child, SIGTERM);
  EXPECT_EQ(notes.read(), SIGTERM);
  EXPECT_EQ(signal_that_ended(child), 0);
}

TEST(Descent, ChildrenAreKilledWhereTheSystemKnowsThem) {
  const std::array<pid_t, 2> children{start(pause), start(pause)};
  EXPECT_EQ(kill_children(), is_linux);
  for (const pid_t child : children) {
    if (!is_linux) kill(child, SIGTERM);
    EXPECT_EQ(signal_that_ended(child), is_linux ? SIGKILL : SIGTERM);
  }
}

TEST(Descent, ChildrenAreCountedWhereTheSystemKnowsThem) {
  std::array<pid_t, 2> children{start(pause), 0};
  const Notes done;
  std::thread other([&] {
    children[1] = start(pause);
    done.read();
  });
  while (children[1] == 0) usleep(1000);
  if (is_linux)
    EXPECT_THAT(children_of(getpid()), UnorderedElementsAreArray(children));
  else
    EXPECT_THAT(children_of(getpid()), IsEmpty());
  done.write(0);
  other.join();
  for (const pid_t child : children) {
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
  }
  EXPECT_THAT(children_of(getpid()), IsEmpty());
}

}  // namespace
}  // namespace platform
