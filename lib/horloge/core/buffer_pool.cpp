#include "horloge/core/buffer_pool.h"

#include <array>
#include <cstdlib>

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

void* system_take(std::size_t bytes) {
  const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  void* block = std::aligned_alloc(alignment, rounded == 0 ? alignment : rounded);
  if (block == nullptr) throw std::bad_alloc();
  return block;
}

#ifndef HORLOGE_PLAIN_MALLOC

// Size classes: eight steps to each doubling, so at most an eighth of a block is wasted.
constexpr unsigned steps = 8;
constexpr unsigned smallest_log2 = 9;  // class 0 holds 512 bytes; smaller requests round up to it
constexpr unsigned doublings = 40;

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

struct FreeBlock {
  FreeBlock* next;
};

struct Pool {
  std::array<FreeBlock*, steps * doublings + 1> free{};
  std::size_t idle = 0;

  void clear() noexcept {
    for (FreeBlock*& list : free)
      while (list != nullptr) {
        FreeBlock* const next = list->next;
        std::free(list);
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

Pool* this_threads_pool() {
  if (current == nullptr && !closed) {
    static thread_local Owner owner;
    current = &owner.pool;
  }
  return current;
}

#endif

}  // namespace

#ifdef HORLOGE_PLAIN_MALLOC

// A reused block would hide a use after free from the sanitizer.
void* pool_take(std::size_t bytes) { return system_take(bytes); }
void pool_give(void* block, std::size_t) noexcept { std::free(block); }
void pool_clear() noexcept {}
std::size_t pool_idle_bytes() noexcept { return 0; }

#else

void* pool_take(std::size_t bytes) {
  const SizeClass size = size_class(bytes);
  Pool* const pool = this_threads_pool();
  if (pool == nullptr || size.index >= pool->free.size()) return system_take(size.bytes);
  FreeBlock*& list = pool->free[size.index];
  if (list == nullptr) return system_take(size.bytes);
  FreeBlock* const block = list;
  list = block->next;
  pool->idle -= size.bytes;
  return block;
}

void pool_give(void* block, std::size_t bytes) noexcept {
  if (block == nullptr) return;
  const SizeClass size = size_class(bytes);
  Pool* const pool = this_threads_pool();
  if (pool == nullptr || size.index >= pool->free.size()) {
    std::free(block);
    return;
  }
  auto* const entry = static_cast<FreeBlock*>(block);
  entry->next = pool->free[size.index];
  pool->free[size.index] = entry;
  pool->idle += size.bytes;
}

void pool_clear() noexcept {
  if (Pool* const pool = this_threads_pool(); pool != nullptr) pool->clear();
}

std::size_t pool_idle_bytes() noexcept {
  const Pool* const pool = this_threads_pool();
  return pool == nullptr ? 0 : pool->idle;
}

#endif

}  // namespace horloge
