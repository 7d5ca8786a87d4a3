#include "horloge/models/parts/language_head.h"

#include <cmath>

#include "horloge/ops/matmul.h"

namespace horloge {

LanguageHead::LanguageHead(HeadKind kind, const Tensor& words, Rng& rng, Bias with_bias) {
  const auto [V, D] = dims<2>(words.shape(), "[LanguageHead] words (V, D)");
  const double bound = 1 / std::sqrt(static_cast<double>(D));
  weight = kind == HeadKind::tied ? parameter("weight", words)
                                  : parameter("weight", rng.uniform({V, D}, -bound, bound));
  if (with_bias == Bias::yes) bias = parameter("bias", zeros({V}));
}

Tensor LanguageHead::operator()(const Tensor& x) const { return linear(x, weight, bias); }

}  // namespace horloge
