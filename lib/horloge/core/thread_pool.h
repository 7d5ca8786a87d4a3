#pragma once

// The threads behind parallel_for. For parallel.cpp only.
//
// Each thread has a range of neighbouring tiles, the same in one loop as in the one before, whose
// rows are then in its core's cache. A thread that is done takes tiles from the others' ends. So
// none waits for a thread that the system has not let run yet, because something else is on its
// core: its tiles are done without it, and the loop takes no longer than on one thread.
//
// A thread without work looks out for some for a moment, and then sleeps.

#include <cstddef>

#include "horloge/core/parallel.h"

namespace horloge::detail {

struct Tiles {
  std::size_t count, tile, tiles;
  TileBody call;
  const void* body;

  void run(std::size_t t) const { call(body, t * tile, std::min(count, (t + 1) * tile)); }
};

/// Runs all tiles on the calling thread and some of the pool, `threads` in all. False, with nothing
/// done, where the caller has to run them itself: within a tile, or while another thread uses the
/// pool.
bool run_on_pool(const Tiles& all, std::size_t threads);

}  // namespace horloge::detail
