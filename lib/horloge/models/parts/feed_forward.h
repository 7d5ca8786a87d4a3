#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "horloge/nn/dropout.h"
#include "horloge/nn/linear.h"

namespace horloge {

using ActivationFunction = Tensor (*)(const Tensor&);

/// The function that a config of Hugging Face calls by this name, such as gelu_new; null for a name
/// that is not known.
ActivationFunction activation_named(const std::string& name);

/// All names that activation_named() knows.
std::string activation_names();

struct FeedForwardOptions {
  std::size_t d_ff = 0;  ///< width inside, 4 D if 0
  ActivationFunction activation = nullptr;
  bool gated = false;
  Bias bias = Bias::yes;
  double dropout = 0;  ///< of what goes into `down`
};

/// The feed-forward net of a block.
///   x (…, D) -> y (…, D)
///   y = down(act(up(x))), or gated (Shazeer, "GLU Variants", arXiv 2002.05202):
///   y = down(act(gate(x)) * up(x)), which with silu is called SwiGLU
class FeedForward : public Module {
 public:
  FeedForward(std::size_t d_model, const FeedForwardOptions& options, Rng& rng);
  Tensor operator()(const Tensor& x) const;

  Linear up, down;
  std::optional<Linear> gate;

 private:
  ActivationFunction activation_;
  Dropout dropout_;
};

}  // namespace horloge
