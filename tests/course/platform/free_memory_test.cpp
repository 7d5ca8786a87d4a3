// How much memory is free, on a machine and in a container.

#include "course/platform/free_memory.h"

#include <gtest/gtest.h>

#include <fstream>

#include "support/temporary_folder.h"

namespace platform {
namespace {

namespace fs = std::filesystem;

class FreeMemory : public testing::Test {
 protected:
  FreeMemory() {
    write("proc/meminfo", "MemTotal:  8192000 kB\nMemFree: 10 kB\nMemAvailable: 4096000 kB\n");
  }
  void write(const fs::path& file, const std::string& text) const {
    fs::create_directories((root() / file).parent_path());
    std::ofstream(root() / file) << text;
  }
  fs::path root() const { return folder_ / "root"; }
  std::size_t megabytes() const { return free_megabytes(root()).value_or(0); }

  static std::string of(std::size_t megabytes) { return std::to_string(megabytes << 20U) + "\n"; }

 private:
  horloge::test::TemporaryFolder folder_;
};

TEST_F(FreeMemory, IsTheMachinesWithoutALimit) {
  EXPECT_EQ(megabytes(), 4000U);
  write("proc/self/cgroup", "0::/\n");
  write("sys/fs/cgroup/memory.max", "max\n");
  write("sys/fs/cgroup/memory.current", of(3000));
  EXPECT_EQ(megabytes(), 4000U);
  write("proc/self/cgroup", "4:memory:/\n");
  write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  write("sys/fs/cgroup/memory/memory.usage_in_bytes", of(3000));
  EXPECT_EQ(megabytes(), 4000U);
  EXPECT_FALSE(free_megabytes(root() / "none").has_value());
  EXPECT_GT(free_megabytes().value_or(0), 0U);
}

// Version 2, seen from inside a container.
TEST_F(FreeMemory, IsWhatTheContainerHasLeft) {
  write("proc/self/cgroup", "0::/\n");
  write("sys/fs/cgroup/memory.max", of(1000));
  write("sys/fs/cgroup/memory.current", of(700));
  EXPECT_EQ(megabytes(), 300U);
  write("sys/fs/cgroup/memory.stat", "anon 1\ninactive_file " + of(150) + "active_file " + of(50) +
                                         "workingset_refault_file 7\n");
  EXPECT_EQ(megabytes(), 500U);
}

TEST_F(FreeMemory, IsLimitedByEveryGroupAround) {
  write("proc/self/cgroup", "0::/a/b\n");
  write("sys/fs/cgroup/a/memory.max", of(600));
  write("sys/fs/cgroup/a/memory.current", of(500));
  write("sys/fs/cgroup/a/b/memory.max", of(400));
  write("sys/fs/cgroup/a/b/memory.current", of(100));
  EXPECT_EQ(megabytes(), 100U);
}

// Version 1, whose group has another name outside the container.
TEST_F(FreeMemory, KnowsTheOlderGroups) {
  write("proc/self/cgroup", "5:cpu,cpuacct:/x\n4:memory:/docker/17\n0::/\n");
  write("sys/fs/cgroup/memory/memory.limit_in_bytes", of(1000));
  write("sys/fs/cgroup/memory/memory.usage_in_bytes", of(900));
  write("sys/fs/cgroup/memory/memory.stat", "cache 5\ntotal_inactive_file " + of(20));
  EXPECT_EQ(megabytes(), 120U);
  write("sys/fs/cgroup/memory/docker/17/memory.limit_in_bytes", of(200));
  write("sys/fs/cgroup/memory/docker/17/memory.usage_in_bytes", of(199));
  EXPECT_EQ(megabytes(), 1U);
}

}  // namespace
}  // namespace platform
