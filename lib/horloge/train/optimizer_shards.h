#pragma once

#include <cstddef>
#include <vector>

#include "horloge/train/group.h"
#include "horloge/train/optimizer.h"

namespace horloge {

/// Divides what an optimizer keeps among the processes of a group: each updates some of the
/// parameters, and gets the others from those that did. Every number stays the same; Adam's two
/// moments take a process 2 P / n numbers instead of 2 P. (The first stage of Rajbhandari et al.,
/// "ZeRO: memory optimizations toward training trillion parameter models", SC 2020, section 5.1.)
///
/// A parameter is not cut, so one that is larger than all others together sets a bound.
class OptimizerShards {
 public:
  OptimizerShards(Optimizer& optimizer, const Group& group);

  /// Instead of optimizer.step().
  void step();

  /// The state of all of them, as an undivided optimizer would have it. All processes call it.
  OptimizerState whole() const;

  /// Forgets what is not this process's; after a whole state was loaded.
  void drop_others();

 private:
  Optimizer& optimizer_;
  Group group_;
  std::vector<std::size_t> owners_;  // of each parameter
};

}  // namespace horloge
