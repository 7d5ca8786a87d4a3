#pragma once

#include "horloge/nn/norm.h"
#include "horloge/ops/arithmetic.h"

namespace horloge {

/// Where a block normalises, and what a part of it adds to.
enum class NormPlace {
  after,   ///< norm(x + part(x)): post-norm, as in the first Transformer
  before,  ///< x + part(norm(x)): pre-norm (Xiong et al. 2020), which trains more easily
  kept,    ///< z + part(z), z = norm(x): pre-norm whose residual starts at the norm
  output,  ///< x + norm(part(x)): what a part adds is normalised, as in OLMo 2
};

/// Its name, for settings.
inline const char* name_of(NormPlace place) {
  return place == NormPlace::after    ? "after"
         : place == NormPlace::before ? "before"
         : place == NormPlace::kept   ? "kept"
                                      : "output";
}

/// One part of a block with its residual.
///   x (B, T, D), part: (B, T, D) -> (B, T, D) -> y (B, T, D)
template <class Part>
Tensor with_residual(const Tensor& x, const Norm& norm, NormPlace place, const Part& part) {
  if (place == NormPlace::after) return norm(x + part(x));
  if (place == NormPlace::output) return x + norm(part(x));
  const Tensor z = norm(x);
  return (place == NormPlace::kept ? z : x) + part(z);
}

}  // namespace horloge
