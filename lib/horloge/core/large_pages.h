#pragma once

// Memory in the system's large pages, of 2 MB instead of 4 KB: the processor has to look up fewer
// places while it reads from end to end. For buffer_pool.cpp only.
//
// A block that malloc maps by itself has a large page only where it holds a whole one, and one of
// 2.5 MB seldom does. So blocks are cut from chunks of large pages, one behind the other. What is
// given back goes to the system, its addresses with the last block of its chunk.

#include <cstddef>

namespace horloge::detail {

/// A block, aligned to 64 bytes, or nullptr where there is no such memory.
void* take_in_large_pages(std::size_t bytes);

/// Takes back a block of so many bytes. False, with nothing done, if it comes from elsewhere.
bool give_to_large_pages(void* block, std::size_t bytes) noexcept;

}  // namespace horloge::detail
