#pragma once

#include <string>

#include "horloge/nn/feed_forward.h"

namespace horloge {

/// The function that a config of Hugging Face calls by this name, such as gelu_new or quick_gelu;
/// null for an unknown name.
ActivationFunction activation_named(const std::string& name);

/// The shortest of its names; empty for a function that has none.
std::string name_of(ActivationFunction activation);

/// All names that activation_named() knows.
std::string activation_names();

}  // namespace horloge
