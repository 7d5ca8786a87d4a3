#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>

#include "golden/kinds.h"
#include "horloge/core/error.h"
#include "horloge/ops/activation.h"
#include "horloge/ops/layout.h"
#include "horloge/ops/loss.h"
#include "horloge/ops/matmul.h"
#include "horloge/ops/reduce.h"
#include "horloge/ops/softmax.h"

namespace horloge::golden {
namespace {

using Function = Tensor (*)(const Tensor&);

const std::map<std::string, Function> activations = {
    {"gelu_erf", gelu_erf}, {"gelu_tanh", gelu_tanh}, {"relu", relu}, {"sigmoid", sigmoid},
    {"silu", silu},         {"softplus", softplus},   {"tanh", tanh},
};

Tensor activation(const std::string& name, const Tensor& x) {
  if (const auto found = activations.find(name); found != activations.end())
    return found->second(x);
  if (name == "leaky_relu") return leaky_relu(x);
  if (name == "elu") return elu(x);
  if (const auto slope = number_in_name(name, "leaky_relu_"))
    return leaky_relu(x, static_cast<real>(*slope));
  if (const auto alpha = number_in_name(name, "elu_")) return elu(x, static_cast<real>(*alpha));
  return {};
}

// (N, C, d1, …) -> (N, d1, …, C)
Tensor classes_last(const Tensor& logits) {
  std::vector<std::ptrdiff_t> axes(logits.rank());
  for (std::size_t i = 0; i < axes.size(); ++i) axes[i] = static_cast<std::ptrdiff_t>(i);
  if (axes.size() > 2) std::rotate(axes.begin() + 1, axes.begin() + 2, axes.end());
  return permute(logits, axes);
}

Reduction reduction_of(const std::string& name) {
  if (name == "none") return Reduction::none;
  if (name == "mean") return Reduction::mean;
  if (name == "sum") return Reduction::sum;
  throw ValueError(fmt::format("[golden] nobody here knows the reduction \"{}\"", name));
}

}  // namespace

void run_activations(Case& c) {
  for (const std::string& name : c.names("out.")) {
    const Tensor x = c.leaf("in.x");
    const Tensor y = activation(name, x);
    if (!y.defined()) continue;
    c.check("out." + name, y);
    y.backward(c.array("in.grad_y"));
    c.check_grad("grad." + name, x);
  }
}

void run_softmax(Case& c) {
  c.settings.describes({"mode"});
  const auto axis = c.settings.integer("dim", -1);
  const bool keep_axis = c.settings.flag("keepdim", false);
  // Of a line that is -infinity throughout PyTorch's softmax is NaN, and here it is 0.
  const Array totals = sum(softmax(Tensor(c.array("in.x")), axis), axis).array();
  for (const real total : totals)
    if (total == 0) c.accept_reference_nan();
  const std::map<std::string, std::function<Tensor(const Tensor&)>> functions = {
      {"softmax", [&](const Tensor& x) { return softmax(x, axis); }},
      {"log_softmax", [&](const Tensor& x) { return log_softmax(x, axis); }},
      {"logsumexp", [&](const Tensor& x) { return logsumexp(x, axis, keep_axis); }},
  };
  for (const auto& [name, function] : functions) {
    if (!c.has("out." + name)) continue;
    const Tensor x = c.leaf("in.x");
    const Tensor y = function(x);
    c.check("out." + name, y);
    if (!c.has("grad." + name)) continue;
    y.backward(c.array("in.grad_y"));
    c.check_grad("grad." + name, x);
  }
}

void run_cross_entropy(Case& c) {
  c.settings.describes({"class_weight", "ignored"});
  CrossEntropyOptions options;
  options.ignore_index = c.settings.integer("ignore_index", -100);
  options.label_smoothing = c.settings.number("label_smoothing", 0);
  options.reduction = reduction_of(c.settings.text("reduction", "mean"));
  if (c.has("in.weight")) options.class_weight = Tensor(c.array("in.weight"));

  const Tensor logits = c.leaf("in.logits");
  const Tensor loss = cross_entropy(classes_last(logits), c.ids("in.target"), options);
  c.check("out.loss", loss);
  loss.backward(c.has("in.grad_loss") ? c.array("in.grad_loss") : ones(loss.shape()));
  c.check_grad("grad.logits", logits);
}

void run_matmul(Case& c) {
  c.settings.describes({"a", "b"});
  const Tensor a = c.leaf("in.a");
  const Tensor b = c.leaf("in.b");
  const Tensor y = matmul(a, b);
  c.check_y(y);
  c.check_grad("grad.a", a);
  c.check_grad("grad.b", b);
}

}  // namespace horloge::golden
