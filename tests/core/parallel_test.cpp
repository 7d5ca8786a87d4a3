#include "horloge/core/parallel.h"

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "horloge/core/cores.h"
#include "support/child.h"
#include "support/error_of.h"
#include "support/program.h"
#include "support/threads.h"

namespace horloge {
namespace {

using Tiles = std::set<std::pair<std::size_t, std::size_t>>;

Tiles cut(std::size_t count, std::size_t tile) {
  Tiles tiles;
  std::mutex mutex;
  parallel_for(count, tile, [&](std::size_t begin, std::size_t end) {
    const std::lock_guard<std::mutex> lock(mutex);
    EXPECT_TRUE(tiles.emplace(begin, end).second);
  });
  return tiles;
}

TEST(ParallelFor, CoversTheRangeOnceWhateverTheThreads) {
  for (const std::size_t tile : {0, 1, 2, 3, 7, 64, 1000})
    for (const std::size_t count : {0, 1, 2, 3, 4, 6, 7, 8, 63, 64, 65, 129}) {
      Tiles alone;
      for (const int threads : {1, 2, 3}) {
        const Threads guard(threads);
        const Tiles tiles = cut(count, tile);
        std::size_t next = 0;
        for (const auto& [begin, end] : tiles) {  // in order
          ASSERT_EQ(begin, next);
          ASSERT_LT(begin, end);
          ASSERT_LE(end - begin, std::max<std::size_t>(1, tile));
          next = end;
        }
        ASSERT_EQ(next, count);
        if (threads == 1) alone = tiles;
        ASSERT_EQ(tiles, alone);
      }
    }
}

TEST(ParallelFor, DoesNothingForNothing) {
  parallel_for(0, 8, [](std::size_t, std::size_t) { FAIL(); });
  parallel_for(0, 0, [](std::size_t, std::size_t) { FAIL(); });
}

void nap(int milliseconds) { std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds)); }

// The threads that do the tiles. One thread could do them all before another wakes, so the first
// waits for another, a minute at most: the system may let a thread run late.
std::set<std::thread::id> workers(std::size_t count, std::size_t tile, int milliseconds = 60000) {
  std::set<std::thread::id> ids;
  std::mutex mutex;
  std::atomic<int> arrived{0};
  parallel_for(count, tile, [&](std::size_t, std::size_t) {
    ++arrived;
    for (int waited = 0; waited < milliseconds && arrived < 2; ++waited) nap(1);
    const std::lock_guard<std::mutex> lock(mutex);
    ids.insert(std::this_thread::get_id());
  });
  return ids;
}

TEST(ParallelFor, UsesThreadsForMuchAndNoneForLittle) {
  const Threads guard(2);
  EXPECT_EQ(workers(100, 10).size(), 2U);
  const std::set<std::thread::id> caller{std::this_thread::get_id()};
  EXPECT_EQ(workers(10, 10, 100), caller);
  const Threads one(1);
  EXPECT_EQ(workers(20, 10, 100), caller);
}

TEST(ParallelFor, WakesThreadsThatSleep) {
  const Threads guard(3);
  for (int repeat = 0; repeat < 3; ++repeat) {
    EXPECT_GE(workers(100, 10).size(), 2U);
    nap(5);
  }
}

// The other thread sticks to its first tile until all others are done: this thread has to do them.
TEST(ParallelFor, WaitsForNobodyWhoIsHeldUp) {
  const Threads guard(2);
  const auto caller = std::this_thread::get_id();
  std::atomic<int> done{0};
  std::atomic<bool> held_up{false};
  int others_done = 19;
  parallel_for(20, 1, [&](std::size_t, std::size_t) {
    if (std::this_thread::get_id() == caller) {
      nap(1);  // so that the other one arrives
    } else if (!held_up.exchange(true)) {
      for (int i = 0; i < 3000 && done < 19; ++i) nap(1);
      others_done = done;
    }
    ++done;
  });
  EXPECT_EQ(done, 20);
  EXPECT_EQ(others_done, 19);
}

TEST(ParallelFor, WorksInAChildOfFork) {
  const Threads guard(2);
  const auto sum = [] {
    std::atomic<std::size_t> all{0};
    parallel_for(100, 1, [&](std::size_t begin, std::size_t end) { all += end - begin; });
    return all.load();
  };
  EXPECT_EQ(sum(), 100U);
  const int threads = test::end_of_child(
      [&] { return sum() == 100 ? static_cast<int>(workers(100, 10).size()) : 0; });
  EXPECT_EQ(threads, 2);
  EXPECT_EQ(sum(), 100U);
}

TEST(ParallelFor, StaysOnItsThreadInsideATile) {
  const Threads guard(2);
  std::atomic<int> strayed{0};
  std::atomic<int> done{0};
  parallel_for(4, 1, [&](std::size_t, std::size_t) {
    const auto outer = std::this_thread::get_id();
    parallel_for(50, 1, [&](std::size_t, std::size_t) {
      ++done;
      if (std::this_thread::get_id() != outer) ++strayed;
    });
  });
  EXPECT_EQ(done, 200);
  EXPECT_EQ(strayed, 0);
}

TEST(ParallelFor, PassesOnTheFirstTilesException) {
  for (const int threads : {1, 2, 3}) {
    const Threads guard(threads);
    for (int repeat = 0; repeat < 10; ++repeat) {
      const std::string what = error_of<std::runtime_error>([] {
        parallel_for(20, 1, [](std::size_t begin, std::size_t) {
          if (begin >= 7) throw std::runtime_error(std::to_string(begin));
        });
      });
      ASSERT_EQ(what, "7") << threads << " threads";
    }
    EXPECT_EQ(cut(20, 1).size(), 20U);  // and goes on working
  }
}

TEST(ParallelFor, ServesSeveralThreadsAtOnce) {
  std::atomic<std::size_t> sum{0};
  std::vector<std::thread> callers;
  for (int i = 0; i < 3; ++i)
    callers.emplace_back([&] {
      parallel_for(1000, 10, [&](std::size_t begin, std::size_t end) { sum += end - begin; });
    });
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(sum, 3000U);
}

TEST(NumThreads, CanBeChosenAndGivenBack) {
  set_num_threads(0);
  const int automatic = num_threads();
  EXPECT_GE(automatic, 1);
  set_num_threads(3);
  EXPECT_EQ(num_threads(), 3);
  set_num_threads(-1);
  EXPECT_EQ(num_threads(), automatic);
}

TEST(NumThreads, IsAtFirstWhatOpenMpsVariableSaysOrOneACore) {
  const char* const said = std::getenv("OMP_NUM_THREADS");
  EXPECT_EQ(num_threads(), said != nullptr ? std::atoi(said) : usable_cores());
}

TEST(NumThreads, FollowsTheEnvironmentOfItsProcess) {
  const std::string self = std::filesystem::read_symlink("/proc/self/exe");
  for (const std::string environment :
       {"-u OMP_NUM_THREADS", "OMP_NUM_THREADS=1", "OMP_NUM_THREADS=3"}) {
    const test::Outcome outcome = test::run_command("env " + environment + " '" + self +
                                                    "' --gtest_filter='NumThreads.IsAtFirst*'");
    EXPECT_EQ(outcome.status, 0) << environment << '\n' << outcome.text;
  }
}

TEST(RowsPerTile, IsAtLeastOne) {
  EXPECT_EQ(rows_per_tile(0, 100), 100U);
  EXPECT_EQ(rows_per_tile(7, 100), 14U);
  EXPECT_EQ(rows_per_tile(101, 100), 1U);
}

}  // namespace
}  // namespace horloge
