#include "horloge/core/parallel.h"

#include <omp.h>

#include <exception>

namespace horloge {
namespace {

int chosen_threads = 0;

}  // namespace

int num_threads() { return chosen_threads > 0 ? chosen_threads : omp_get_max_threads(); }

void set_num_threads(int threads) { chosen_threads = std::max(0, threads); }

namespace detail {

void run_tiles(std::size_t count, std::size_t tile, TileBody call, const void* body) {
  const std::size_t tiles = (count + tile - 1) / tile;
  const auto threads =
      static_cast<int>(std::min<std::size_t>(tiles, static_cast<std::size_t>(num_threads())));
  if (threads <= 1 || omp_in_parallel() != 0) {
    for (std::size_t t = 0; t < tiles; ++t) call(body, t * tile, std::min(count, (t + 1) * tile));
    return;
  }
  std::exception_ptr failure;
  std::size_t failed_tile = tiles;
  // Static: each thread takes neighbouring tiles, and the same rows in one operation as in the one
  // before, which are then in its core's cache.
#pragma omp parallel for num_threads(threads) schedule(static)
  for (std::size_t t = 0; t < tiles; ++t) {
    try {
      call(body, t * tile, std::min(count, (t + 1) * tile));
    } catch (...) {
#pragma omp critical(horloge_tile_failure)
      if (t < failed_tile) {
        failed_tile = t;
        failure = std::current_exception();
      }
    }
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace detail
}  // namespace horloge
