#pragma once

#include <cstddef>
#include <optional>

#include "horloge/core/with.h"
#include "horloge/nn/experts.h"
#include "horloge/nn/feed_forward.h"
#include "horloge/nn/grouped_query_attention.h"
#include "horloge/nn/norm.h"
#include "horloge/nn/residual.h"

namespace horloge {

struct [[nodiscard]] BlockOptions {
  NormPlace norm_place = NormPlace::before;
  /// Both parts read x: y = x + attention(norm(x)) + feed_forward(norm(x)), with NormPlace::before.
  bool parallel = false;
  bool one_norm = false;      ///< for both parallel parts; else each has its own
  bool output_norms = false;  ///< what each part adds is normalised, too, as in Gemma 2
  NormOptions norm;
  std::optional<NormOptions> attention_norm;  ///< where it differs from `norm`
  std::size_t d_in = 0;  ///< width of x where it differs from that of y: a widening block
  GroupedQueryAttentionOptions attention;
  FeedForwardOptions feed_forward;
  std::optional<ExpertsOptions> experts;  ///< instead of that net
  double dropout = 0;                     ///< of what each part adds
  bool cross_attention = false;  ///< a part between the two that attends to an encoder's output

  using Self = BlockOptions;
  Self with_norm_place(NormPlace place) const { return with(*this, &Self::norm_place, place); }
  Self with_parallel(bool value) const { return with(*this, &Self::parallel, value); }
  Self with_one_norm(bool value) const { return with(*this, &Self::one_norm, value); }
  Self with_output_norms(bool value) const { return with(*this, &Self::output_norms, value); }
  Self with_norm(const NormOptions& options) const { return with(*this, &Self::norm, options); }
  Self with_attention_norm(const NormOptions& o) const {
    return with(*this, &Self::attention_norm, o);
  }
  Self with_d_in(std::size_t value) const { return with(*this, &Self::d_in, value); }
  Self with_attention(const GroupedQueryAttentionOptions& options) const {
    return with(*this, &Self::attention, options);
  }
  Self with_feed_forward(const FeedForwardOptions& options) const {
    return with(*this, &Self::feed_forward, options);
  }
  Self with_experts(const ExpertsOptions& o) const { return with(*this, &Self::experts, o); }
  Self with_dropout(double value) const { return with(*this, &Self::dropout, value); }
  Self with_cross_attention(bool on) const { return with(*this, &Self::cross_attention, on); }
};

/// What one call of a block needs besides its input.
struct BlockContext {
  AttentionContext self;
  Tensor earlier;          ///< (B, M, D) inputs of earlier tokens, read as keys and values only
  Tensor memory;           ///< (B, S, D) output of an encoder; undefined if `cross` has it cached
  AttentionContext cross;  ///< of the attention to it
};

/// One block of a Transformer: attention and a feed-forward net, each with a residual.
///   x (B, T, D) -> y (B, T, D), or x (B, T, D_in) if the options say so
/// ValueError for options that exclude each other.
class Block : public Module {
 public:
  Block(std::size_t d_model, const BlockOptions& options, Rng& rng);
  Tensor operator()(const Tensor& x, const BlockContext& context = {}) const;

  std::optional<Linear> residual;  ///< (D, D_in) from x to the width of y, in a widening block
  Norm attention_norm;
  GroupedQueryAttention attention;
  std::optional<Norm> cross_norm;
  std::optional<GroupedQueryAttention> cross_attention;
  Norm feed_forward_norm;
  std::optional<FeedForward> feed_forward;
  std::optional<Experts> experts;                ///< instead of it
  std::optional<Norm> attention_output_norm;     ///< of what attention adds,
  std::optional<Norm> feed_forward_output_norm;  ///< and of what the other part adds

 private:
  std::optional<FeedForward> net_of(std::size_t d_model, const BlockOptions& options, Rng& rng);
  Tensor attend(const Tensor& z, const BlockContext& context) const;

  NormPlace place_;
  bool parallel_;
  Dropout dropout_;
};

}  // namespace horloge
