#include "horloge/nn/grouped_query_attention.h"

#include <fmt/format.h>

#include "horloge/core/error.h"

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
  return o;
}

}  // namespace

GroupedQueryAttention::GroupedQueryAttention(std::size_t d_model,
                                             const GroupedQueryAttentionOptions& options, Rng& rng)
    : GroupedQueryAttention(rng, d_model, completed(d_model, options)) {}

GroupedQueryAttention::GroupedQueryAttention(Rng& rng, std::size_t d_model,
                                             const GroupedQueryAttentionOptions& o)
    : q_proj(child("q_proj", Linear(d_model, o.num_heads * o.head_dim, rng, o.bias))),
      k_proj(child("k_proj", Linear(d_model, o.num_kv_heads * o.head_dim, rng, o.bias))),
      v_proj(child("v_proj", Linear(d_model, o.num_kv_heads * o.head_dim, rng, o.bias))),
      out_proj(child("out_proj", Linear(o.num_heads * o.head_dim, o.d_out, rng, o.out_bias))),
      heads_(o, child("dropout", Dropout(o.dropout, rng))) {
  setting("num_heads", std::to_string(o.num_heads));
  setting("num_kv_heads", std::to_string(o.num_kv_heads));
  if (o.scale) setting("scale", fmt::format("{}", *o.scale));
  if (o.values_as_keys) setting("values_as_keys", "true");
}

Tensor GroupedQueryAttention::operator()(const Tensor& x, const AttentionPass& pass) const {
  return (*this)(x, x, pass);
}

Tensor GroupedQueryAttention::operator()(const Tensor& x, const Tensor& source,
                                         const AttentionPass& pass) const {
  const Tensor q = q_proj(x);
  if (!source.defined()) return out_proj(heads_(q, {}, {}, pass));
  const Tensor k = k_proj(source);
  return out_proj(heads_(q, k, v_proj(source), pass));
}

}  // namespace horloge
