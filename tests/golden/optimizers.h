#pragma once

#include <memory>
#include <vector>

#include "golden/case.h"
#include "horloge/train/optimizer.h"
#include "horloge/train/schedule.h"

namespace horloge::golden {

/// The optimizer that the settings name `opt`, AdamW by default, with the settings it has in
/// PyTorch. Each parameter is a group of its own.
std::unique_ptr<Optimizer> make_optimizer(const Settings& settings,
                                          const std::vector<Tensor>& parameters);

/// The schedule that the case's settings name `schedule`.
Schedule make_schedule(const Case& c);

}  // namespace horloge::golden
