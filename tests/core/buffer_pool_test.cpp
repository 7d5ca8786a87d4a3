#include "horloge/core/buffer_pool.h"

#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <memory>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "horloge/core/large_pages.h"
#include "support/arrays.h"
#include "support/child.h"

namespace horloge {
namespace {

// Under the address sanitizer the pool is plain malloc: what is said about reuse does not hold.
bool reuses() {
  pool_clear();
  pool_give(pool_take(1000), 1000);
  const bool kept = pool_idle_bytes() > 0;
  pool_clear();
  return kept;
}

// There the one thing to hold is that nothing is kept.
#define ONLY_WITH_POOL()              \
  if (!reuses()) {                    \
    EXPECT_EQ(pool_idle_bytes(), 0U); \
    return;                           \
  }

bool aligned(const void* block) { return reinterpret_cast<std::uintptr_t>(block) % 64 == 0; }

constexpr std::size_t mebibyte = std::size_t{1} << 20U;

TEST(BufferPool, GivesAlignedMemoryOfEverySize) {
  for (std::size_t bytes = 0; bytes <= 70000; ++bytes) {
    void* const block = pool_take(bytes);
    ASSERT_TRUE(aligned(block)) << bytes;
    std::memset(block, 1, bytes);  // the sanitizer, or the heap's own checks, see one byte too few
    pool_give(block, bytes);
  }
  pool_clear();
}

// So that a number which nobody set cannot look like one that somebody has.
TEST(BufferPool, FillsFreshBlocksAndUsedOnes) {
  constexpr std::uint64_t pattern = 0x7FF87FF87FF87FF8;
  pool_fill_with(pattern);
  for (int again = 0; again < 2; ++again) {
    auto* const block = static_cast<std::uint64_t*>(pool_take(100 * sizeof(pattern)));
    for (int i = 0; i < 100; ++i) EXPECT_EQ(block[i], pattern) << i;
    std::memset(block, 1, 100 * sizeof(pattern));
    pool_give(block, 100 * sizeof(pattern));
  }
  pool_fill_with(0);
  pool_clear();
}

TEST(BufferPool, GivesAlignedMemoryAroundPowersOfTwo) {
  for (unsigned log2 = 10; log2 <= 26; ++log2)
    for (const int more : {-1, 0, 1}) {
      const std::size_t bytes = (std::size_t{1} << log2) + static_cast<std::size_t>(more);
      auto* const block = static_cast<char*>(pool_take(bytes));
      ASSERT_TRUE(aligned(block)) << bytes;
      block[0] = block[bytes - 1] = 1;
      pool_give(block, bytes);
    }
  pool_clear();
}

// A class is never smaller than what is asked for, and never larger by more than an eighth. Seen
// through the bytes that lie idle afterwards; large blocks are reserved, not touched but for their
// first word.
TEST(BufferPool, WastesAtMostAnEighth) {
  ONLY_WITH_POOL();
  const auto held_for = [](std::size_t bytes) {
    pool_give(pool_take(bytes), bytes);
    const std::size_t held = pool_idle_bytes();
    pool_clear();
    return held;
  };
  const auto expect_snug = [&](std::size_t bytes) {
    const std::size_t held = held_for(bytes);
    EXPECT_GE(held, bytes);
    EXPECT_EQ(held % 64, 0U) << bytes;
    if (bytes > 512) {
      EXPECT_LE(held, bytes + bytes / 8) << bytes;
    }
  };
  for (std::size_t bytes = 0; bytes <= 70000; ++bytes) expect_snug(bytes);
  for (unsigned log2 = 17; log2 <= 33; ++log2)
    for (const int more : {-1, 0, 1})
      expect_snug((std::size_t{1} << log2) + static_cast<std::size_t>(more));
}

TEST(BufferPool, ReusesABlockOfTheSameClass) {
  ONLY_WITH_POOL();
  void* const block = pool_take(100000);
  pool_give(block, 100000);
  EXPECT_GE(pool_idle_bytes(), 100000U);
  EXPECT_EQ(pool_take(99999), block);
  EXPECT_EQ(pool_idle_bytes(), 0U);
  void* const other = pool_take(100000);
  EXPECT_NE(other, block);
  pool_give(block, 99999);
  pool_give(other, 100000);
  void* const small = pool_take(50000);  // another class
  EXPECT_NE(small, block);
  EXPECT_NE(small, other);
  pool_give(small, 50000);
  pool_clear();
  EXPECT_EQ(pool_idle_bytes(), 0U);
}

TEST(BufferPool, NeverGivesOneBlockTwice) {
  std::set<void*> blocks;
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 100; ++i) EXPECT_TRUE(blocks.insert(pool_take(3000)).second);
    for (void* const block : blocks) pool_give(block, 3000);
    blocks.clear();
  }
  pool_clear();
}

TEST(BufferPool, RefusesWhatCannotBe) {
  EXPECT_THROW(pool_take(static_cast<std::size_t>(-1)), std::bad_alloc);
  EXPECT_THROW(pool_take((static_cast<std::size_t>(-1) / 2) + 1), std::bad_alloc);
  EXPECT_THROW((void)PoolAllocator<double>().allocate(static_cast<std::size_t>(-1) / 4),
               std::bad_alloc);
  pool_give(nullptr, 100);  // as free(nullptr)
}

// What is in use is counted in every build, by the class that a request falls into.
TEST(BufferPool, CountsWhatIsInUse) {
  const std::size_t before = pool_used_bytes();
  const auto counted = [&] { return pool_used_bytes() - before; };
  for (const auto& [bytes, of_its_class] : {std::pair<std::size_t, std::size_t>{0, 512},
                                            {1, 512},
                                            {512, 512},
                                            {513, 576},
                                            {1024, 1024},
                                            {1025, 1152},
                                            {mebibyte - 1, mebibyte},
                                            {mebibyte + 1, mebibyte / 8 * 9}}) {
    void* const block = pool_take(bytes);
    EXPECT_EQ(counted(), of_its_class) << bytes;
    void* const other = pool_take(2048);
    EXPECT_EQ(counted(), of_its_class + 2048) << bytes;
    pool_give(block, bytes);
    EXPECT_EQ(counted(), 2048U) << bytes;
    pool_give(other, 2048);
    EXPECT_EQ(counted(), 0U) << bytes;
  }
  pool_give(nullptr, 3000);
  EXPECT_EQ(counted(), 0U);
  EXPECT_THROW(pool_take(static_cast<std::size_t>(-1) / 2 + 1), std::bad_alloc);
  EXPECT_EQ(counted(), 0U);
  pool_clear();
  EXPECT_EQ(counted(), 0U);
}

TEST(BufferPool, RemembersTheMostInUse) {
  pool_clear();
  const std::size_t before = pool_used_bytes();
  EXPECT_EQ(pool_peak_bytes(), before);
  void* const first = pool_take(3 * mebibyte);
  void* const second = pool_take(2 * mebibyte);
  pool_give(first, 3 * mebibyte);
  EXPECT_EQ(pool_peak_bytes(), before + 5 * mebibyte);
  void* const third = pool_take(mebibyte);  // less than there was
  EXPECT_EQ(pool_peak_bytes(), before + 5 * mebibyte);
  pool_clear();  // what is in use stays so
  EXPECT_EQ(pool_used_bytes(), before + 3 * mebibyte);
  EXPECT_EQ(pool_peak_bytes(), before + 3 * mebibyte);
  pool_give(second, 2 * mebibyte);
  pool_give(third, mebibyte);
  EXPECT_EQ(pool_peak_bytes(), before + 3 * mebibyte);
  pool_clear();
  EXPECT_EQ(pool_peak_bytes(), before);
}

TEST(BufferPool, CountsAllThreadsTogether) {
  pool_clear();
  const std::size_t before = pool_used_bytes();
  void* const ours = pool_take(mebibyte);
  void* theirs = nullptr;
  std::thread([&] {
    EXPECT_EQ(pool_used_bytes(), before + mebibyte);
    theirs = pool_take(2 * mebibyte);
    pool_give(ours, mebibyte);
  }).join();
  EXPECT_EQ(pool_used_bytes(), before + 2 * mebibyte);
  EXPECT_EQ(pool_peak_bytes(), before + 3 * mebibyte);
  pool_give(theirs, 2 * mebibyte);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)  // at once: no count is lost
    threads.emplace_back([] {
      for (int round = 0; round < 10000; ++round) pool_give(pool_take(1000), 1000);
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(pool_used_bytes(), before);
  EXPECT_EQ(pool_peak_bytes(), before + 3 * mebibyte);
  pool_clear();
}

TEST(BufferPool, TakesBackWhatAnotherThreadTook) {
  const std::size_t idle = pool_idle_bytes();
  Array made;
  std::thread([&] { made = full({1000}, 5); }).join();  // its thread, and its pool, are gone
  EXPECT_TRUE(test::same(made, full({1000}, 5)));
  made = Array();
  EXPECT_GE(pool_idle_bytes(), idle);
  Array ours = full({1000}, 6);
  std::size_t idle_there = 0;
  std::thread([&] {
    ours = Array();
    idle_there = pool_idle_bytes();
  }).join();
  if (reuses()) {
    EXPECT_GE(idle_there, 1000 * sizeof(real));
  }
}

// Destroyed after the main thread's pool, at the very end of the program, and so are the buffers
// that it then takes.
struct AtExit {
  Array kept = full({5000}, 3);
  ~AtExit() {
    const Array copy = kept;
    kept = full({7000}, 4);
    if (copy(4999) != 3 || kept(6999) != 4) std::abort();
  }
};

TEST(BufferPool, ServesStaticArraysAtExit) {
  static const AtExit at_exit;
  EXPECT_EQ(at_exit.kept(0), 3);
}

TEST(BufferPool, ServesThreadLocalArraysAtTheEndOfTheirThread) {
  std::thread([] {
    thread_local std::unique_ptr<AtExit> older_than_the_pool;  // so it goes after it
    EXPECT_EQ(older_than_the_pool, nullptr);
    older_than_the_pool = std::make_unique<AtExit>();
    EXPECT_EQ(older_than_the_pool->kept(0), 3);
  }).join();
}

// Its pool is gone by then, but ours may get the block.
struct TakesAtTheEnd {
  void** block;
  ~TakesAtTheEnd() { *block = pool_take(1030); }
};

TEST(BufferPool, TakesWholeBlocksAtTheEndOfAThread) {
  ONLY_WITH_POOL();
  void* block = nullptr;
  std::thread([&] {
    thread_local std::unique_ptr<TakesAtTheEnd> older_than_the_pool;
    older_than_the_pool = std::make_unique<TakesAtTheEnd>(TakesAtTheEnd{&block});
    pool_give(pool_take(1030), 1030);
  }).join();
  EXPECT_GE(malloc_usable_size(block), 1152U);  // its class
  pool_give(block, 1030);
  pool_clear();
}

// With a limit on its memory a program may have none for many blocks at once.
TEST(BufferPool, TakesSingleBlocksWhereThereIsNoMemoryForMany) {
  ONLY_WITH_POOL();
  const auto take_one = [] {
    rlim_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    const rlim_t most = pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + 48 * mebibyte;
    const rlimit limit{most, most};
    if (pages == 0 || setrlimit(RLIMIT_AS, &limit) != 0) return 1;
    while (detail::take_in_large_pages(mebibyte) != nullptr) {
    }
    void* const block = pool_take(mebibyte);
    std::memset(block, 1, mebibyte);
    pool_give(block, mebibyte);
    pool_clear();
    return 0;
  };
  EXPECT_EQ(test::end_of_child(take_one), 0);
}

// Batches whose lengths all differ leave blocks that no later batch fits.
TEST(BufferPool, StaysBoundedWhenSizesVary) {
  ONLY_WITH_POOL();
  std::size_t most_idle = 0;
  for (std::size_t i = 0; i < 400; ++i) {
    const std::size_t bytes = mebibyte * (i % 40 + 1);
    pool_give(pool_take(bytes), bytes);
    most_idle = std::max(most_idle, pool_idle_bytes());
    ASSERT_LE(pool_idle_bytes(), pool_idle_limit());
  }
  EXPECT_GT(most_idle, 40 * mebibyte);  // it does keep something
  pool_clear();
}

TEST(BufferPool, ClearingForgetsTheLargestUse) {
  ONLY_WITH_POOL();
  const std::size_t before = pool_idle_limit();
  pool_give(pool_take(100 * mebibyte), 100 * mebibyte);
  EXPECT_GE(pool_idle_limit(), before + 200 * mebibyte);
  pool_clear();
  EXPECT_EQ(pool_idle_limit(), before);
}

TEST(BufferPool, StaysBoundedWhereOneThreadOnlyGivesBack) {
  ONLY_WITH_POOL();
  constexpr std::size_t count = 50;
  std::size_t given = 0;
  for (int round = 0; round < 40; ++round) {
    std::vector<void*> blocks(count);
    std::thread([&] {
      for (void*& block : blocks) block = pool_take(mebibyte);
    }).join();
    for (void* const block : blocks) pool_give(block, mebibyte);
    given += count * mebibyte;
    ASSERT_LE(pool_idle_bytes(), pool_idle_limit());
  }
  EXPECT_GT(given, 2 * pool_idle_limit());  // or the bound was never met
  pool_clear();
}

TEST(BufferPool, KeepsAllThatOneStepNeeds) {
  ONLY_WITH_POOL();
  const auto step = [] {
    std::vector<void*> blocks;
    for (std::size_t i = 1; i <= 100; ++i) blocks.push_back(pool_take(i * 10000));
    for (std::size_t i = 1; i <= 100; ++i) pool_give(blocks[i - 1], i * 10000);
    return std::set<void*>(blocks.begin(), blocks.end());
  };
  const auto first = step();
  EXPECT_EQ(step(), first);  // nothing new from the system
  pool_clear();
}

TEST(BufferPool, HoldsTheMemoryOfArrays) {
  ONLY_WITH_POOL();
  const real* before = nullptr;
  {
    const Array a = empty({64, 1024});
    before = a.data();
    EXPECT_TRUE(aligned(before));
  }
  const Array b = empty({1024, 64});
  EXPECT_EQ(b.data(), before);
  const Ids ids = Ids::from_shape({3});
  EXPECT_TRUE(aligned(ids.data()));
}

}  // namespace
}  // namespace horloge
