#include "horloge/nn/feed_forward.h"

#include <fmt/format.h>

#include <limits>
#include <utility>

#include "horloge/core/error.h"
#include "horloge/nn/activations.h"
#include "horloge/ops/arithmetic.h"
#include "horloge/ops/math.h"

namespace horloge {
namespace {

std::size_t hidden_width(std::size_t d_model, const FeedForwardOptions& options) {
  return options.d_ff == 0 ? 4 * d_model : options.d_ff;
}

ActivationFunction checked(ActivationFunction activation) {
  if (activation == nullptr)
    throw ValueError("[FeedForward] needs an activation, such as relu or gelu_tanh");
  return activation;
}

}  // namespace

FeedForward::FeedForward(std::size_t d_model, const FeedForwardOptions& options, Rng& rng)
    : up(child("up", Linear(d_model, hidden_width(d_model, options), rng, options.bias))),
      down(child("down", Linear(hidden_width(d_model, options), d_model, rng, options.bias))),
      activation_(checked(options.activation)),
      clip_(static_cast<real>(options.clip)),
      dropout_(child("dropout", Dropout(options.dropout, rng))) {
  if (options.clip != 0 && !options.gated)
    throw ValueError("[FeedForward] only a gated net can be clipped");
  if (options.gated)
    gate = child("gate", Linear(d_model, hidden_width(d_model, options), rng, options.bias));
  setting("activation", name_of(activation_));
  if (clip_ != 0) setting("clip", fmt::format("{}", options.clip));
}

FeedForward::FeedForward(Linear up, Linear down, ActivationFunction activation, Dropout dropout)
    : up(std::move(up)),
      down(std::move(down)),
      activation_(checked(activation)),
      dropout_(std::move(dropout)) {}

Tensor FeedForward::gated(const Tensor& x) const {
  if (clip_ == 0) return activation_((*gate)(x)) * up(x);
  constexpr real no_bound = std::numeric_limits<real>::infinity();
  return activation_(clamp((*gate)(x), -no_bound, clip_)) * (clamp(up(x), -clip_, clip_) + real{1});
}

Tensor FeedForward::operator()(const Tensor& x) const {
  return down(dropout_(gate ? gated(x) : activation_(up(x))));
}

}  // namespace horloge
