// Which layers see a window, and what a cache then holds.
//
// A stack has num_layers layers. Each global_every-th one is global: it sees
// the whole text. All others are local, with a window of the last `window`
// tokens. With 6 layers and global_every = 3:
//
//   local local global local local global
//
// global_every = 0 means that no layer is global, 1 that all are.

#include "exercises/layer_plan/answer.h"

using namespace horloge;

/// The window of each layer, the first layer first; 0 stands for the whole
/// text.   -> (num_layers)
/// Throws a ValueError for a window of 0.
///
/// What may help: Ids::from_shape({n}) makes an array of ids; i % n is what is
/// left of i divided by n, and must not be asked for n = 0.
Ids layer_windows(std::size_t num_layers, std::size_t global_every,
                  std::size_t window) {
  // solution
  if (window == 0) throw ValueError("[layer_windows] window must be 1 or more");
  Ids windows = Ids::from_shape({num_layers});
  for (std::size_t i = 0; i < num_layers; ++i) {
    const bool global = global_every > 0 && (i + 1) % global_every == 0;
    windows(i) = global ? 0 : std::int64_t(window);
  }
  return windows;
  // end
}

/// How many keys all layers together keep after a text of T tokens: each those
/// that its window holds, the newest included.   windows (L)
std::int64_t cached_keys(const Ids& windows, std::size_t T) {
  // solution: the keys
  const auto all = std::int64_t(T);
  std::int64_t keys = 0;
  for (const std::int64_t window : windows)
    keys += window == 0 ? all : std::min(window, all);
  return keys;
  // end
}
