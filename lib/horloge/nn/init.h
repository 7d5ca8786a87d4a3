#pragma once

// How parameters start, under the names of torch.nn.init.

#include <cstddef>

#include "horloge/core/rng.h"
#include "horloge/core/with.h"
#include "horloge/nn/module.h"

namespace horloge::init {

/// Fills of a tensor, in place. The numbers follow from the state of `rng` alone.
void constant(Tensor x, double value);
void zeros(Tensor x);
void ones(Tensor x);
void uniform(Tensor x, Rng& rng, double low = 0, double high = 1);
void normal(Tensor x, Rng& rng, double mean = 0, double deviation = 1);
/// Normal, but what falls outside [low, high] is drawn again. ValueError if that is most of it: the
/// mean is more than two standard deviations away.
void trunc_normal(Tensor x, Rng& rng, double mean = 0, double deviation = 1, double low = -2,
                  double high = 2);

/// How many inputs an output of a matrix has, and how many outputs an input.
///   (O, I) -> in I, out O; (O, I, k, …): both times k …
/// ShapeError for a tensor of fewer than two axes.
struct Fans {
  std::size_t in, out;
};
Fans fans(const Shape& shape);

/// By which factor the standard deviation of a layer's output shrinks in what follows it.
enum class Nonlinearity { linear, sigmoid, tanh, relu, leaky_relu, selu };

/// What makes up for it: 1, 1, 5/3, sqrt 2, sqrt(2 / (1 + slope^2)), 3/4.
double gain(Nonlinearity nonlinearity, double slope = 0.01);

/// Activations and gradients keep their standard deviation s (Glorot and Bengio 2010):
/// s = gain sqrt(2 / (in + out)), uniform within sqrt 3 times that.
void xavier_uniform(const Tensor& x, Rng& rng, double gain = 1);
void xavier_normal(const Tensor& x, Rng& rng, double gain = 1);

enum class FanMode { in, out };

struct [[nodiscard]] KaimingOptions {
  Nonlinearity nonlinearity = Nonlinearity::leaky_relu;
  double slope = 0;            ///< of leaky_relu; PyTorch calls it a
  FanMode mode = FanMode::in;  ///< what keeps its standard deviation: activations, or gradients

  using Self = KaimingOptions;
  Self with_nonlinearity(Nonlinearity f) const { return with(*this, &Self::nonlinearity, f); }
  Self with_slope(double value) const { return with(*this, &Self::slope, value); }
  Self with_mode(FanMode value) const { return with(*this, &Self::mode, value); }
};

/// One of the two keeps its standard deviation s (He et al. 2015): s = gain / sqrt(fan), uniform
/// within sqrt 3 times that. Linear starts as kaiming_uniform() with a slope of sqrt 5.
void kaiming_uniform(const Tensor& x, Rng& rng, const KaimingOptions& options = {});
void kaiming_normal(const Tensor& x, Rng& rng, const KaimingOptions& options = {});

struct [[nodiscard]] GptOptions {
  double deviation = 0;         ///< 1 / sqrt(3 d_model) if 0
  bool scale_residuals = true;  ///< by 1 / sqrt(N)

  using Self = GptOptions;
  Self with_deviation(double value) const { return with(*this, &Self::deviation, value); }
  Self with_scale_residuals(bool on) const { return with(*this, &Self::scale_residuals, on); }
};

/// A whole model as GPT-2 starts (Radford et al. 2019, section 2.3): matrices, token embeddings and
/// learned positions normal with one standard deviation s, so that tokens and positions weigh the
/// same and a head that is tied to the tokens starts near a loss of ln V; biases 0, norms 1. For
/// the N matrices whose output is added to the residual stream (out_proj, linear2, down, c_proj) s
/// is smaller by sqrt N. GPT-2's s is 0.02, at a width of 768. Here it is 1 / sqrt(3 d_model),
/// 0.021 at that width, and 0.004 at 20,480, as in the model of Smith et al. (arXiv 2201.11990).
///
/// What is told by name: `…weight` of two axes and more, `…weight` and `…bias` of one. Other
/// parameters, and those of position schemes that are not learned vectors, stay as they are, and so
/// does a row of zeros, as padding has it.
///
/// Held-out loss of characters of the King James Bible after 400 steps, width 128, 4 layers; the
/// last two with a tied head, which starts at a loss of 106 and of 4.6:
///
///                     none   learned   sinusoidal   rotary   learned   rotary
///   each layer's own  2.26   2.26      2.02         1.84     2.40      2.07
///   init::gpt()       2.24   1.98      2.12         1.83     2.00      1.81
///
/// Sines are larger than such words. Beside them words are multiplied by sqrt(d_model), as Vaswani
/// et al. 2017 do (section 3.4): 1.96 then.
void gpt(const Module& model, std::size_t d_model, Rng& rng, const GptOptions& options = {});

}  // namespace horloge::init
