#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <limits>
#include <map>

#include "golden/kinds.h"
#include "horloge/core/error.h"
#include "horloge/ops/activation.h"
#include "horloge/ops/arithmetic.h"
#include "horloge/ops/attention.h"
#include "horloge/ops/dropout.h"
#include "horloge/ops/einsum.h"
#include "horloge/ops/layout.h"
#include "horloge/ops/lookup.h"
#include "horloge/ops/loss.h"
#include "horloge/ops/math.h"
#include "horloge/ops/matmul.h"
#include "horloge/ops/norm.h"
#include "horloge/ops/reduce.h"
#include "horloge/ops/rotary.h"
#include "horloge/ops/select.h"
#include "horloge/ops/softmax.h"

namespace horloge::golden {
namespace {

/// What an operation works on: inputs in0, in1, … and its settings.
class Call {
 public:
  explicit Call(Case& c) : settings(c.settings), case_(c) {
    while (c.has(name("in", inputs_.size()))) {
      const std::string in = name("in", inputs_.size());
      inputs_.push_back(c.is_float(in) ? c.leaf(in) : Tensor());
    }
  }

  std::size_t size() const { return inputs_.size(); }
  const Tensor& operator[](std::size_t i) const { return inputs_.at(i); }
  const std::vector<Tensor>& all() const { return inputs_; }
  Ids ids(std::size_t i) const { return case_.ids(name("in", i)); }
  /// The mask is the last input.
  Mask mask() const { return case_.mask(name("in", size() - 1)); }

  real number(const char* key) const { return static_cast<real>(settings.number(key)); }
  real number(const char* key, double fallback) const {
    return static_cast<real>(settings.number(key, fallback));
  }
  std::ptrdiff_t axis() const { return settings.integer("d", -1); }
  std::vector<std::ptrdiff_t> axes() const { return settings.integers("d"); }
  bool keep_axis() const { return settings.flag("k", false); }

  void check(const Tensor& y) const {
    case_.check("out", y);
    y.backward(case_.array("gout"));
    for (std::size_t i = 0; i < inputs_.size(); ++i)
      if (inputs_[i].defined()) case_.check_grad(name("gin", i), inputs_[i]);
  }

  const Settings& settings;

 private:
  static std::string name(const char* prefix, std::size_t i) { return prefix + std::to_string(i); }

  Case& case_;
  std::vector<Tensor> inputs_;
};

constexpr double infinity = std::numeric_limits<double>::infinity();

Shape reshape_shape(const Call& c) {
  Shape shape;
  for (const std::ptrdiff_t size : c.settings.integers("s"))
    shape.push_back(size < 0 ? infer : static_cast<std::size_t>(size));
  return shape;
}

// A size of -1 keeps the axis.
Shape expand_shape(const Call& c) {
  const auto sizes = c.settings.integers("s");
  const Shape& from = c[0].shape();
  Shape shape;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    shape.push_back(sizes[i] < 0 ? from.at(i + from.size() - sizes.size())
                                 : static_cast<std::size_t>(sizes[i]));
  return shape;
}

Tensor transpose_two(const Call& c) {
  const auto axes = c.settings.integers("d");
  if (axes.size() != 2) throw ValueError("[golden] transpose: \"d\" must name two axes");
  return transpose(c[0], axes[0], axes[1]);
}

Tensor sliced(const Call& c) {
  std::vector<Range> ranges;
  for (const auto& entry : c.settings.at("sl")) {
    Range range;
    if (!entry.at(0).is_null()) range.start = entry.at(0);
    if (!entry.at(1).is_null()) range.stop = entry.at(1);
    if (entry.size() > 2 && !entry.at(2).is_null()) range.step = entry.at(2);
    ranges.push_back(range);
  }
  return slice(c[0], ranges);
}

// Pairs (before, after), the last axis first; ours are listed from the first axis on.
Tensor padded(const Call& c) {
  const auto p = c.settings.integers("p");
  std::vector<std::pair<std::size_t, std::size_t>> widths(c[0].rank());
  for (std::size_t i = 0; i + 1 < p.size(); i += 2)
    widths.at(widths.size() - 1 - i / 2) = {p[i], p[i + 1]};
  return pad(c[0], widths);
}

Tensor cross_entropy_of(const Call& c) {
  const auto options = CrossEntropyOptions().with_label_smoothing(c.settings.number("ls", 0));
  return cross_entropy(c[0], c.ids(1), options);
}

Tensor layer_norm_of(const Call& c) {
  return layer_norm(c[0], c[1].shape(), c[1], c.size() > 2 ? c[2] : Tensor(),
                    c.settings.number("eps", 1e-5));
}

Tensor embedding_of(const Call& c) {
  c.settings.describes({"n"});
  return embedding(c.ids(1), c[0]);
}

Tensor index_rows(const Call& c) {
  c.settings.describes({"n"});
  return index_select(c[0], c.ids(1));
}

Tensor chunk_recombine(const Call& c) {
  const auto qkv = chunk(c[0], 3, -1);
  return qkv[0] * qkv[1] + tanh(qkv[2]);
}

// Base 10000, positions from "off" on.
Tensor rope_half(const Call& c) {
  const Shape& shape = c[0].shape();
  const std::size_t T = shape.at(shape.size() - 2);
  const std::size_t pairs = shape.back() / 2;
  const auto offset = static_cast<double>(c.settings.integer("off", 0));
  Array cosines = empty({T, pairs});
  Array sines = empty({T, pairs});
  for (std::size_t t = 0; t < T; ++t)
    for (std::size_t j = 0; j < pairs; ++j) {
      const double rate = std::pow(1e4, -static_cast<double>(j) / static_cast<double>(pairs));
      const double angle = (offset + static_cast<double>(t)) * rate;
      cosines(t, j) = static_cast<real>(std::cos(angle));
      sines(t, j) = static_cast<real>(std::sin(angle));
    }
  return rotate_pairs(c[0], cosines, sines, Pairing::half);
}

Tensor mlp_two_layers(const Call& c) {
  return matmul(gelu_erf(matmul(c[0], c[1]) + c[2]), c[3]) + c[4];
}

// a is used three times, twice broadcast: as a factor of b, and of the sums of that product.
Tensor reuse_broadcast(const Call& c) {
  const Tensor product = c[0] * c[1];
  return product + sum(product, -1, true) * c[0];
}

Tensor reuse_diamond(const Call& c) {
  const Tensor& x = c[0];
  const Tensor h = tanh(x);
  return h * x + exp(h) / (x * x + 1);
}

using Op = std::function<Tensor(const Call&)>;

const std::map<std::string, Op> ops = {
    {"add", [](const Call& c) { return c[0] + c[1]; }},
    {"add_broadcast", [](const Call& c) { return c[0] + c[1]; }},
    {"sub_broadcast", [](const Call& c) { return c[0] - c[1]; }},
    {"mul_broadcast", [](const Call& c) { return c[0] * c[1]; }},
    {"div_broadcast", [](const Call& c) { return c[0] / c[1]; }},
    {"neg", [](const Call& c) { return -c[0]; }},
    {"pow", [](const Call& c) { return pow(c[0], c.number("p")); }},
    {"maximum", [](const Call& c) { return maximum(c[0], c[1]); }},
    {"scalar_affine", [](const Call& c) { return c.number("s") * c[0] + c.number("b"); }},

    {"exp", [](const Call& c) { return exp(c[0]); }},
    {"log", [](const Call& c) { return log(c[0]); }},
    {"sqrt", [](const Call& c) { return sqrt(c[0]); }},
    {"rsqrt", [](const Call& c) { return rsqrt(c[0]); }},
    {"sin_cos", [](const Call& c) { return sin(c[0]) * cos(2 * c[0]); }},
    {"abs", [](const Call& c) { return abs(c[0]); }},
    {"clamp",
     [](const Call& c) {
       return clamp(c[0], c.number("lo", -infinity), c.number("hi", infinity));
     }},

    {"relu", [](const Call& c) { return relu(c[0]); }},
    {"leaky_relu", [](const Call& c) { return leaky_relu(c[0], c.number("slope", 0.01)); }},
    {"sigmoid", [](const Call& c) { return sigmoid(c[0]); }},
    {"tanh", [](const Call& c) { return tanh(c[0]); }},
    {"silu", [](const Call& c) { return silu(c[0]); }},
    {"softplus", [](const Call& c) { return softplus(c[0]); }},
    {"gelu_erf", [](const Call& c) { return gelu_erf(c[0]); }},
    {"gelu_tanh", [](const Call& c) { return gelu_tanh(c[0]); }},

    {"sum_all", [](const Call& c) { return sum(c[0]); }},
    {"sum_axis", [](const Call& c) { return sum(c[0], c.axes(), c.keep_axis()); }},
    {"mean_all", [](const Call& c) { return mean(c[0]); }},
    {"mean_axis", [](const Call& c) { return mean(c[0], c.axes(), c.keep_axis()); }},
    {"var",
     [](const Call& c) { return var(c[0], c.axis(), c.settings.flag("u", false), c.keep_axis()); }},
    {"max_all", [](const Call& c) { return max(c[0]); }},
    {"max_axis", [](const Call& c) { return max(c[0], c.axis(), c.keep_axis()); }},
    {"cumsum", [](const Call& c) { return cumsum(c[0], c.axis()); }},

    {"reshape", [](const Call& c) { return reshape(c[0], reshape_shape(c)); }},
    {"reshape_of_transpose",
     [](const Call& c) { return reshape(transpose(c[0], -2, -1), reshape_shape(c)); }},
    {"transpose", transpose_two},
    {"permute", [](const Call& c) { return permute(c[0], c.settings.integers("p")); }},
    {"flip", [](const Call& c) { return flip(c[0], c.axes()); }},
    {"slice", sliced},
    {"pad_zero", padded},
    {"concat", [](const Call& c) { return concat(c.all(), c.axis()); }},
    {"concat_same_tensor",
     [](const Call& c) {
       return concat({c[0], 2 * c[0], c[0]}, c.axis());
     }},
    {"stack", [](const Call& c) { return stack(c.all(), c.axis()); }},
    {"expand", [](const Call& c) { return expand(c[0], expand_shape(c)); }},
    {"chunk_recombine", chunk_recombine},

    {"embedding", embedding_of},
    {"index_rows", index_rows},
    {"gather", [](const Call& c) { return gather(c[0], c.axis(), c.ids(1)); }},
    {"where", [](const Call& c) { return horloge::where(c.mask(), c[0], c[1]); }},
    {"masked_fill", [](const Call& c) { return masked_fill(c[0], c.mask(), c.number("v")); }},

    {"matmul_2d", [](const Call& c) { return matmul(c[0], c[1]); }},
    {"matmul_3d", [](const Call& c) { return matmul(c[0], c[1]); }},
    {"matmul_4d", [](const Call& c) { return matmul(c[0], c[1]); }},
    {"linear", [](const Call& c) { return linear(c[0], c[1], c.size() > 2 ? c[2] : Tensor()); }},
    {"einsum_outer", [](const Call& c) { return einsum("i,j->ij", c[0], c[1]); }},
    {"einsum_scores", [](const Call& c) { return einsum("bhqd,bhkd->bhqk", c[0], c[1]); }},
    {"einsum_txl", [](const Call& c) { return einsum("ibnd,jnd->ijbn", c[0], c[1]); }},

    {"softmax", [](const Call& c) { return softmax(c[0], c.axis()); }},
    {"causal_softmax", [](const Call& c) { return causal_softmax(c[0]); }},
    {"log_softmax", [](const Call& c) { return log_softmax(c[0], c.axis()); }},
    {"logsumexp", [](const Call& c) { return logsumexp(c[0], c.axis(), c.keep_axis()); }},
    {"cross_entropy", cross_entropy_of},
    {"mse", [](const Call& c) { return mse_loss(c[0], c[1]); }},

    {"layer_norm", layer_norm_of},
    {"rms_norm",
     [](const Call& c) { return rms_norm(c[0], c[1], c.settings.number("eps", 1e-6)); }},
    {"dropout_p0", [](const Call& c) { return dropout(c[0], 0, StreamKey{}); }},
    {"attention", [](const Call& c) { return scaled_dot_product_attention(c[0], c[1], c[2]); }},
    {"rope_half", rope_half},

    {"mlp_two_layers", mlp_two_layers},
    {"reuse_broadcast", reuse_broadcast},
    {"reuse_diamond", reuse_diamond},
};

}  // namespace

void run_op(Case& c) {
  const std::string name = c.settings.text("op");
  const auto op = ops.find(name);
  if (op == ops.end()) return c.fail(fmt::format("nobody here knows the operation \"{}\"", name));
  const Call call(c);
  call.check(op->second(call));
}

}  // namespace horloge::golden
