// Position enters by scaling q.

#pragma once

#include "horloge/nn/position/position.h"

namespace horloge {

/// Queries that grow with the text before them, so that the softmax over more keys does not flatten
/// (Nakanishi, "Scalable-Softmax Is Superior for Attention", arXiv 2501.19399, as Llama 4 has it in
/// layers without other positions).
///   q (B, T, H K) -> y = q * (1 + scale ln(1 + floor((position + 1) / length)))
/// Keys stay as they are, and so do the first queries: it tells how long the text is, not where a
/// word stands.
class ScaledQueries : public PositionScheme {
 public:
  ScaledQueries(double length, double scale);
  Tensor query(const Tensor& q, const AttentionPositions& at) const override;
  bool keys_are_cacheable() const override { return true; }

 private:
  double length_, scale_;
};

}  // namespace horloge
