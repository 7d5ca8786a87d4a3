#include "horloge/nn/grouped_query_attention.h"

#include <fmt/format.h>

#include "horloge/core/error.h"
#include "horloge/core/shape.h"
#include "horloge/ops/layout.h"

namespace horloge {
namespace {

GroupedQueryAttentionOptions completed(std::size_t d_model, GroupedQueryAttentionOptions o) {
  if (o.num_kv_heads == 0) o.num_kv_heads = o.num_heads;
  if (o.num_heads == 0 || o.num_heads % o.num_kv_heads != 0)
    throw ValueError(
        fmt::format("[GroupedQueryAttention] num_heads {} must be a multiple of num_kv_heads {}, "
                    "so that every key-value head serves equally many query heads",
                    o.num_heads, o.num_kv_heads));
  if (o.head_dim == 0 && d_model % o.num_heads != 0)
    throw ValueError(
        fmt::format("[GroupedQueryAttention] d_model {} must be a multiple of num_heads {} unless "
                    "head_dim is given",
                    d_model, o.num_heads));
  if (o.head_dim == 0) o.head_dim = d_model / o.num_heads;
  if (o.d_out == 0) o.d_out = d_model;
  if (o.latent && (o.num_kv_heads != o.num_heads || o.latent->rotary_dim >= o.head_dim))
    throw ValueError(
        "[GroupedQueryAttention] latent vectors need as many key-value heads as query heads, and a "
        "rotary_dim below head_dim");
  return o;
}

// What the projections read and give.
struct Widths {
  std::size_t q_from, kv_from, k, v, y;
};

Widths widths(std::size_t d_model, const GroupedQueryAttentionOptions& o) {
  const std::size_t H = o.num_heads, K = o.head_dim, G = o.num_kv_heads;
  if (!o.latent) return {d_model, d_model, G * K, G * K, H * K};
  const LatentOptions& latent = *o.latent;
  return {latent.query_rank > 0 ? latent.query_rank : d_model, latent.kv_rank,
          H * (K - latent.rotary_dim), H * latent.value_dim, H * latent.value_dim};
}

std::optional<LatentVectors> latent_of(std::size_t d_model, const GroupedQueryAttentionOptions& o,
                                       Rng& rng) {
  if (!o.latent) return {};
  return LatentVectors(d_model, *o.latent, rng);
}

}  // namespace

GroupedQueryAttention::GroupedQueryAttention(std::size_t d_model,
                                             const GroupedQueryAttentionOptions& options, Rng& rng)
    : GroupedQueryAttention(rng, d_model, completed(d_model, options)) {}

GroupedQueryAttention::GroupedQueryAttention(Rng& rng, std::size_t d_model,
                                             const GroupedQueryAttentionOptions& o)
    : latent(latent_of(d_model, o, rng)),
      q_proj(child("q_proj",
                   Linear(widths(d_model, o).q_from, o.num_heads * o.head_dim, rng, o.bias))),
      k_proj(
          child("k_proj", Linear(widths(d_model, o).kv_from, widths(d_model, o).k, rng, o.bias))),
      v_proj(
          child("v_proj", Linear(widths(d_model, o).kv_from, widths(d_model, o).v, rng, o.bias))),
      out_proj(child("out_proj", Linear(widths(d_model, o).y, o.d_out, rng, o.out_bias))),
      sinks(o.sinks ? parameter("sinks", zeros({o.num_heads})) : Tensor()),
      num_heads_(o.num_heads),
      head_dim_(o.head_dim),
      norm_heads_(o.qk_norm_by_head),
      heads_(o, child("dropout", Dropout(o.dropout, rng)), sinks) {
  if (latent) child("latent", *latent);
  if (o.qk_norm) {
    const bool by_head = o.qk_norm_by_head;
    q_norm = child("q_norm", Norm(by_head ? o.head_dim : o.num_heads * o.head_dim, *o.qk_norm));
    k_norm = child("k_norm", Norm(by_head ? o.head_dim : o.num_kv_heads * o.head_dim, *o.qk_norm));
    setting("qk_norm", by_head ? "of each head" : "of all heads");
  }
  setting("num_heads", std::to_string(o.num_heads));
  setting("num_kv_heads", std::to_string(o.num_kv_heads));
  if (o.scale) setting("scale", fmt::format("{}", *o.scale));
  if (o.values_as_keys) setting("values_as_keys", "true");
  if (o.softcap != 0) setting("softcap", fmt::format("{}", o.softcap));
}

Tensor GroupedQueryAttention::normed(const std::optional<Norm>& norm, const Tensor& x) const {
  if (!norm) return x;
  if (!norm_heads_) return (*norm)(x);
  const auto [B, T, D] = dims<3>(x.shape(), "[GroupedQueryAttention] q or k (B, T, n K)");
  return reshape((*norm)(reshape(x, Shape{B, T, D / head_dim_, head_dim_})), x.shape());
}

Tensor GroupedQueryAttention::operator()(const Tensor& x, const AttentionContext& context) const {
  return (*this)(x, x, context);
}

Tensor GroupedQueryAttention::operator()(const Tensor& x, const Tensor& source,
                                         const AttentionContext& context) const {
  if (latent) {
    const Tensor of_keys = latent->of_keys_and_values(source);
    const Tensor q = latent->rotary_first(q_proj(latent->of_queries(x)), num_heads_);
    const Tensor k = latent->with_rotary(k_proj(of_keys), source, num_heads_);
    return out_proj(heads_(normed(q_norm, q), normed(k_norm, k), v_proj(of_keys), context));
  }
  const Tensor q = normed(q_norm, q_proj(x));
  if (!source.defined()) return out_proj(heads_(q, {}, {}, context));
  const Tensor k = normed(k_norm, k_proj(source));
  return out_proj(heads_(q, k, v_proj(source), context));
}

}  // namespace horloge
