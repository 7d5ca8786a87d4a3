#pragma once

// The memory of every array comes from here. This file must be included before any of xtensor's,
// which read XTENSOR_DEFAULT_ALLOCATOR once, in the first of them.

#include <cstddef>
#include <cstdint>
#include <new>

namespace horloge {

/// A training step asks for the same buffers again and again; fresh pages from the system cost as
/// much as the arithmetic done in them. So each thread keeps freed blocks in a pool, by size.
/// Blocks are aligned to 64 bytes.
///
/// The idle blocks of one thread's pool take at most pool_idle_limit(); a pool that would grow past
/// it frees all of them and starts again. So memory stays in proportion to what was in use at once,
/// also when shapes change with every batch, or when one thread makes arrays that another frees.
///
/// With HORLOGE_PLAIN_MALLOC in the environment every block is allocated and freed by the system,
/// for tools that watch memory.
void* pool_take(std::size_t bytes);
void pool_give(void* block, std::size_t bytes) noexcept;

/// Frees this thread's idle blocks, and resets pool_peak_bytes().
void pool_clear() noexcept;

/// Bytes of all blocks in use, all threads together. Each counts as its size class, which is at
/// most an eighth above what was asked for, and at least 512.
std::size_t pool_used_bytes() noexcept;

/// The most that pool_used_bytes() has been since the last pool_clear().
std::size_t pool_peak_bytes() noexcept;

/// Bytes of this thread's idle blocks.
std::size_t pool_idle_bytes() noexcept;

/// 16 MiB plus twice pool_peak_bytes(); 0 with HORLOGE_PLAIN_MALLOC.
std::size_t pool_idle_limit() noexcept;

/// From now on every block, fresh or used before, begins with this pattern over and over; 0 leaves
/// blocks as they are. So a number that nobody has set cannot look like one that somebody has.
void pool_fill_with(std::uint64_t pattern) noexcept;

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
