#include "horloge/core/cores.h"

#include <fstream>

#include "support/arrays.h"
#include "support/temporary_folder.h"

#ifdef __linux__
#include <sched.h>
#endif

namespace horloge {
namespace {

namespace fs = std::filesystem;

// A processor that its system describes, on a core with these.
void add_processor(const fs::path& folder, int number, const std::string& siblings) {
  const fs::path topology = folder / ("cpu" + std::to_string(number)) / "topology";
  fs::create_directories(topology);
  std::ofstream(topology / "thread_siblings_list") << siblings << '\n';
}

TEST(CoresOf, CountsTheThreadsOfACoreOnce) {
  const test::TemporaryFolder laptop;  // two cores with two threads each, two with one
  for (const int number : {0, 1}) add_processor(laptop.path(), number, "0-1");
  for (const int number : {2, 3}) add_processor(laptop.path(), number, "2-3");
  for (const int number : {4, 5}) add_processor(laptop.path(), number, std::to_string(number));
  EXPECT_EQ(detail::cores_of({0, 1, 2, 3, 4, 5}, laptop.path()), 4);
  EXPECT_EQ(detail::cores_of({0, 1}, laptop.path()), 1);
  EXPECT_EQ(detail::cores_of({1, 2, 5}, laptop.path()), 3);
}

TEST(CoresOf, TakesSiblingsThatAreNotNeighbours) {
  const test::TemporaryFolder server;
  for (int number = 0; number < 16; ++number)
    add_processor(server.path(), number,
                  std::to_string(number % 8) + "," + std::to_string(number % 8 + 8));
  EXPECT_EQ(detail::cores_of({0, 1, 8, 9}, server.path()), 2);
  EXPECT_EQ(detail::cores_of({8, 9, 10, 11, 12, 13, 14, 15}, server.path()), 8);
}

TEST(CoresOf, TakesAProcessorOfWhichNothingIsKnownForACore) {
  const test::TemporaryFolder folder;
  EXPECT_EQ(detail::cores_of({0, 1, 5}, folder.path()), 3);
  EXPECT_EQ(detail::cores_of({}, folder.path()), 1);
  add_processor(folder.path(), 1, "");
  EXPECT_EQ(detail::cores_of({0, 1, 5}, folder.path()), 3);
}

#ifdef __linux__
TEST(UsableCores, AreThoseThatTheProcessMayRunOn) {
  cpu_set_t before, first;
  ASSERT_EQ(::sched_getaffinity(0, sizeof(before), &before), 0);
  CPU_ZERO(&first);
  int number = 0;
  while (!CPU_ISSET(number, &before)) ++number;
  CPU_SET(number, &first);
  const int cores = usable_cores();
  EXPECT_GE(cores, 1);
  EXPECT_LE(cores, CPU_COUNT(&before));
  ASSERT_EQ(::sched_setaffinity(0, sizeof(first), &first), 0);
  EXPECT_EQ(usable_cores(), 1);
  ASSERT_EQ(::sched_setaffinity(0, sizeof(before), &before), 0);
}
#endif

}  // namespace
}  // namespace horloge
