#pragma once

// What Qwen2 and Qwen3 share. For models/*.cpp.

#include "horloge/models/architectures.h"

namespace horloge {

/// The sliding window in some layers, if it is asked for.
void set_qwen_windows(const Checkpoint& checkpoint, DecoderRecipe& recipe);

}  // namespace horloge
