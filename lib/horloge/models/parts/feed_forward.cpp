#include "horloge/models/parts/feed_forward.h"

#include <map>

#include "horloge/core/error.h"
#include "horloge/core/words.h"
#include "horloge/ops/activation.h"
#include "horloge/ops/arithmetic.h"

namespace horloge {
namespace {

// GELU with a sigmoid in place of the distribution function.
Tensor quick_gelu(const Tensor& x) { return x * sigmoid(x * real{1.702}); }
Tensor leaky(const Tensor& x) { return leaky_relu(x); }
Tensor identity(const Tensor& x) { return x; }

const std::map<std::string, ActivationFunction>& activations() {
  static const std::map<std::string, ActivationFunction> functions = {
      {"gelu", gelu_erf},
      {"gelu_accurate", gelu_tanh},
      {"gelu_fast", gelu_tanh},
      {"gelu_new", gelu_tanh},
      {"gelu_python", gelu_erf},
      {"gelu_python_tanh", gelu_tanh},
      {"gelu_pytorch_tanh", gelu_tanh},
      {"leaky_relu", leaky},
      {"linear", identity},
      {"quick_gelu", quick_gelu},
      {"relu", relu},
      {"sigmoid", sigmoid},
      {"silu", silu},
      {"swish", silu},
      {"tanh", tanh},
  };
  return functions;
}

std::size_t inner_width(std::size_t d_model, const FeedForwardOptions& options) {
  return options.d_ff == 0 ? 4 * d_model : options.d_ff;
}

}  // namespace

ActivationFunction activation_named(const std::string& name) {
  const auto found = activations().find(name);
  return found == activations().end() ? nullptr : found->second;
}

std::string activation_names() {
  std::vector<std::string> names;
  for (const auto& [name, function] : activations()) names.push_back(name);
  return joined(names);
}

FeedForward::FeedForward(std::size_t d_model, const FeedForwardOptions& options, Rng& rng)
    : up(child("up", Linear(d_model, inner_width(d_model, options), rng, options.bias))),
      down(child("down", Linear(inner_width(d_model, options), d_model, rng, options.bias))),
      activation_(options.activation),
      dropout_(child("dropout", Dropout(options.dropout, rng))) {
  if (activation_ == nullptr) throw ValueError("[FeedForward] needs an activation");
  if (options.gated)
    gate = child("gate", Linear(d_model, inner_width(d_model, options), rng, options.bias));
}

Tensor FeedForward::operator()(const Tensor& x) const {
  return down(dropout_(gate ? activation_((*gate)(x)) * up(x) : activation_(up(x))));
}

}  // namespace horloge
