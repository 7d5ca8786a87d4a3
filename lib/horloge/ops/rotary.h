#pragma once

#include "horloge/autograd/tensor.h"

namespace horloge {

/// Which two of the first R entries of a head turn together.
enum class Pairing {
  interleaved,  ///< (2j, 2j + 1): RoFormer (Su et al., arXiv 2104.09864, eq. 34), Meta LLaMA
  half,         ///< (j, j + R/2): GPT-NeoX, Hugging Face LLaMA
};

/// Turns pair j of a head at position t by the angle whose cosine and sine are cos[t, j] and
/// sin[t, j].
///   x (…, T, K), cos and sin (…, T, R/2) -> y (…, T, K)
///   y_a = x_a cos - x_b sin        y_b = x_a sin + x_b cos        for a pair (a, b)
///   dx is dy turned by the opposite angle
/// The leading axes of cos and sin broadcast to those of x. Only the first R <= K entries turn (the
/// frequencies are those of R, not of K); the others pass through.
Tensor rotate_pairs(const Tensor& x, const Array& cos, const Array& sin, Pairing pairing);

/// The same for heads side by side in the last axis, as a projection leaves them, which all turn
/// alike. Nothing is copied.
///   x (…, T, n K), cos and sin (…, T, R/2) -> y (…, T, n K)
Tensor rotate_pairs(const Tensor& x, std::size_t head_dim, const Array& cos, const Array& sin,
                    Pairing pairing);

}  // namespace horloge
