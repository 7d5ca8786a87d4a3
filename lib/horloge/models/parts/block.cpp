#include "horloge/models/parts/block.h"

#include "horloge/core/error.h"
#include "horloge/ops/arithmetic.h"
#include "horloge/ops/layout.h"

namespace horloge {
namespace {

std::size_t width_of_input(std::size_t d_model, const BlockOptions& options) {
  return options.d_in > 0 ? options.d_in : d_model;
}

GroupedQueryAttention self_attention(std::size_t d_model, const BlockOptions& options, Rng& rng) {
  GroupedQueryAttentionOptions attention = options.attention;
  attention.d_out = d_model;
  return {width_of_input(d_model, options), attention, rng};
}

}  // namespace

Block::Block(std::size_t d_model, const BlockOptions& options, Rng& rng)
    : attention_norm(child("attention_norm", Norm(width_of_input(d_model, options), options.norm))),
      attention(child("attention", self_attention(d_model, options, rng))),
      feed_forward_norm(child("feed_forward_norm",
                              options.one_norm ? attention_norm : Norm(d_model, options.norm))),
      feed_forward(child("feed_forward", FeedForward(d_model, options.feed_forward, rng))),
      wiring_(options.wiring),
      dropout_(child("dropout", Dropout(options.dropout, rng))) {
  if (options.one_norm && wiring_ != Wiring::parallel)
    throw ValueError("[Block] only parallel parts can share a norm");
  if (const std::size_t d_in = width_of_input(d_model, options); d_in != d_model) {
    if (wiring_ != Wiring::norm_before)
      throw ValueError("[Block] only one that normalises before its parts can be wider behind");
    residual = child("residual", Linear(d_in, d_model, rng));
  }
  if (!options.cross_attention) return;
  if (wiring_ == Wiring::parallel)
    throw ValueError("[Block] parallel parts leave no place for cross-attention");
  cross_norm = child("cross_norm", Norm(d_model, options.norm));
  cross_attention =
      child("cross_attention", GroupedQueryAttention(d_model, options.attention, rng));
}

Tensor Block::operator()(const Tensor& x, const BlockPass& pass) const {
  // Of x or its norm, which the earlier tokens then take as well.
  const auto attend = [&](const Tensor& z) {
    if (!pass.earlier.defined()) return dropout_(attention(z, pass.self));
    const bool after = wiring_ == Wiring::norm_after;
    const Tensor earlier = after ? pass.earlier : attention_norm(pass.earlier);
    return dropout_(attention(z, concat({earlier, z}, 1), pass.self));
  };
  const auto consult = [&](const Tensor& z) {
    return dropout_((*cross_attention)(z, pass.memory, pass.cross));
  };
  const auto feed = [&](const Tensor& z) { return dropout_(feed_forward(z)); };

  if (wiring_ == Wiring::parallel)
    return x + attend(attention_norm(x)) + feed(feed_forward_norm(x));
  if (wiring_ == Wiring::norm_after) {
    Tensor h = attention_norm(x + attend(x));
    if (cross_attention) h = (*cross_norm)(h + consult(h));
    return feed_forward_norm(h + feed(h));
  }
  const auto add = [&](const Tensor& before, const Norm& norm, const auto& part) {
    const Tensor z = norm(before);
    return (wiring_ == Wiring::norm_kept ? z : before) + part(z);
  };
  Tensor h = residual ? (*residual)(x) + attend(attention_norm(x)) : add(x, attention_norm, attend);
  if (cross_attention) h = add(h, *cross_norm, consult);
  return add(h, feed_forward_norm, feed);
}

}  // namespace horloge
