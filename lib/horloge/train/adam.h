#pragma once

#include <utility>

#include "horloge/core/with.h"
#include "horloge/train/optimizer.h"

namespace horloge {

struct [[nodiscard]] AdamOptions {
  double lr = 1e-3;
  std::pair<double, double> betas{0.9, 0.999};
  double eps = 1e-8;
  double weight_decay = 0;
  bool amsgrad = false;

  using Self = AdamOptions;
  Self with_lr(double x) const { return with(*this, &Self::lr, x); }
  Self with_betas(double first, double second) const {
    return with(*this, &Self::betas, std::pair{first, second});
  }
  Self with_eps(double x) const { return with(*this, &Self::eps, x); }
  Self with_weight_decay(double x) const { return with(*this, &Self::weight_decay, x); }
  Self with_amsgrad(bool on) const { return with(*this, &Self::amsgrad, on); }
};

/// The same members with AdamW's default weight decay.
struct [[nodiscard]] AdamWOptions : AdamOptions {
  AdamWOptions() { weight_decay = 0.01; }

  using Self = AdamWOptions;
  Self with_lr(double x) const { return with(*this, &Self::lr, x); }
  Self with_betas(double first, double second) const {
    return with(*this, &Self::betas, std::pair{first, second});
  }
  Self with_eps(double x) const { return with(*this, &Self::eps, x); }
  Self with_weight_decay(double x) const { return with(*this, &Self::weight_decay, x); }
  Self with_amsgrad(bool on) const { return with(*this, &Self::amsgrad, on); }
};

/// Adam, with weight decay added to the gradient (L2).
///   d = g + weight_decay * p
///   m = b1 * m + (1 - b1) * d         v = b2 * v + (1 - b2) * d^2         t = 1, 2, … updates
///   p = p - lr / (1 - b1^t) * m / (sqrt(v) / sqrt(1 - b2^t) + eps)
/// With amsgrad the largest v so far replaces v in the last line. As in PyTorch, eps is added after
/// the bias correction of v. Kingma and Ba, "Adam: a method for stochastic optimization", ICLR
/// 2015, algorithm 1; Reddi et al., "On the convergence of Adam and beyond", ICLR 2018.
class Adam : public Optimizer {
 public:
  explicit Adam(const std::vector<Tensor>& parameters, const AdamOptions& options = {});
  explicit Adam(const std::vector<ParameterGroup<AdamOptions>>& groups);

 protected:
  enum class Decay { in_gradient, decoupled };
  Adam(const char* name, Decay decay) : Optimizer(name), decay_(decay) {}
  void add(const std::vector<Tensor>& parameters, const AdamOptions& options);

  std::vector<std::string> buffer_names(std::size_t group) const override;
  std::string describe_group(std::size_t group) const override;
  Update update(Entry& entry, double lr) override;

 private:
  Decay decay_;
  std::vector<AdamOptions> options_;
};

/// Adam with decoupled weight decay: first p = p * (1 - lr * weight_decay), then Adam with d = g.
/// Loshchilov and Hutter, "Decoupled weight decay regularization", ICLR 2019.
class AdamW : public Adam {
 public:
  explicit AdamW(const std::vector<Tensor>& parameters, const AdamWOptions& options = {});
  explicit AdamW(const std::vector<ParameterGroup<AdamWOptions>>& groups);
};

}  // namespace horloge
