#pragma once

#include <functional>

#include "horloge/autograd/tensor.h"

namespace horloge {

/// While one exists, backward() on this thread says of each leaf when its gradient is complete: no
/// operation that is still to come adds to it. So a gradient can be sent on its way while others
/// are computed. A leaf that no gradient reaches is not spoken of.
///
/// A leaf is told by the node of its tensor: `ready(node)` for a parameter with node() == node.
class WatchLeaves {
 public:
  using Ready = std::function<void(const detail::Node& leaf)>;

  explicit WatchLeaves(Ready ready);
  ~WatchLeaves();
  WatchLeaves(const WatchLeaves&) = delete;
  WatchLeaves& operator=(const WatchLeaves&) = delete;

 private:
  Ready ready_;
  const Ready* before_;
};

}  // namespace horloge
