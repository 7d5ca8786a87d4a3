#pragma once

// The memory of every array comes from here. This file has to come before xtensor's, which read
// XTENSOR_DEFAULT_ALLOCATOR once, at the first of them.

#include <cstddef>
#include <new>

namespace horloge {

/// A training step asks for the same buffers again and again; fresh pages from the system cost as
/// much as the arithmetic done in them. The pool keeps what is given back, by size, one list a
/// thread. Blocks are aligned to 64 bytes.
///
/// What lies idle in one thread's pool is at most pool_idle_limit(); a pool that would grow past it
/// gives everything back to the system and starts anew. So memory stays in proportion to what was
/// needed at once, also when shapes change with every batch, or when one thread makes arrays that
/// another throws away.
///
/// With HORLOGE_PLAIN_MALLOC in the environment every block comes from the system and goes straight
/// back, for tools that watch the memory.
void* pool_take(std::size_t bytes);
void pool_give(void* block, std::size_t bytes) noexcept;

/// Returns what this thread's pool holds to the system, and forgets how much was once in use.
void pool_clear() noexcept;

/// Bytes of all blocks in use, all threads together. Each counts as its size class, an eighth above
/// what was asked for at most, 512 at least.
std::size_t pool_used_bytes() noexcept;

/// The most that pool_used_bytes() has been since the last pool_clear().
std::size_t pool_peak_bytes() noexcept;

/// Bytes that this thread's pool holds and nobody uses.
std::size_t pool_idle_bytes() noexcept;

/// 16 MiB and twice pool_peak_bytes(); 0 where every block comes from the system.
std::size_t pool_idle_limit() noexcept;

/// The pool as a standard allocator.
template <class T>
struct PoolAllocator {
  using value_type = T;

  PoolAllocator() = default;
  template <class U>
  PoolAllocator(const PoolAllocator<U>&) noexcept {}

  T* allocate(std::size_t n) {
    if (n > static_cast<std::size_t>(-1) / (2 * sizeof(T))) throw std::bad_alloc();
    return static_cast<T*>(pool_take(n * sizeof(T)));
  }
  void deallocate(T* p, std::size_t n) noexcept { pool_give(p, n * sizeof(T)); }

  friend bool operator==(const PoolAllocator&, const PoolAllocator&) { return true; }
  friend bool operator!=(const PoolAllocator&, const PoolAllocator&) { return false; }
};

}  // namespace horloge

#ifdef XTENSOR_DEFAULT_ALLOCATOR
#error \
    "include horloge's headers before xtensor's: its arrays take their memory from horloge's pool"
#endif
#define XTENSOR_DEFAULT_ALLOCATOR(T) ::horloge::PoolAllocator<T>
