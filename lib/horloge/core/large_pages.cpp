#include "horloge/core/large_pages.h"

#ifdef __linux__
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <vector>

namespace horloge::detail {

#ifdef MADV_HUGEPAGE

namespace {

constexpr std::size_t large_page = std::size_t{2} << 20U;
constexpr std::size_t usual_chunk = 16 * large_page;
constexpr std::size_t cache_line = 64;

// Between two blocks: so those of one size do not begin in the same place of a cache.
constexpr std::size_t gap = 17 * cache_line;

struct Chunk {
  char* begin;
  std::size_t bytes, used, blocks;

  bool has_room_for(std::size_t more) const { return bytes - used >= more; }
  bool has(const char* block) const { return begin <= block && block < begin + bytes; }
};

std::size_t round_up(std::size_t bytes, std::size_t to) { return (bytes + to - 1) / to * to; }

std::mutex changing;

// Blocks may outlive all that is destroyed at the end of a program, so this is not.
std::vector<Chunk>& chunks() {
  static auto* const all = new std::vector<Chunk>;
  return *all;
}

// A child of fork() finds the chunks as no other thread is about to change them. Said before
// main(): later, another thread might hold the mutex already.
[[maybe_unused]] const int said_to_fork =
    pthread_atfork([] { changing.lock(); }, [] { changing.unlock(); }, [] { changing.unlock(); });

// The first chunk with room for so many bytes, or a new one; the end where there is no memory.
auto chunk_for(std::size_t bytes) {
  std::vector<Chunk>& all = chunks();
  const auto chunk =
      std::find_if(all.begin(), all.end(), [&](const Chunk& c) { return c.has_room_for(bytes); });
  if (chunk != all.end()) return chunk;
  const std::size_t size = std::max(usual_chunk, round_up(bytes, large_page));
  void* const begin = std::aligned_alloc(large_page, size);
  if (begin == nullptr) return all.end();
  (void)madvise(begin, size, MADV_HUGEPAGE);
  return all.insert(all.end(), {static_cast<char*>(begin), size, 0, 0});
}

// The pages that a block has for itself.
void give_pages_back(char* block, std::size_t bytes) {
  static const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const auto address = reinterpret_cast<std::uintptr_t>(block);
  const std::size_t first = round_up(address, page) - address;
  const std::size_t last = (address + bytes) / page * page - address;
  if (first < last) (void)madvise(block + first, last - first, MADV_DONTNEED);
}

}  // namespace

void* take_in_large_pages(std::size_t bytes) {
  const std::lock_guard<std::mutex> lock(changing);
  const auto chunk = chunk_for(bytes);
  if (chunk == chunks().end()) return nullptr;
  char* const block = chunk->begin + chunk->used;
  chunk->used = std::min(chunk->bytes, chunk->used + round_up(bytes, cache_line) + gap);
  ++chunk->blocks;
  return block;
}

bool give_to_large_pages(void* block, std::size_t bytes) noexcept {
  const std::lock_guard<std::mutex> lock(changing);
  std::vector<Chunk>& all = chunks();
  char* const begin = static_cast<char*>(block);
  const auto chunk =
      std::find_if(all.begin(), all.end(), [&](const Chunk& c) { return c.has(begin); });
  if (chunk == all.end()) return false;
  if (--chunk->blocks > 0) {
    give_pages_back(begin, bytes);
  } else {
    std::free(chunk->begin);
    all.erase(chunk);
  }
  return true;
}

#else

void* take_in_large_pages(std::size_t) { return nullptr; }
bool give_to_large_pages(void*, std::size_t) noexcept { return false; }

#endif

}  // namespace horloge::detail
