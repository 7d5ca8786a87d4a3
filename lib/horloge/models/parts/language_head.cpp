#include "horloge/models/parts/language_head.h"

#include <fmt/format.h>

#include <cmath>

#include "horloge/ops/activation.h"
#include "horloge/ops/arithmetic.h"
#include "horloge/ops/matmul.h"

namespace horloge {

LanguageHead::LanguageHead(HeadKind kind, const Tensor& words, Rng& rng, Bias with_bias, double cap)
    : cap_(static_cast<real>(cap)) {
  const auto [V, D] = dims<2>(words.shape(), "[LanguageHead] words (V, D)");
  const double bound = 1 / std::sqrt(static_cast<double>(D));
  weight = kind == HeadKind::tied ? parameter("weight", words)
                                  : parameter("weight", rng.uniform({V, D}, -bound, bound));
  if (with_bias == Bias::yes) bias = parameter("bias", zeros({V}));
  if (cap != 0) setting("cap", fmt::format("{}", cap));
}

Tensor LanguageHead::operator()(const Tensor& x) const {
  const Tensor y = linear(x, weight, bias);
  return cap_ == 0 ? y : tanh(y / cap_) * cap_;
}

}  // namespace horloge
