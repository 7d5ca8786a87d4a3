#pragma once

#include <cstddef>
#include <optional>

#include "horloge/core/with.h"
#include "horloge/nn/dropout.h"
#include "horloge/nn/linear.h"

namespace horloge {

/// Such as relu, gelu_erf, gelu_tanh or silu; see activation_named() for all that have a name.
using ActivationFunction = Tensor (*)(const Tensor&);

struct [[nodiscard]] FeedForwardOptions {
  std::size_t d_ff = 0;  ///< width of the hidden layer, 4 D if 0
  ActivationFunction activation = nullptr;
  bool gated = false;
  Bias bias = Bias::yes;
  double dropout = 0;  ///< of what goes into `down`
  double clip = 0;     ///< c, of a gated net as gpt-oss has it; 0: none

  using Self = FeedForwardOptions;
  Self with_d_ff(std::size_t value) const { return with(*this, &Self::d_ff, value); }
  Self with_activation(ActivationFunction f) const { return with(*this, &Self::activation, f); }
  Self with_gated(bool value) const { return with(*this, &Self::gated, value); }
  Self with_bias(Bias value) const { return with(*this, &Self::bias, value); }
  Self with_dropout(double value) const { return with(*this, &Self::dropout, value); }
  Self with_clip(double value) const { return with(*this, &Self::clip, value); }
};

/// The feed-forward net of a block.
///   x (…, D) -> y (…, D)
///   y = down(act(up(x))), or gated (Shazeer, "GLU Variants", arXiv 2002.05202):
///   y = down(act(gate(x)) * up(x)), which with silu is called SwiGLU, or clipped:
///   y = down(act(min(gate(x), c)) * (1 + min(max(up(x), -c), c)))
/// ValueError without an activation, and for a clip without a gate.
class FeedForward : public Module {
 public:
  FeedForward(std::size_t d_model, const FeedForwardOptions& options, Rng& rng);
  /// Made of layers that another module registers under names of its own.
  FeedForward(Linear up, Linear down, ActivationFunction activation, Dropout dropout);
  Tensor operator()(const Tensor& x) const;

  Linear up, down;
  std::optional<Linear> gate;

 private:
  Tensor gated(const Tensor& x) const;

  ActivationFunction activation_;
  real clip_ = 0;
  Dropout dropout_;
};

}  // namespace horloge
