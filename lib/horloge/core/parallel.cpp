#include "horloge/core/parallel.h"

#include <omp.h>

#include <cstdlib>
#include <exception>
#include <limits>

#include "horloge/core/cores.h"
#include "horloge/core/thread_pool.h"

namespace horloge {
namespace {

int chosen_threads = 0;

// OpenMP would take a thread for each processor, two to a core that runs two at once.
int threads_by_default() {
  static const int most =
      std::getenv("OMP_NUM_THREADS") != nullptr ? std::numeric_limits<int>::max() : usable_cores();
  return std::min(most, omp_get_max_threads());
}

}  // namespace

int num_threads() { return chosen_threads > 0 ? chosen_threads : threads_by_default(); }

void set_num_threads(int threads) { chosen_threads = std::max(0, threads); }

namespace detail {

void run_tiles(std::size_t count, std::size_t tile, TileBody call, const void* body) {
  const std::size_t tiles = (count + tile - 1) / tile;
  const std::size_t threads = std::min(tiles, static_cast<std::size_t>(num_threads()));
  const Tiles all{count, tile, tiles, call, body};
  if (threads > 1 && omp_in_parallel() == 0 && run_on_pool(all, threads)) return;
  for (std::size_t t = 0; t < tiles; ++t) all.run(t);
}

}  // namespace detail
}  // namespace horloge
