#pragma once

#include "bench/workload.h"

namespace bench {

/// Adds forward, and forward with backward, of each operation at the sizes that it has in a
/// workload.
void add_ops(const Workload& workload);

/// Cross-entropy over the vocabulary of GPT-2.
void add_large_vocabulary();

}  // namespace bench
