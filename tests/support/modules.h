#pragma once

#include <string>
#include <vector>

#include "horloge/core/shape.h"
#include "horloge/nn/module.h"
#include "support/gradients.h"

namespace horloge::test {

/// The state of a module: "weight (2, 3)", …
inline std::vector<std::string> names_and_shapes(const Module& module) {
  std::vector<std::string> found;
  for (const auto& [name, tensor] : module.state_dict())
    found.push_back(name + " " + to_string(tensor.shape()));
  return found;
}

/// EXPECT_TRUE(all_gradients_agree(module, x, forward)): the same for the gradients of x and of
/// every parameter.
inline testing::AssertionResult all_gradients_agree(
    Module module, const Tensor& x, const std::function<Tensor(const Tensor&)>& forward) {
  std::vector<Tensor> inputs = module.parameters();
  inputs.push_back(x);
  return gradients_agree(
      [&](const std::vector<Tensor>& given) {
        // gradcheck hands out copies: their numbers go into the module, and the module's tensors
        // are tied to them by adding the difference, which is zero.
        std::vector<NamedTensor> state;
        const auto named = module.named_parameters();
        for (std::size_t i = 0; i < named.size(); ++i) state.push_back({named[i].name, given[i]});
        for (const auto& buffer : module.named_buffers()) state.push_back(buffer);
        module.load_state_dict(state);
        const Tensor y = forward(given.back());
        return record("relay", Array(y.array()), given,
                      [&module, y](Array& dy, Gradients& d) mutable {
                        module.zero_grad();
                        y.backward(dy);
                        const auto parameters = module.parameters();
                        for (std::size_t i = 0; i < parameters.size(); ++i)
                          if (parameters[i].has_grad()) d.add(i, Array(parameters[i].grad()));
                      });
      },
      inputs);
}

}  // namespace horloge::test
