// What the system refuses an answer. Each in a process of its own, which stays confined.

#include "course/platform/confine.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>

#include "kind.h"
#include "support/child.h"
#include "support/temporary_folder.h"

namespace platform {
namespace {

// How a confined child ends that returns a status.
template <class Work>
int status_of_confined(Work work) {
  return horloge::test::end_of_child([&] {
    confine();
    return work();
  });
}

// 0 for what went well, else the error.
int result(int answer) { return answer < 0 ? errno : 0; }

TEST(Confine, SaysWhatItWillRefuse) {
  const Confinement here = confinement_here();
  EXPECT_EQ(status_of_confined([&] {
              const Confinement now = confine();  // a second time
              return now.files == here.files && now.processes == here.processes ? 0 : 1;
            }),
            0);
  EXPECT_TRUE(is_linux || !(here.files || here.processes));
}

TEST(Confine, ChangesNoFile) {
  const horloge::test::TemporaryFolder folder;
  const std::string kept = (folder / "kept").string(), more = (folder / "more").string();
  close(open(kept.c_str(), O_CREAT | O_WRONLY, 0600));
  const int refused = confinement_here().files ? EACCES : 0;
  EXPECT_EQ(status_of_confined([&] { return result(open(kept.c_str(), O_WRONLY)); }), refused);
  EXPECT_EQ(
      status_of_confined([&] { return result(open(more.c_str(), O_CREAT | O_WRONLY, 0600)); }),
      refused);
  EXPECT_EQ(status_of_confined([&] { return result(mkdir((more + "2").c_str(), 0700)); }), refused);
  EXPECT_EQ(status_of_confined([&] { return result(unlink(kept.c_str())); }), refused);
  EXPECT_EQ(std::filesystem::exists(kept), refused != 0);
  EXPECT_EQ(status_of_confined([&] { return result(open("/dev/null", O_WRONLY | O_TRUNC)); }), 0);
  EXPECT_EQ(status_of_confined([&] { return result(open("/proc/self/maps", O_RDONLY)); }), 0);
}

TEST(Confine, LeavesOthersAlone) {
  const int refused = confinement_here().processes ? EACCES : 0;
  EXPECT_EQ(status_of_confined([] { return result(kill(getppid(), 0)); }), refused);
  EXPECT_EQ(status_of_confined([] { return result(socket(AF_INET, SOCK_STREAM, 0)); }), refused);
  EXPECT_EQ(status_of_confined([] { return result(kill(getpid(), 0)); }), 0);
  EXPECT_EQ(status_of_confined([]() -> int { std::abort(); }), -SIGABRT);
  EXPECT_EQ(status_of_confined([] {  // and starts what it likes
              return std::system("exit 3") == 3 << 8 ? 0 : 1;
            }),
            0);
}

}  // namespace
}  // namespace platform
