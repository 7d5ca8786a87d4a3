#pragma once

// What the layers of a stack see in one call: all keys, or those of a window. For block_stack.cpp.

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "horloge/nn/position/position.h"
#include "horloge/ops/attention.h"

namespace horloge {

/// Which keys a layer with a window sees.
enum class WindowKind {
  behind,  ///< the last so many, the query's own among them (Jiang et al., arXiv 2310.06825)
  around,  ///< those at most so many positions away, before the query and after it
  chunk,   ///< those whose position, divided by so many, is the query's but for the remainder
};

struct Window {
  std::size_t size;
  WindowKind kind;
};

/// Whether query t sees key s. The keys are those of `at`, and none came before them: a
/// window counts keys, a chunk positions.   -> (T, S), or (B, 1, T, S)
Mask window_mask(const AttentionPositions& at, const Window& window);

/// Positions and masks of one layer, whose cache may have forgotten the first keys.
struct LayerSight {
  PositionContext positions;
  AttentionMasks masks;
};

/// The sights of one call: one for all layers that see the same.
class LayerSights {
 public:
  explicit LayerSights(AttentionMasks masks) : masks_(std::move(masks)) {}

  /// That of a layer under `own`, without the first `forgotten` keys and within a window, if it has
  /// one. It stays where it is.
  const LayerSight& of(const PositionContext& own, std::size_t forgotten,
                       const std::optional<Window>& window);

 private:
  struct Known {
    const PositionContext* own;
    std::size_t forgotten;
    bool windowed;
    std::unique_ptr<LayerSight> sight;
  };

  AttentionMasks masks_;  // of all keys
  std::vector<Known> known_;
};

}  // namespace horloge
