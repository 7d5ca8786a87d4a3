#include "horloge/ops/attention.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "horloge/autograd/record.h"
#include "horloge/core/broadcast.h"
#include "horloge/core/error.h"
#include "horloge/kernels/attention.h"
#include "horloge/ops/arithmetic.h"
#include "horloge/ops/dropout.h"
#include "horloge/ops/layout.h"
#include "horloge/ops/matmul.h"
#include "horloge/ops/select.h"
#include "horloge/ops/softmax.h"

namespace horloge {
namespace {

using detail::AttentionProblem;
using detail::AttentionSizes;
using detail::Broadcast;

// Where queries, keys and values lie: one, two or three tensors, and the steps of the heads in
// them.
struct Layout {
  const char* op;
  AttentionSizes size;
  std::array<std::size_t, 3> input;             // which tensor holds q, k, v
  std::array<std::size_t, 3> offset;            // where in it they start
  std::array<std::size_t, 4> batch, head, row;  // steps of q, k, v and y
  Shape y;
};

Shape scores_shape(const AttentionSizes& s) { return {s.B, s.H, s.T, s.S}; }

template <class Array4>
auto broadcast(const char* op, const char* what, const Array4& x, const AttentionSizes& size) {
  const Shape target = scores_shape(size);
  const Shape given(x.shape().begin(), x.shape().end());
  if (given.size() > 4 || broadcast_shape(given, target, op) != target)
    throw ShapeError(fmt::format("[{}] {} {} does not broadcast to (B, H, T, S) = {}", op, what,
                                 to_string(given), to_string(target)));
  Broadcast<typename Array4::value_type> out;
  out.data = x.data();
  std::size_t volume = 1;
  for (std::size_t back = 1; back <= given.size(); ++back) {
    const std::size_t n = given[given.size() - back];
    out.step[4 - back] = n == 1 ? 0 : volume;
    volume *= n;
  }
  return out;
}

void check_key_mask(const char* op, const Mask& mask, const AttentionSizes& s) {
  const Shape given(mask.shape().begin(), mask.shape().end());
  if (given != Shape{s.B, s.S})
    throw ShapeError(fmt::format("[{}] key_mask {} must be (B, S) = {}", op, to_string(given),
                                 to_string({s.B, s.S})));
}

AttentionProblem problem_of(const Layout& layout, const AttentionOptions& o) {
  const AttentionSizes& s = layout.size;
  if (!(o.dropout_p >= 0 && o.dropout_p <= 1))
    throw ValueError(
        fmt::format("[{}] dropout_p must be in [0, 1], got {}", layout.op, o.dropout_p));
  AttentionProblem p{};
  p.size = s;
  p.scale = static_cast<real>(o.scale.value_or(1 / std::sqrt(static_cast<double>(s.K))));
  p.causal = o.is_causal;
  p.causal_offset = o.causal_offset;
  p.dropout_p = o.dropout_p;
  p.dropout_key = o.dropout_key;
  if (o.bias.defined()) p.bias = broadcast(layout.op, "bias", o.bias.array(), s);
  if (o.mask) p.mask = broadcast(layout.op, "mask", *o.mask, s);
  if (o.key_mask) {
    check_key_mask(layout.op, *o.key_mask, s);
    p.key_mask = {o.key_mask->data(), {s.S, 0, 0, 1}};
  }
  return p;
}

template <class T>
detail::Heads<T> heads(const Layout& layout, std::size_t which, T* data) {
  return {data, layout.batch[which], layout.head[which], layout.row[which]};
}

Tensor attend(const Layout& layout, std::vector<Tensor> inputs, const AttentionOptions& options) {
  const AttentionSizes& s = layout.size;
  const auto source = [layout](const auto& saved, std::size_t which) {
    return heads(layout, which, saved[layout.input[which]].data() + layout.offset[which]);
  };
  const AttentionProblem problem = problem_of(layout, options);
  std::vector<Saved> saved;
  for (const Tensor& input : inputs) saved.emplace_back(input);
  const std::size_t bias_input = inputs.size();
  inputs.push_back(options.bias);

  Array y = empty(layout.y);
  const bool learns = detail::needs_graph(inputs.data(), inputs.size());
  Array kept = empty({learns ? detail::kept_size(s) : 0});
  detail::attention_forward(problem, source(inputs, 0), source(inputs, 1), source(inputs, 2),
                            heads(layout, 3, y.data()), learns ? kept.data() : nullptr);
  return record(
      layout.op, std::move(y), inputs,
      [=, bias = Saved(options.bias), kept = std::move(kept)](Array& dy, Gradients& d) {
        // The options hold the masks alive; the pointers into them are taken anew here.
        const AttentionProblem problem = problem_of(layout, options);
        if (bias.kept()) (void)*bias;  // unchanged since
        const AttentionSizes& s = layout.size;
        // In memory of its own: the bias may be a query's tensor, too, or a key's.
        const bool wants_bias = options.bias.defined() && d.wants(bias_input);
        Array dbias;
        if (wants_bias) dbias = zeros(d.shape(bias_input));
        detail::AttentionGradients g{};
        g.dbias = wants_bias ? dbias.data() : nullptr;
        std::array<Gradients::Slot, 3> slot{};
        for (std::size_t input = 0; input < bias_input; ++input)
          if (d.wants(input))  // without queries nobody writes to the keys' gradient
            slot[input] =
                s.H * s.T == 0 ? Gradients::Slot{d.zeroed(input), false, 1} : d.into(input);
        // One tensor may be query, key and value: then all of them add to the same memory.
        for (const auto& [a, b] : {std::pair{0, 1}, {0, 2}, {1, 2}})
          if (slot[a].fresh && slot[a].data == slot[b].data) {
            std::fill_n(slot[a].data, element_count(d.shape(a)), real{0});
            slot[a].fresh = false;
          }
        const auto target = [&](std::size_t which) {
          real* const data = slot[layout.input[which]].data;
          return heads(layout, which, data == nullptr ? nullptr : data + layout.offset[which]);
        };
        g.dq = target(0);
        g.dk = target(1);
        g.dv = target(2);
        g.dq_fresh = slot[layout.input[0]].fresh;
        g.dk_fresh = slot[layout.input[1]].fresh;
        g.dv_fresh = slot[layout.input[2]].fresh;
        detail::attention_backward(problem, source(saved, 0), source(saved, 1), source(saved, 2),
                                   heads<const real>(layout, 3, dy.data()), kept.data(), g);
        if (wants_bias) d.add(bias_input, std::move(dbias));
      });
}

// q, k, v of rank 2 to 4 as (B, H, T, K), with leading axes of 1 where they are left out.
Shape with_four_axes(const char* op, const char* what, const Shape& shape) {
  if (shape.size() < 2 || shape.size() > 4)
    throw ShapeError(fmt::format("[{}] {} must be (B, H, T, K), (H, T, K) or (T, K), got {}", op,
                                 what, to_string(shape)));
  Shape four(4, 1);
  std::copy(shape.rbegin(), shape.rend(), four.rbegin());
  return four;
}

AttentionSizes sizes_of(const char* op, const Tensor& q, const Tensor& k, const Tensor& v) {
  const Shape a = with_four_axes(op, "q", q.shape());
  const Shape b = with_four_axes(op, "k", k.shape());
  const Shape c = with_four_axes(op, "v", v.shape());
  const auto fits = a[0] == b[0] && b[0] == c[0] && b[1] == c[1] && b[1] != 0 && a[1] % b[1] == 0 &&
                    b[2] == c[2] && a[3] == b[3];
  if (!fits)
    throw ShapeError(fmt::format(
        "[{}] q (B, H, T, K), k (B, G, S, K) and v (B, G, S, Kv) with H a multiple of G "
        "do not fit: {}, {} and {}",
        op, to_string(q.shape()), to_string(k.shape()), to_string(v.shape())));
  return {a[0], a[1], b[1], a[2], b[2], a[3], c[3]};
}

Mask inverted(Mask mask) {
  for (bool& x : mask) x = !x;
  return mask;
}

std::size_t head_dim(const char* op, const char* what, const Shape& shape, std::size_t columns,
                     std::size_t num_heads) {
  if (num_heads == 0 || columns % num_heads != 0)
    throw ShapeError(fmt::format("[{}] {} {} has {} columns, which {} heads do not share evenly",
                                 op, what, to_string(shape), columns, num_heads));
  return columns / num_heads;
}

}  // namespace

AttentionMasks AttentionMasks::causal() {
  AttentionMasks masks;
  masks.is_causal = true;
  return masks;
}

Mask from_torch_mask(const Mask& masked_out) { return inverted(masked_out); }

Tensor scaled_dot_product_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                                    const AttentionOptions& options) {
  const AttentionSizes s = sizes_of("scaled_dot_product_attention", q, k, v);
  Shape y = q.shape();
  y.back() = s.Kv;
  const Layout layout{"scaled_dot_product_attention",
                      s,
                      {0, 1, 2},
                      {0, 0, 0},
                      {s.H * s.T * s.K, s.G * s.S * s.K, s.G * s.S * s.Kv, s.H * s.T * s.Kv},
                      {s.T * s.K, s.S * s.K, s.S * s.Kv, s.T * s.Kv},
                      {s.K, s.K, s.Kv, s.Kv},
                      y};
  return attend(layout, {q, k, v}, options);
}

Tensor multi_head_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                            std::size_t num_heads, const AttentionOptions& options) {
  constexpr const char* op = "multi_head_attention";
  const auto [B, T, D] = dims<3>(q.shape(), "[multi_head_attention] q (B, T, H K)");
  const auto [Bk, S, Dk] = dims<3>(k.shape(), "[multi_head_attention] k (B, S, G K)");
  const auto [Bv, Sv, Dv] = dims<3>(v.shape(), "[multi_head_attention] v (B, S, G Kv)");
  const std::size_t K = head_dim(op, "q", q.shape(), D, num_heads);
  const std::size_t G = K == 0 ? num_heads : Dk / K;
  if (B != Bk || B != Bv || S != Sv || G == 0 || G * K != Dk || num_heads % G != 0)
    throw ShapeError(fmt::format(
        "[{}] q (B, T, H K), k (B, S, G K) and v (B, S, G Kv) with H = {} a multiple "
        "of G do not fit: {}, {} and {}",
        op, num_heads, to_string(q.shape()), to_string(k.shape()), to_string(v.shape())));
  const std::size_t Kv = head_dim(op, "v", v.shape(), Dv, G);
  const std::size_t Dy = num_heads * Kv;
  const Layout layout{op,
                      {B, num_heads, G, T, S, K, Kv},
                      {0, 1, 2},
                      {0, 0, 0},
                      {T * D, S * Dk, S * Dv, T * Dy},
                      {K, K, Kv, Kv},
                      {D, Dk, Dv, Dy},
                      {B, T, Dy}};
  return attend(layout, {q, k, v}, options);
}

Tensor multi_head_self_attention(const Tensor& qkv, std::size_t num_heads,
                                 const AttentionOptions& options) {
  constexpr const char* op = "multi_head_self_attention";
  const auto [B, T, columns] = dims<3>(qkv.shape(), "[multi_head_self_attention] qkv (B, T, 3 D)");
  const std::size_t D = head_dim(op, "qkv", qkv.shape(), columns, 3);
  const std::size_t K = head_dim(op, "qkv", qkv.shape(), D, num_heads);
  const Layout layout{op,
                      {B, num_heads, num_heads, T, T, K, K},
                      {0, 0, 0},
                      {0, D, 2 * D},
                      {T * columns, T * columns, T * columns, T * D},
                      {K, K, K, K},
                      {columns, columns, columns, D},
                      {B, T, D}};
  return attend(layout, {qkv}, options);
}

AttentionWithWeights attention_with_weights(const Tensor& q, const Tensor& k, const Tensor& v,
                                            const AttentionOptions& options) {
  constexpr const char* op = "attention_with_weights";
  const AttentionSizes s = sizes_of(op, q, k, v);
  if (s.G != s.H)
    throw ShapeError(fmt::format("[{}] needs as many key heads as query heads: {} against {}", op,
                                 to_string(k.shape()), to_string(q.shape())));
  const auto scale =
      static_cast<real>(options.scale.value_or(1 / std::sqrt(static_cast<double>(s.K))));
  const real minus_infinity = -std::numeric_limits<real>::infinity();
  const auto hide = [&](const Tensor& scores, const Mask& takes_part) {
    return masked_fill(scores, inverted(takes_part), minus_infinity);
  };
  Tensor scores = matmul(q, transpose(k, -2, -1)) * scale;
  if (options.bias.defined()) scores = scores + options.bias;
  if (options.mask) scores = hide(scores, *options.mask);
  if (options.key_mask) {
    check_key_mask(op, *options.key_mask, s);
    Mask by_key = *options.key_mask;
    by_key.reshape({s.B, std::size_t{1}, std::size_t{1}, s.S});
    scores = hide(scores, by_key);
  }
  if (options.is_causal) {
    Mask visible = Mask::from_shape({s.T, s.S});
    for (std::size_t i = 0; i < s.T; ++i)
      for (std::size_t j = 0; j < s.S; ++j)
        visible(i, j) = static_cast<std::ptrdiff_t>(j) <=
                        static_cast<std::ptrdiff_t>(i) + options.causal_offset;
    scores = hide(scores, visible);
  }
  const Tensor weights = softmax(scores);
  const Tensor kept =
      options.dropout_p > 0 ? dropout(weights, options.dropout_p, options.dropout_key) : weights;
  return {matmul(kept, v), weights};
}

}  // namespace horloge
