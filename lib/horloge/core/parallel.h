#pragma once

#include <algorithm>
#include <cstddef>

namespace horloge {

/// Threads used by parallel loops; set_num_threads(0) restores what it was at first:
/// OMP_NUM_THREADS, or one per core.
int num_threads();
void set_num_threads(int threads);

namespace detail {
using TileBody = void (*)(const void* body, std::size_t begin, std::size_t end);
void run_tiles(std::size_t count, std::size_t tile, TileBody call, const void* body);
}  // namespace detail

/// Calls body(begin, end) on tiles that cover [0, count).
///
/// The tiles depend on `count` and `tile` alone, never on the number of threads, so a body whose
/// tiles do not touch each other's results gives the same bits with 1 thread and with 2. A single
/// tile runs on the calling thread, and so does a loop inside a tile of another. If the body
/// throws, the caller gets the exception of the first tile that did. A `tile` of 0 counts as 1.
/// Each tile calls a copy of the body, so a body should hold pointers and references, not arrays.
template <class Body>
void parallel_for(std::size_t count, std::size_t tile, const Body& body) {
  if (count == 0) return;
  tile = std::max<std::size_t>(1, tile);
  if (count <= tile) return body(std::size_t{0}, count);
  detail::run_tiles(
      count, tile,
      [](const void* b, std::size_t begin, std::size_t end) {
        const Body own = *static_cast<const Body*>(b);  // its pointers can stay in registers
        own(begin, end);
      },
      &body);
}

/// Elements of cheap work (an add, a multiply) that are worth handing to another thread.
constexpr std::size_t elements_per_tile = 8192;

/// Rows to a tile so that it holds about `elements` elements.
inline std::size_t rows_per_tile(std::size_t columns, std::size_t elements = elements_per_tile) {
  return std::max<std::size_t>(1, elements / std::max<std::size_t>(1, columns));
}

}  // namespace horloge
