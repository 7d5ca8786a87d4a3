#include "horloge/nn/latent_vectors.h"

#include "horloge/core/shape.h"
#include "horloge/ops/layout.h"

namespace horloge {
namespace {

// (B, T, H K) -> (B, T, H, K)
Tensor by_head(const Tensor& x, std::size_t H) {
  const auto [B, T, D] = dims<3>(x.shape(), "[LatentVectors] x (B, T, H K)");
  return reshape(x, Shape{B, T, H, D / H});
}

// (B, T, H, K) -> (B, T, H K)
Tensor side_by_side(const Tensor& x) {
  const auto [B, T, H, K] = dims<4>(x.shape(), "[LatentVectors] x (B, T, H, K)");
  return reshape(x, Shape{B, T, H * K});
}

}  // namespace

LatentVectors::LatentVectors(std::size_t d_model, const LatentOptions& o, Rng& rng)
    : kv_down(child("kv_down", Linear(d_model, o.kv_rank, rng, o.bias))),
      kv_norm(child("kv_norm", Norm(o.kv_rank, o.norm))),
      k_rotary(child("k_rotary", Linear(d_model, o.rotary_dim, rng, o.bias))) {
  if (o.query_rank == 0) return;
  q_down = child("q_down", Linear(d_model, o.query_rank, rng, o.bias));
  q_norm = child("q_norm", Norm(o.query_rank, o.norm));
}

Tensor LatentVectors::of_queries(const Tensor& x) const {
  return q_down ? (*q_norm)((*q_down)(x)) : x;
}

Tensor LatentVectors::of_keys_and_values(const Tensor& x) const { return kv_norm(kv_down(x)); }

Tensor LatentVectors::rotary_first(const Tensor& q, std::size_t num_heads) const {
  const Tensor heads = by_head(q, num_heads);
  const std::size_t R = k_rotary.weight.shape()[0];
  const std::vector<Tensor> parts = split(heads, {heads.shape()[3] - R, R}, -1);
  return side_by_side(concat({parts[1], parts[0]}, -1));
}

Tensor LatentVectors::with_rotary(const Tensor& k, const Tensor& x, std::size_t num_heads) const {
  const Tensor heads = by_head(k, num_heads), rotary = unsqueeze(k_rotary(x), 2);
  Shape shape = heads.shape();
  shape.back() = rotary.shape().back();
  return side_by_side(concat({expand(rotary, shape), heads}, -1));
}

}  // namespace horloge
