#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "horloge/core/with.h"
#include "horloge/nn/feed_forward.h"

namespace horloge {

/// How an expert's share follows from its score.
enum class ExpertShare {
  softmax,  ///< over the scores of those that were chosen
  sigmoid,  ///< of its own score
};

struct [[nodiscard]] ExpertsOptions {
  std::size_t num_experts = 0;        ///< E
  std::size_t experts_per_token = 1;  ///< k
  FeedForwardOptions expert;
  Bias router_bias = Bias::no;
  ExpertShare share = ExpertShare::softmax;
  bool share_of_input =
      false;  ///< what an expert reads is multiplied by its share, not what it adds
  bool shares_sum_to_one = false;  ///< the shares of those chosen are divided by their sum
  double scale = 1;                ///< of all shares
  /// The choice is by share plus a number for each expert, and among the experts of the best
  /// groups_per_token of num_groups groups alone, those whose two best sum to most.
  bool choice_bias = false;
  std::size_t num_groups = 1, groups_per_token = 1;
  std::optional<FeedForwardOptions> shared;  ///< one more net, which every token passes

  using Self = ExpertsOptions;
  Self with_num_experts(std::size_t n) const { return with(*this, &Self::num_experts, n); }
  Self with_experts_per_token(std::size_t n) const {
    return with(*this, &Self::experts_per_token, n);
  }
  Self with_expert(const FeedForwardOptions& o) const { return with(*this, &Self::expert, o); }
  Self with_router_bias(Bias value) const { return with(*this, &Self::router_bias, value); }
  Self with_share(ExpertShare value) const { return with(*this, &Self::share, value); }
  Self with_share_of_input(bool on) const { return with(*this, &Self::share_of_input, on); }
  Self with_shares_sum_to_one(bool on) const { return with(*this, &Self::shares_sum_to_one, on); }
  Self with_scale(double value) const { return with(*this, &Self::scale, value); }
  Self with_choice_bias(bool on) const { return with(*this, &Self::choice_bias, on); }
  Self with_num_groups(std::size_t n) const { return with(*this, &Self::num_groups, n); }
  Self with_groups_per_token(std::size_t n) const {
    return with(*this, &Self::groups_per_token, n);
  }
  Self with_shared(const FeedForwardOptions& o) const { return with(*this, &Self::shared, o); }
};

/// Feed-forward nets of which each token passes a few (Shazeer et al., "Outrageously Large Neural
/// Networks", arXiv 1701.06538; groups and the bias of the choice as in DeepSeek-AI, "DeepSeek-V3",
/// arXiv 2412.19437, section 2.1.2).
///   x (…, D) -> y (…, D)        y = sum over the chosen e of share_e each_e(x), + shared(x)
/// A gradient flows through the shares, none through the choice. ValueError for options that choose
/// more experts or groups than there are, or groups of unequal size.
class Experts : public Module {
 public:
  Experts(std::size_t d_model, const ExpertsOptions& options, Rng& rng);
  Tensor operator()(const Tensor& x) const;

  Linear router;       ///< (E, D)
  Tensor choice_bias;  ///< (E), starts at 0; undefined without one
  std::vector<FeedForward> each;
  std::optional<FeedForward> shared;

 private:
  Ids choose(const Tensor& scores) const;
  Tensor shares_of(const Tensor& scores, const Ids& chosen) const;

  ExpertsOptions options_;
};

}  // namespace horloge
