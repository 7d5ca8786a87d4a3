#include "horloge/ops/attention.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "horloge/autograd/record.h"
#include "horloge/core/error.h"
#include "horloge/kernels/attention.h"
#include "horloge/ops/attention_problem.h"

namespace horloge {
namespace {

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
  detail::AttentionSizes size;
  std::size_t capacity;  // rows of k and v, S of which count
  Operand q, k, v, y;
  Shape y_shape;
};

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
  const bool unwritten = layout.size.H * layout.size.T == 0 || layout.size.S < layout.capacity;
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
  const detail::AttentionProblem problem =
      detail::attention_problem(layout.op, layout.size, options);
  std::vector<Saved> saved(inputs.begin(), inputs.end());
  inputs.push_back(options.bias);
  Array y = empty(layout.y_shape);
  const bool learns = detail::needs_graph(inputs.data(), inputs.size());
  Array kept = empty({learns ? detail::kept_size(layout.size) : 0});
  detail::attention_forward(problem, inputs_of(layout, saved), heads(layout.y, y.data()),
                            learns ? kept.data() : nullptr);
  return record(layout.op, std::move(y), inputs,
                [=, saved = std::move(saved), bias = Saved(options.bias), kept = std::move(kept)](
                    const Array& y, Array& dy, Gradients& d) {
                  if (bias.kept()) (void)*bias;  // throws if it has changed since
                  const std::size_t bias_input = saved.size();
                  const bool wants_bias = bias.kept() && d.wants(bias_input);
                  // In memory of its own: the bias may be the same tensor as q, k or v.
                  Array dbias = wants_bias ? zeros(d.shape(bias_input)) : Array();
                  detail::AttentionGradients gradients = gradients_of(layout, bias_input, d);
                  if (wants_bias) gradients.dbias = dbias.data();
                  // The options keep the masks alive; the problem's pointers are into this copy of
                  // them.
                  detail::attention_backward(
                      detail::attention_problem(layout.op, layout.size, options),
                      inputs_of(layout, saved), heads(layout.y, y.data()),
                      heads<const real>(layout.y, dy.data()), kept.data(), gradients);
                  if (wants_bias) d.add(bias_input, std::move(dbias));
                });
}

std::size_t head_dim(const char* op, const char* what, const Shape& shape, std::size_t columns,
                     std::size_t num_heads) {
  if (num_heads == 0 || columns % num_heads != 0)
    throw ShapeError(fmt::format("[{}] {} {} has {} columns, which do not divide into {} heads", op,
                                 what, to_string(shape), columns, num_heads));
  return columns / num_heads;
}

}  // namespace

AttentionMasks AttentionMasks::causal(std::ptrdiff_t offset) {
  AttentionMasks masks;
  masks.is_causal = true;
  masks.causal_offset = offset;
  return masks;
}

Tensor scaled_dot_product_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                                    const AttentionOptions& options) {
  constexpr const char* op = "scaled_dot_product_attention";
  detail::AttentionSizes s = detail::attention_sizes(op, q, k, v);
  const std::size_t capacity = s.S;
  s.S = detail::keys_that_count(op, options, capacity);
  Shape y = q.shape();
  y.back() = s.Kv;
  const Layout layout{op,
                      s,
                      capacity,
                      stacked(0, s.H, s.T, s.K),
                      stacked(1, s.G, capacity, s.K),
                      stacked(2, s.G, capacity, s.Kv),
                      stacked(0, s.H, s.T, s.Kv),
                      y};
  return attend(layout, {q, k, v}, options);
}

Tensor multi_head_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                            std::size_t num_heads, const AttentionOptions& options) {
  constexpr const char* op = "multi_head_attention";
  const auto [B, T, D] = dims<3>(q.shape(), "[multi_head_attention] q (B, T, H K)");
  const auto [Bk, capacity, Dk] = dims<3>(k.shape(), "[multi_head_attention] k (B, S, G K)");
  const auto [Bv, Sv, Dv] = dims<3>(v.shape(), "[multi_head_attention] v (B, S, G Kv)");
  const std::size_t K = head_dim(op, "q", q.shape(), D, num_heads);
  const std::size_t G = K == 0 ? num_heads : Dk / K;
  if (B != Bk || B != Bv || capacity != Sv || G == 0 || G * K != Dk || num_heads % G != 0)
    throw ShapeError(fmt::format(
        "[{}] q (B, T, H K), k (B, S, G K) and v (B, S, G Kv) with H = {} a multiple "
        "of G do not fit: {}, {} and {}",
        op, num_heads, to_string(q.shape()), to_string(k.shape()), to_string(v.shape())));
  const std::size_t Kv = head_dim(op, "v", v.shape(), Dv, G);
  const std::size_t Dy = num_heads * Kv;
  const Layout layout{op,
                      {B, num_heads, G, T, detail::keys_that_count(op, options, capacity), K, Kv},
                      capacity,
                      side_by_side(0, 0, T, D, K),
                      side_by_side(1, 0, capacity, Dk, K),
                      side_by_side(2, 0, capacity, Dv, Kv),
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
                      {B, num_heads, num_heads, T, detail::keys_that_count(op, options, T), K, K},
                      T,
                      side_by_side(0, 0, T, columns, K),
                      side_by_side(0, D, T, columns, K),
                      side_by_side(0, 2 * D, T, columns, K),
                      side_by_side(0, 0, T, D, K),
                      {B, T, D}};
  return attend(layout, {qkv}, options);
}

}  // namespace horloge
