#include "horloge/nn/activations.h"

#include <map>
#include <vector>

#include "horloge/core/words.h"
#include "horloge/ops/activation.h"
#include "horloge/ops/arithmetic.h"

namespace horloge {
namespace {

// GELU with a sigmoid instead of the distribution function.
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

}  // namespace

ActivationFunction activation_named(const std::string& name) {
  const auto found = activations().find(name);
  return found == activations().end() ? nullptr : found->second;
}

std::string name_of(ActivationFunction activation) {
  std::string shortest;
  for (const auto& [name, function] : activations())
    if (function == activation && (shortest.empty() || name.size() < shortest.size()))
      shortest = name;
  return shortest;
}

std::string activation_names() {
  std::vector<std::string> names;
  for (const auto& [name, function] : activations()) names.push_back(name);
  return joined(names);
}

}  // namespace horloge
