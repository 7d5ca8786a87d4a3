#include "horloge/nn/decoding_cache.h"

#include <fmt/format.h>

#include <algorithm>

#include "horloge/autograd/record.h"
#include "horloge/core/error.h"
#include "horloge/ops/layout.h"

namespace horloge {
namespace {

// The rows that count.   (B, S + room, D) -> (B, S, D)
Tensor without_room(const Tensor& x, std::size_t length) {
  if (!x.defined() || x.shape()[1] == length) return x;
  return slice(x, {{}, {0, static_cast<std::ptrdiff_t>(length)}});
}

// x (B, T, D) as rows `first` to first + T of each sequence of `to`.
void write_rows(const Tensor& x, std::size_t count, std::size_t first, Array& to) {
  const std::size_t B = to.shape()[0], room = to.shape()[1], D = to.shape()[2];
  const std::size_t stride = x.shape()[1] * D;
  for (std::size_t b = 0; b < B; ++b)
    std::copy_n(x.data() + b * stride, count * D, to.data() + (b * room + first) * D);
}

// `all`, of which `length` rows count, continued by `next`. Memory that somebody else holds,
// another cache or a graph, stays as it is.
void extend(Tensor& all, std::size_t length, const Tensor& next) {
  const auto [B, T, D] = dims<3>(next.shape(), "[KeyValueCache] next (B, T, D)");
  if (!all.defined()) {
    all = next;
    return;
  }
  if (all.shape()[0] != B || all.shape()[2] != D)
    throw ShapeError(fmt::format("[KeyValueCache] {} does not continue {}", to_string(next.shape()),
                                 to_string({all.shape()[0], length, all.shape()[2]})));
  if (detail::needs_graph(&all, 1) || detail::needs_graph(&next, 1)) {
    all = concat({without_room(all, length), next}, 1);
    return;
  }
  if (length + T > all.shape()[1] || all.buffer().use_count() > 1) {
    Array larger = empty({B, std::max(2 * length, length + T), D});
    write_rows(all, length, 0, larger);
    all = Tensor(std::move(larger));
  }
  write_rows(next, T, length, all.mutable_array());
}

}  // namespace

void KeyValueCache::append(const Tensor& next_k, const Tensor& next_v,
                           const PositionScheme* placed_by) {
  if (length_ > 0 && placed_by != placed_by_)
    throw ValueError(
        "[KeyValueCache] its keys were placed by another position scheme; begin with an empty "
        "cache");
  extend(k_, length_, next_k);
  extend(v_, length_, next_v);
  placed_by_ = placed_by;
  length_ += next_k.shape()[1];
}

void KeyValueCache::keep_last(std::size_t n) {
  if (length_ == 0 || length_ < 2 * n) return;
  const auto first = static_cast<std::ptrdiff_t>(length_ - n);
  const auto end = static_cast<std::ptrdiff_t>(length_);
  k_ = n == 0 ? Tensor() : slice(k_, {{}, {first, end}});
  v_ = n == 0 ? Tensor() : slice(v_, {{}, {first, end}});
  length_ = n;
}

Tensor KeyValueCache::k() const { return without_room(k_, length_); }
Tensor KeyValueCache::v() const { return without_room(v_, length_); }

}  // namespace horloge
