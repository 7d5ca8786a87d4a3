#include "common/forget_gate.h"

#include "common/modules.h"

using namespace horloge;

ForgetGate::ForgetGate(std::size_t d_model, std::size_t num_heads, Rng& rng)
    : gate(child("gate", Linear(d_model, num_heads, rng))) {}

Tensor ForgetGate::bias_from(const Tensor& q, const AttentionPositions&) const {
  const Tensor ln_f = -softplus(-gate(q));                  // (B, T, H)
  const Tensor sums = cumsum(permute(ln_f, {0, 2, 1}), 2);  // (B, H, T)
  return -abs(unsqueeze(sums, 3) - unsqueeze(sums, 2));     // (B, H, T, T)
}
