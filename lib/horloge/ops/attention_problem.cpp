#include "horloge/ops/attention_problem.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "horloge/core/broadcast.h"
#include "horloge/core/error.h"

namespace horloge::detail {
namespace {

// q, k, v of rank 2 to 4 as (B, H, T, K), with leading axes of 1 where they are left out.
Shape with_four_axes(const char* op, const char* what, const Shape& shape) {
  if (shape.size() < 2 || shape.size() > 4)
    throw ShapeError(fmt::format("[{}] {} must be (B, H, T, K), (H, T, K) or (T, K), got {}", op,
                                 what, to_string(shape)));
  Shape four(4, 1);
  std::copy(shape.rbegin(), shape.rend(), four.rbegin());
  return four;
}

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

}  // namespace

AttentionSizes attention_sizes(const char* op, const Tensor& q, const Tensor& k, const Tensor& v) {
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

std::size_t keys_that_count(const char* op, const AttentionOptions& options, std::size_t capacity) {
  const std::size_t n = options.num_keys.value_or(capacity);
  if (n > capacity)
    throw ShapeError(
        fmt::format("[{}] num_keys {} is more than the {} rows of k and v", op, n, capacity));
  return n;
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

double attention_scale(const AttentionSizes& s, const AttentionOptions& options) {
  return options.scale.value_or(1 / std::sqrt(static_cast<double>(s.K)));
}

AttentionProblem attention_problem(const char* op, const AttentionSizes& s,
                                   const AttentionOptions& o) {
  if (!(o.dropout_p >= 0 && o.dropout_p <= 1))
    throw ValueError(fmt::format("[{}] dropout_p must be in [0, 1], got {}", op, o.dropout_p));
  if (o.softcap != 0 || o.sinks.defined())
    throw ValueError(
        fmt::format("[{}] has no softcap and no sinks; attention_with_weights has", op));
  check_window(op, o);
  AttentionProblem p{};
  p.size = s;
  p.scale = static_cast<real>(attention_scale(s, o));
  p.causal = o.is_causal;
  p.causal_offset = o.causal_offset;
  p.window = o.window;
  p.dropout_p = o.dropout_p;
  p.dropout_key = o.dropout_key;
  if (o.bias.defined()) p.bias = broadcast(op, "bias", o.bias.array(), s);
  if (o.mask) p.mask = broadcast(op, "mask", *o.mask, s);
  if (o.key_mask) {
    check_key_mask(op, *o.key_mask, s);
    p.key_mask = {o.key_mask->data(), {s.S, 0, 0, 1}};
  }
  return p;
}

}  // namespace horloge::detail
