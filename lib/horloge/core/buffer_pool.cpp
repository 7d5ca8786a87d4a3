#include "horloge/core/buffer_pool.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "horloge/core/large_pages.h"

#if defined(__SANITIZE_ADDRESS__)
#define HORLOGE_PLAIN_MALLOC 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer)
#define HORLOGE_PLAIN_MALLOC 1
#endif
#endif

namespace horloge {
namespace {

constexpr std::size_t alignment = 64;

// With its words in itself, for there is no memory to put them elsewhere.
class NoMemory : public std::bad_alloc {
 public:
  explicit NoMemory(std::size_t bytes) noexcept {
    std::snprintf(words_, sizeof words_,
                  "[BufferPool] there is not enough free memory for an array of %zu MB",
                  (bytes >> 20U) + 1);
  }
  const char* what() const noexcept override { return words_; }

 private:
  char words_[100];
};

// A reused block would hide a use after free from a sanitizer. One that is loaded into a program
// which was built without it asks for this.
bool plain_malloc_is_wanted() {
#ifdef HORLOGE_PLAIN_MALLOC
  return true;
#else
  static const bool wanted = std::getenv("HORLOGE_PLAIN_MALLOC") != nullptr;
  return wanted;
#endif
}

// Blocks that malloc would map one by one.
bool belongs_in_large_pages(std::size_t bytes) {
  return bytes >= std::size_t{1} << 17U && !plain_malloc_is_wanted();
}

void* system_take(std::size_t bytes) {
  if (bytes > static_cast<std::size_t>(-1) / 2) throw NoMemory(bytes);
  void* block = belongs_in_large_pages(bytes) ? detail::take_in_large_pages(bytes) : nullptr;
  const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  if (block == nullptr) block = std::aligned_alloc(alignment, std::max(alignment, rounded));
  if (block == nullptr) throw NoMemory(bytes);
  return block;
}

void system_give(void* block, std::size_t bytes) noexcept {
  if (!belongs_in_large_pages(bytes) || !detail::give_to_large_pages(block, bytes))
    std::free(block);
}

// Size classes: eight steps to each doubling, so at most an eighth of a block is wasted.
constexpr unsigned steps = 8;
constexpr unsigned smallest_log2 = 9;  // class 0 holds 512 bytes; smaller requests round up to it

struct SizeClass {
  std::size_t index;
  std::size_t bytes;
};

SizeClass size_class(std::size_t bytes) {
  constexpr std::size_t smallest = std::size_t{1} << smallest_log2;
  if (bytes <= smallest) return {0, smallest};
  const unsigned log2 = 63U - static_cast<unsigned>(__builtin_clzll(bytes - 1));
  const std::size_t step = (std::size_t{1} << log2) / steps;
  const std::size_t rounded = (bytes + step - 1) / step * step;
  const std::size_t within = rounded / step - steps;  // 1 .. steps
  return {(log2 - smallest_log2) * steps + within, rounded};
}

// Bytes in use are counted over all threads: a block may be given back on another thread than the
// one that took it.
std::atomic<std::size_t> in_use{0};
std::atomic<std::size_t> most_in_use{0};

void count_taken(std::size_t bytes) noexcept {
  const std::size_t now = in_use.fetch_add(bytes, std::memory_order_relaxed) + bytes;
  std::size_t most = most_in_use.load(std::memory_order_relaxed);
  while (now > most && !most_in_use.compare_exchange_weak(most, now, std::memory_order_relaxed)) {
  }
}

void count_given(std::size_t bytes) noexcept { in_use.fetch_sub(bytes, std::memory_order_relaxed); }

std::atomic<std::uint64_t> filling{0};

void* filled(void* block, std::size_t bytes) noexcept {
  const std::uint64_t pattern = filling.load(std::memory_order_relaxed);
  if (pattern == 0) return block;
  constexpr std::size_t most = std::size_t{4} << 20;  // more would take longer than a check may
  char* const begin = static_cast<char*>(block);
  const std::size_t end = std::min(bytes, most);
  for (std::size_t at = 0; at < end; at += sizeof pattern)
    std::memcpy(begin + at, &pattern, std::min(sizeof pattern, end - at));
  return block;
}

void forget_peak() noexcept {
  most_in_use.store(in_use.load(std::memory_order_relaxed), std::memory_order_relaxed);
}

#ifndef HORLOGE_PLAIN_MALLOC

struct FreeBlock {
  FreeBlock* next;
  std::size_t bytes;
};

constexpr unsigned doublings = 40;
constexpr std::size_t classes = steps * doublings + 1;

struct Pool {
  std::array<FreeBlock*, classes> free{};
  std::size_t idle = 0;

  void* pop(const SizeClass& size) noexcept {
    FreeBlock* const block = free[size.index];
    if (block == nullptr) return nullptr;
    free[size.index] = block->next;
    idle -= size.bytes;
    return block;
  }

  void push(void* block, const SizeClass& size) noexcept {
    free[size.index] = new (block) FreeBlock{free[size.index], size.bytes};
    idle += size.bytes;
  }

  void clear() noexcept {
    for (FreeBlock*& list : free)
      while (list != nullptr) {
        FreeBlock* const next = list->next;
        system_give(list, list->bytes);
        list = next;
      }
    idle = 0;
  }
};

// Arrays in static storage may outlive their thread's pool: after the owner is gone, blocks go
// straight back to the system. The pointer itself needs no destructor, so it can always be read.
thread_local Pool* current = nullptr;
thread_local bool closed = false;

struct Owner {
  Pool pool;
  Owner() { current = &pool; }
  ~Owner() {
    current = nullptr;
    closed = true;
    pool.clear();
  }
  Owner(const Owner&) = delete;
  Owner& operator=(const Owner&) = delete;
};

// What is taken from the system for so many bytes. Also on a thread whose pool is gone: another
// thread may give the block back to its own.
std::size_t taken_bytes(std::size_t bytes) {
  const SizeClass size = size_class(bytes);
  return size.index < classes && !plain_malloc_is_wanted() ? size.bytes : bytes;
}

Pool* this_threads_pool() {
  if (current == nullptr && !closed) {
    closed = plain_malloc_is_wanted();
    if (closed) return nullptr;
    static thread_local Owner owner;
    current = &owner.pool;
  }
  return current;
}

#endif

}  // namespace

void pool_fill_with(std::uint64_t pattern) noexcept {
  filling.store(pattern, std::memory_order_relaxed);
}

std::size_t pool_used_bytes() noexcept { return in_use.load(std::memory_order_relaxed); }
std::size_t pool_peak_bytes() noexcept { return most_in_use.load(std::memory_order_relaxed); }

#ifdef HORLOGE_PLAIN_MALLOC

void* pool_take(std::size_t bytes) {
  void* const block = system_take(bytes);
  count_taken(size_class(bytes).bytes);
  return filled(block, bytes);
}

void pool_give(void* block, std::size_t bytes) noexcept {
  if (block == nullptr) return;
  count_given(size_class(bytes).bytes);
  system_give(block, bytes);
}

void pool_clear() noexcept { forget_peak(); }
std::size_t pool_idle_bytes() noexcept { return 0; }
std::size_t pool_idle_limit() noexcept { return 0; }

#else

void* pool_take(std::size_t bytes) {
  const SizeClass size = size_class(bytes);
  Pool* const pool = this_threads_pool();
  const bool pooled = pool != nullptr && size.index < classes;
  void* block = pooled ? pool->pop(size) : nullptr;
  if (block == nullptr) block = system_take(taken_bytes(bytes));
  count_taken(size.bytes);
  return filled(block, bytes);
}

void pool_give(void* block, std::size_t bytes) noexcept {
  if (block == nullptr) return;
  const SizeClass size = size_class(bytes);
  count_given(size.bytes);
  Pool* const pool = this_threads_pool();
  if (pool == nullptr || size.index >= classes) {
    system_give(block, taken_bytes(bytes));
    return;
  }
  if (pool->idle + size.bytes > pool_idle_limit()) pool->clear();
  pool->push(block, size);
}

std::size_t pool_idle_limit() noexcept {
  constexpr std::size_t always = std::size_t{16} << 20U;
  return plain_malloc_is_wanted() ? 0 : always + 2 * pool_peak_bytes();
}

void pool_clear() noexcept {
  forget_peak();
  if (Pool* const pool = this_threads_pool(); pool != nullptr) pool->clear();
}

std::size_t pool_idle_bytes() noexcept {
  const Pool* const pool = this_threads_pool();
  return pool == nullptr ? 0 : pool->idle;
}

#endif

}  // namespace horloge
