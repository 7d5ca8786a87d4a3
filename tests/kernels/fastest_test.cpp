#include "horloge/kernels/fastest.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>
#include <vector>

namespace horloge::detail {
namespace {

using std::chrono::microseconds;

TEST(Fastest, TakesEachWayInTurnAndThenTheFastest) {
  Fastest<3> fastest;
  std::vector<std::size_t> taken;
  const auto compute = [&](std::size_t way) {
    taken.push_back(way);
    if (way != 1) std::this_thread::sleep_for(microseconds{500});
  };
  for (int call = 0; call < 120; ++call) fastest.run(1, compute);
  for (std::size_t call = 0; call < 96; ++call) EXPECT_EQ(taken[call], call / 8 % 3);
  for (std::size_t call = 96; call < 120; ++call) EXPECT_EQ(taken[call], 1U);
}

// The way with twice the work takes longer, and less for each unit of it.
TEST(Fastest, ComparesTimesForEachUnitOfWork) {
  Fastest<2> fastest;
  std::size_t last = 2;
  for (std::size_t call = 0; call < 65; ++call)
    fastest.run(call / 8 % 2 == 0 ? 1000 : 1, [&](std::size_t way) {
      last = way;
      std::this_thread::sleep_for(microseconds{way == 0 ? 400 : 200});
    });
  EXPECT_EQ(last, 0U);
}

TEST(Fastest, IsSharedByThreads) {
  Fastest<2> fastest;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int call = 0; call < 100; ++call)
        fastest.run(1, [](std::size_t way) {
          if (way == 1) std::this_thread::sleep_for(microseconds{500});
        });
    });
  for (std::thread& thread : threads) thread.join();
  std::size_t last = 2;
  fastest.run(1, [&](std::size_t way) { last = way; });
  EXPECT_EQ(last, 0U);
}

}  // namespace
}  // namespace horloge::detail
