#pragma once

#include "horloge/core/with.h"
#include "horloge/train/optimizer.h"

namespace horloge {

struct [[nodiscard]] SGDOptions {
  double lr = 1e-3;
  double momentum = 0;
  double dampening = 0;
  double weight_decay = 0;
  bool nesterov = false;  ///< needs momentum and no dampening

  using Self = SGDOptions;
  Self with_lr(double x) const { return with(*this, &Self::lr, x); }
  Self with_momentum(double x) const { return with(*this, &Self::momentum, x); }
  Self with_dampening(double x) const { return with(*this, &Self::dampening, x); }
  Self with_weight_decay(double x) const { return with(*this, &Self::weight_decay, x); }
  Self with_nesterov(bool on) const { return with(*this, &Self::nesterov, on); }
};

/// Stochastic gradient descent with PyTorch's conventions: the learning rate multiplies the
/// momentum buffer instead of entering it, and the first buffer is the gradient itself, not
/// dampened.
///   d = g + weight_decay * p
///   b = d at the first update, then momentum * b + (1 - dampening) * d
///   p = p - lr * (nesterov ? d + momentum * b : b)
/// Without momentum there is no buffer, and b is d. Sutskever et al., "On the importance of
/// initialization and momentum in deep learning", ICML 2013.
class SGD : public Optimizer {
 public:
  explicit SGD(const std::vector<Tensor>& parameters, const SGDOptions& options = {});
  explicit SGD(const std::vector<ParameterGroup<SGDOptions>>& groups);

 protected:
  std::vector<std::string> buffer_names(std::size_t group) const override;
  std::string describe_group(std::size_t group) const override;
  Update update(Entry& entry, double lr) override;

 private:
  std::vector<SGDOptions> options_;
};

}  // namespace horloge
