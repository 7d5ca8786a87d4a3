#include "horloge/nn/block.h"

#include "horloge/core/error.h"
#include "horloge/ops/arithmetic.h"
#include "horloge/ops/layout.h"

namespace horloge {
namespace {

std::size_t width_of_input(std::size_t d_model, const BlockOptions& options) {
  return options.d_in > 0 ? options.d_in : d_model;
}

void check(std::size_t d_model, const BlockOptions& o) {
  if (o.one_norm && !o.parallel)
    throw ValueError("[Block] only parallel parts can share a norm (one_norm)");
  if (o.parallel && o.norm_place != NormPlace::before)
    throw ValueError("[Block] parallel parts need NormPlace::before");
  if (o.output_norms && (o.parallel || o.cross_attention || o.norm_place != NormPlace::before))
    throw ValueError(
        "[Block] output_norms need NormPlace::before, and two parts one after the other");
  if (o.parallel && o.cross_attention)
    throw ValueError("[Block] a block of parallel parts has no cross-attention");
  if (width_of_input(d_model, o) != d_model && (o.parallel || o.norm_place != NormPlace::before))
    throw ValueError(
        "[Block] a d_in other than d_model needs NormPlace::before and no parallel parts");
}

}  // namespace

Block::Block(std::size_t d_model, const BlockOptions& options, Rng& rng)
    : attention_norm(child("attention_norm", Norm(width_of_input(d_model, options),
                                                  options.attention_norm.value_or(options.norm)))),
      attention(
          child("attention", GroupedQueryAttention(width_of_input(d_model, options),
                                                   options.attention.with_d_out(d_model), rng))),
      feed_forward_norm(child("feed_forward_norm",
                              options.one_norm ? attention_norm : Norm(d_model, options.norm))),
      feed_forward(net_of(d_model, options, rng)),
      place_(options.norm_place),
      parallel_(options.parallel),
      dropout_(child("dropout", Dropout(options.dropout, rng))) {
  check(d_model, options);
  if (options.experts) experts = child("experts", Experts(d_model, *options.experts, rng));
  if (options.output_norms) {
    attention_output_norm = child("attention_output_norm", Norm(d_model, options.norm));
    feed_forward_output_norm = child("feed_forward_output_norm", Norm(d_model, options.norm));
  }
  setting("norm_place", name_of(place_));
  if (parallel_) setting("parallel", "true");
  if (const std::size_t d_in = width_of_input(d_model, options); d_in != d_model)
    residual = child("residual", Linear(d_in, d_model, rng));
  if (!options.cross_attention) return;
  cross_norm = child("cross_norm", Norm(d_model, options.norm));
  cross_attention =
      child("cross_attention", GroupedQueryAttention(d_model, options.attention, rng));
}

std::optional<FeedForward> Block::net_of(std::size_t d_model, const BlockOptions& options,
                                         Rng& rng) {
  if (options.experts) return {};
  return child("feed_forward", FeedForward(d_model, options.feed_forward, rng));
}

// z is x or its norm, and so the earlier tokens are taken as they are or normalised.
Tensor Block::attend(const Tensor& z, const BlockContext& context) const {
  if (!context.earlier.defined()) return attention(z, context.self);
  const bool as_it_is = place_ == NormPlace::after || place_ == NormPlace::output;
  const Tensor earlier = as_it_is ? context.earlier : attention_norm(context.earlier);
  AttentionContext all = context.self;
  all.masks.causal_offset += static_cast<std::ptrdiff_t>(earlier.shape()[1]);
  return attention(z, concat({earlier, z}, 1), all);
}

Tensor Block::operator()(const Tensor& x, const BlockContext& context) const {
  const auto attended = [&](const Tensor& z) {
    const Tensor y = attend(z, context);
    return dropout_(attention_output_norm ? (*attention_output_norm)(y) : y);
  };
  const auto informed = [&](const Tensor& z) {
    return dropout_((*cross_attention)(z, context.memory, context.cross));
  };
  const auto fed = [&](const Tensor& z) {
    const Tensor y = experts ? (*experts)(z) : (*feed_forward)(z);
    return dropout_(feed_forward_output_norm ? (*feed_forward_output_norm)(y) : y);
  };

  if (parallel_) {
    const Tensor h = x + attended(attention_norm(x));
    return h + fed(feed_forward_norm(x));
  }
  Tensor h = residual ? (*residual)(x) + attended(attention_norm(x))
                      : with_residual(x, attention_norm, place_, attended);
  if (cross_attention) h = with_residual(h, *cross_norm, place_, informed);
  return with_residual(h, feed_forward_norm, place_, fed);
}

}  // namespace horloge
