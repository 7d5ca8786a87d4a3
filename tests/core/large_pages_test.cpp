#include "horloge/core/large_pages.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "support/arrays.h"
#include "support/child.h"

namespace horloge::detail {
namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20U;

char* take(std::size_t bytes) { return static_cast<char*>(take_in_large_pages(bytes)); }

// Fills a block to its end, and says whether it is still full.
void fill(char* block, std::size_t bytes, char with) { std::fill_n(block, bytes, with); }
bool is_full(const char* block, std::size_t bytes, char of) {
  return std::count(block, block + bytes, of) == static_cast<std::ptrdiff_t>(bytes);
}

std::uintptr_t address(const char* block) { return reinterpret_cast<std::uintptr_t>(block); }

TEST(LargePages, BlocksOfAllSizesKeepTheirBytes) {
  const std::vector<std::size_t> sizes{
      1,       100000,  2500000,       2 * mebibyte, 3 * mebibyte,
      5000001, 2500000, 70 * mebibyte, 64,           31 * mebibyte};
  std::vector<char*> blocks;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    blocks.push_back(take(sizes[i]));
    ASSERT_NE(blocks[i], nullptr);
    EXPECT_EQ(address(blocks[i]) % 64, 0U) << sizes[i];
    fill(blocks[i], sizes[i], static_cast<char>(i + 1));
  }
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    EXPECT_TRUE(is_full(blocks[i], sizes[i], static_cast<char>(i + 1))) << sizes[i];
    EXPECT_TRUE(give_to_large_pages(blocks[i], sizes[i]));
  }
}

// The flags of the memory that a block lies in, as the system tells them.
std::string flags_of(const char* block) {
  std::ifstream file("/proc/self/smaps");
  bool here = false;
  for (std::string line; std::getline(file, line);) {
    std::uintptr_t first = 0, last = 0;
    if (std::sscanf(line.c_str(), "%lx-%lx ", &first, &last) == 2)
      here = first <= address(block) && address(block) < last;
    if (here && line.rfind("VmFlags:", 0) == 0) return line;
  }
  return "";
}

TEST(LargePages, AreAskedForBeforeTheFirstByteIsWritten) {
  char* const block = take(mebibyte);
  const bool known = std::filesystem::exists("/sys/kernel/mm/transparent_hugepage");
  EXPECT_EQ(flags_of(block).find(" hg") != std::string::npos, known);
  EXPECT_TRUE(give_to_large_pages(block, mebibyte));
}

TEST(LargePages, NeighboursBeginInDifferentPlacesOfACache) {
  std::set<std::uintptr_t> places;
  std::vector<char*> blocks;
  for (int i = 0; i < 8; ++i) {
    blocks.push_back(take(mebibyte));
    places.insert(address(blocks.back()) % 4096);
  }
  EXPECT_EQ(places.size(), 8U);
  for (char* const block : blocks) EXPECT_TRUE(give_to_large_pages(block, mebibyte));
}

// What is read of memory that the system has got back is zero.
TEST(LargePages, GiveAwayWhatLiesBesideABlockInUse) {
  constexpr std::size_t bytes = 3 * mebibyte + 1000;
  char* const before = take(bytes);
  char* const block = take(bytes);
  char* const after = take(bytes);
  for (char* const each : {before, block, after}) fill(each, bytes, 7);
  EXPECT_TRUE(give_to_large_pages(block, bytes));
  EXPECT_TRUE(is_full(before, bytes, 7));
  EXPECT_TRUE(is_full(after, bytes, 7));
  EXPECT_GE(static_cast<std::size_t>(std::count(block, block + bytes, 0)), 3 * mebibyte - 8192);
  EXPECT_TRUE(give_to_large_pages(before, bytes));
  EXPECT_TRUE(give_to_large_pages(after, bytes));
}

TEST(LargePages, EndWithTheirLastBlock) {
  constexpr std::size_t bytes = 100 * mebibyte;  // a chunk of its own
  char* const block = take(bytes);
  EXPECT_TRUE(give_to_large_pages(block, bytes));
  EXPECT_FALSE(give_to_large_pages(block, bytes));
}

TEST(LargePages, RefuseWhatIsNotTheirs) {
  char* const ours = take(100);
  char* const other = static_cast<char*>(std::malloc(100));
  EXPECT_FALSE(give_to_large_pages(other, 100));
  std::free(other);
  EXPECT_TRUE(give_to_large_pages(ours, 100));
}

TEST(LargePages, ServeThreadsAtOnceAndChildrenOfFork) {
  const auto use = [](char with) {
    const std::size_t bytes = 200000 + 1000 * static_cast<std::size_t>(with);
    char* const block = take(bytes);
    fill(block, bytes, with);
    return is_full(block, bytes, with) && give_to_large_pages(block, bytes);
  };
  std::atomic<bool> done{false};
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (char i = 1; i <= 3; ++i)
    threads.emplace_back([&, i] {
      while (!done)
        if (!use(i)) ++wrong;
    });
  for (int i = 0; i < 20; ++i) EXPECT_EQ(test::end_of_child([&] { return use(9) ? 0 : 1; }), 0);
  done = true;
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace horloge::detail
