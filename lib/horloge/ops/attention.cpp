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
#include "horloge/ops/activation.h"
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
using detail::Slot;

// The heads of q, k, v or y: which tensor they are in, from which offset, and their strides.
struct Operand {
  std::size_t tensor, offset;
  std::size_t batch, head, row;
};

// (B, H, T, K)
Operand stacked(std::size_t tensor, std::size_t H, std::size_t T, std::size_t K) {
  return {tensor, 0, H * T * K, T * K, K};
}

// (B, T, columns), of which H K from `offset` on are the heads
Operand side_by_side(std::size_t tensor, std::size_t offset, std::size_t T, std::size_t columns,
                     std::size_t K) {
  return {tensor, offset, T * columns, K, columns};
}

struct Layout {
  const char* op;
  AttentionSizes size;
  std::size_t room;  // rows of k and v, S of which count
  Operand q, k, v, y;
  Shape y_shape;
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
    out.stride[4 - back] = n == 1 ? 0 : volume;
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

void check_window(const char* op, const AttentionMasks& masks) {
  if (masks.window != 0 && !masks.is_causal)
    throw ValueError(fmt::format("[{}] a window of {} keys needs a causal mask", op, masks.window));
}

real scale_of(const AttentionSizes& s, const AttentionOptions& options) {
  return static_cast<real>(options.scale.value_or(1 / std::sqrt(static_cast<double>(s.K))));
}

AttentionProblem problem_of(const Layout& layout, const AttentionOptions& o) {
  const AttentionSizes& s = layout.size;
  if (!(o.dropout_p >= 0 && o.dropout_p <= 1))
    throw ValueError(
        fmt::format("[{}] dropout_p must be in [0, 1], got {}", layout.op, o.dropout_p));
  if (o.softcap != 0 || o.sinks.defined())
    throw ValueError(
        fmt::format("[{}] has no softcap and no sinks; attention_with_weights has", layout.op));
  check_window(layout.op, o);
  AttentionProblem p{};
  p.size = s;
  p.scale = scale_of(s, o);
  p.causal = o.is_causal;
  p.causal_offset = o.causal_offset;
  p.window = o.window;
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
detail::Heads<T> heads(const Operand& operand, T* data) {
  T* const first = data == nullptr ? nullptr : data + operand.offset;
  return {first, operand.batch, operand.head, operand.row};
}

// `tensors` holds one, two or three of them.
detail::AttentionInputs inputs_of(const Layout& layout, const std::vector<Saved>& tensors) {
  const auto in = [&](const Operand& o) { return heads(o, tensors[o.tensor].data()); };
  return {in(layout.q), in(layout.k), in(layout.v)};
}

// The gradients of those tensors. If one is query, key and value, all three add to it, so it starts
// at zero. Without queries the kernel does not write to the gradients of the keys and values, and
// never to those of rows that do not count.
detail::AttentionGradients gradients_of(const Layout& layout, std::size_t tensors, Gradients& d) {
  const bool unwritten = layout.size.H * layout.size.T == 0 || layout.size.S < layout.room;
  std::array<Slot, 3> slot{};
  for (std::size_t i = 0; i < tensors; ++i)
    slot[i] = unwritten ? Slot{d.zeroed(i), false, 1} : d.into(i);
  for (const auto& [a, b] : {std::pair{0, 1}, {0, 2}, {1, 2}})
    if (slot[a].fresh && slot[a].data == slot[b].data) {
      std::fill_n(slot[a].data, element_count(d.shape(a)), real{0});
      slot[a].fresh = false;
    }
  const auto out = [&](const Operand& o) -> detail::HeadsGradient {
    return {heads(o, slot[o.tensor].data), slot[o.tensor].fresh};
  };
  return {out(layout.q), out(layout.k), out(layout.v), nullptr};
}

Tensor attend(const Layout& layout, std::vector<Tensor> inputs, const AttentionOptions& options) {
  const AttentionProblem problem = problem_of(layout, options);
  std::vector<Saved> saved(inputs.begin(), inputs.end());
  inputs.push_back(options.bias);
  Array y = empty(layout.y_shape);
  const bool learns = detail::needs_graph(inputs.data(), inputs.size());
  Array kept = empty({learns ? detail::kept_size(layout.size) : 0});
  detail::attention_forward(problem, inputs_of(layout, saved), heads(layout.y, y.data()),
                            learns ? kept.data() : nullptr);
  return record(layout.op, std::move(y), inputs,
                [=, saved = std::move(saved), bias = Saved(options.bias), kept = std::move(kept)](
                    Array& dy, Gradients& d) {
                  if (bias.kept()) (void)*bias;  // throws if it has changed since
                  const std::size_t bias_input = saved.size();
                  const bool wants_bias = bias.kept() && d.wants(bias_input);
                  // In memory of its own: the bias may be the same tensor as q, k or v.
                  Array dbias = wants_bias ? zeros(d.shape(bias_input)) : Array();
                  detail::AttentionGradients gradients = gradients_of(layout, bias_input, d);
                  if (wants_bias) gradients.dbias = dbias.data();
                  // The options keep the masks alive; the problem's pointers are into this copy of
                  // them.
                  detail::attention_backward(problem_of(layout, options), inputs_of(layout, saved),
                                             heads<const real>(layout.y, dy.data()), kept.data(),
                                             gradients);
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

// How many of the `room` keys count.
std::size_t keys_of(const char* op, const AttentionOptions& options, std::size_t room) {
  const std::size_t n = options.num_keys.value_or(room);
  if (n > room)
    throw ShapeError(
        fmt::format("[{}] num_keys {} is more than the {} rows of k and v", op, n, room));
  return n;
}

// (…, S + room, K) -> (…, S, K)
Tensor first_keys(const Tensor& x, std::size_t S) {
  if (x.shape()[x.rank() - 2] == S) return x;
  std::vector<Range> ranges(x.rank());
  ranges[x.rank() - 2].stop = static_cast<std::ptrdiff_t>(S);
  return slice(x, ranges);
}

Mask inverted(Mask mask) {
  for (bool& x : mask) x = !x;
  return mask;
}

std::size_t head_dim(const char* op, const char* what, const Shape& shape, std::size_t columns,
                     std::size_t num_heads) {
  if (num_heads == 0 || columns % num_heads != 0)
    throw ShapeError(fmt::format("[{}] {} {} has {} columns, which do not divide into {} heads", op,
                                 what, to_string(shape), columns, num_heads));
  return columns / num_heads;
}

// Scores that a mask hides become -infinity.
Tensor hide(const Tensor& scores, const Mask& takes_part) {
  return masked_fill(scores, inverted(takes_part), -std::numeric_limits<real>::infinity());
}

Mask causal_mask(std::size_t T, std::size_t S, const AttentionMasks& masks) {
  const auto window = static_cast<std::ptrdiff_t>(masks.window);
  Mask visible = Mask::from_shape({T, S});
  for (std::size_t i = 0; i < T; ++i)
    for (std::size_t j = 0; j < S; ++j) {
      const std::ptrdiff_t back =
          static_cast<std::ptrdiff_t>(i) + masks.causal_offset - static_cast<std::ptrdiff_t>(j);
      visible(i, j) = back >= 0 && (window == 0 || back < window);
    }
  return visible;
}

Tensor capped(const Tensor& scores, double cap) {
  return tanh(scores / static_cast<real>(cap)) * static_cast<real>(cap);
}

// One more column, the sinks of the heads.   scores (…, H, T, S) -> (…, H, T, S + 1)
Tensor with_sinks(const char* op, const Tensor& scores, const Tensor& sinks, std::size_t H) {
  if (sinks.shape() != Shape{H})
    throw ShapeError(fmt::format("[{}] sinks {} must be (H) = {}", op, to_string(sinks.shape()),
                                 to_string({H})));
  Shape column = scores.shape();
  column.back() = 1;
  const Tensor of_heads = column.size() > 2 ? reshape(sinks, Shape{H, 1, 1}) : sinks;
  return concat({scores, expand(of_heads, column)}, -1);
}

// (…, S + 1) -> (…, S)
Tensor without_last(const Tensor& x) {
  std::vector<Range> ranges(x.rank());
  ranges.back().stop = -1;
  return slice(x, ranges);
}

}  // namespace

AttentionMasks AttentionMasks::causal(std::ptrdiff_t offset) {
  AttentionMasks masks;
  masks.is_causal = true;
  masks.causal_offset = offset;
  return masks;
}

Mask from_torch_mask(const Mask& masked_out) { return inverted(masked_out); }

Tensor scaled_dot_product_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                                    const AttentionOptions& options) {
  constexpr const char* op = "scaled_dot_product_attention";
  AttentionSizes s = sizes_of(op, q, k, v);
  const std::size_t room = s.S;
  s.S = keys_of(op, options, room);
  Shape y = q.shape();
  y.back() = s.Kv;
  const Layout layout{op,
                      s,
                      room,
                      stacked(0, s.H, s.T, s.K),
                      stacked(1, s.G, room, s.K),
                      stacked(2, s.G, room, s.Kv),
                      stacked(0, s.H, s.T, s.Kv),
                      y};
  return attend(layout, {q, k, v}, options);
}

Tensor multi_head_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                            std::size_t num_heads, const AttentionOptions& options) {
  constexpr const char* op = "multi_head_attention";
  const auto [B, T, D] = dims<3>(q.shape(), "[multi_head_attention] q (B, T, H K)");
  const auto [Bk, room, Dk] = dims<3>(k.shape(), "[multi_head_attention] k (B, S, G K)");
  const auto [Bv, Sv, Dv] = dims<3>(v.shape(), "[multi_head_attention] v (B, S, G Kv)");
  const std::size_t K = head_dim(op, "q", q.shape(), D, num_heads);
  const std::size_t G = K == 0 ? num_heads : Dk / K;
  if (B != Bk || B != Bv || room != Sv || G == 0 || G * K != Dk || num_heads % G != 0)
    throw ShapeError(fmt::format(
        "[{}] q (B, T, H K), k (B, S, G K) and v (B, S, G Kv) with H = {} a multiple "
        "of G do not fit: {}, {} and {}",
        op, num_heads, to_string(q.shape()), to_string(k.shape()), to_string(v.shape())));
  const std::size_t Kv = head_dim(op, "v", v.shape(), Dv, G);
  const std::size_t Dy = num_heads * Kv;
  const Layout layout{op,
                      {B, num_heads, G, T, keys_of(op, options, room), K, Kv},
                      room,
                      side_by_side(0, 0, T, D, K),
                      side_by_side(1, 0, room, Dk, K),
                      side_by_side(2, 0, room, Dv, Kv),
                      side_by_side(0, 0, T, Dy, Kv),
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
                      {B, num_heads, num_heads, T, keys_of(op, options, T), K, K},
                      T,
                      side_by_side(0, 0, T, columns, K),
                      side_by_side(0, D, T, columns, K),
                      side_by_side(0, 2 * D, T, columns, K),
                      side_by_side(0, 0, T, D, K),
                      {B, T, D}};
  return attend(layout, {qkv}, options);
}

AttentionWithWeights attention_with_weights(const Tensor& q, const Tensor& all_k,
                                            const Tensor& all_v, const AttentionOptions& options) {
  constexpr const char* op = "attention_with_weights";
  AttentionSizes s = sizes_of(op, q, all_k, all_v);
  s.S = keys_of(op, options, s.S);
  check_window(op, options);
  const Tensor k = first_keys(all_k, s.S), v = first_keys(all_v, s.S);
  if (s.G != s.H)
    throw ShapeError(fmt::format("[{}] needs one key-value head per query head: k {} against q {}",
                                 op, to_string(k.shape()), to_string(q.shape())));
  Tensor scores = matmul(q, transpose(k, -2, -1)) * scale_of(s, options);
  if (options.softcap != 0) scores = capped(scores, options.softcap);
  if (options.bias.defined()) scores = scores + options.bias;
  if (options.mask) scores = hide(scores, *options.mask);
  if (options.key_mask) {
    check_key_mask(op, *options.key_mask, s);
    Mask by_key = *options.key_mask;
    by_key.reshape({s.B, std::size_t{1}, std::size_t{1}, s.S});
    scores = hide(scores, by_key);
  }
  if (options.is_causal) scores = hide(scores, causal_mask(s.T, s.S, options));
  const Tensor weights = options.sinks.defined()
                             ? without_last(softmax(with_sinks(op, scores, options.sinks, s.H)))
                             : softmax(scores);
  const Tensor kept =
      options.dropout_p > 0 ? dropout(weights, options.dropout_p, options.dropout_key) : weights;
  return {matmul(kept, v), weights};
}

}  // namespace horloge
