#include "horloge/ops/choose.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "horloge/core/error.h"
#include "horloge/core/shape.h"
#include "horloge/kernels/lines.h"
#include "horloge/ops/lookup.h"

namespace horloge {
namespace {

Ids argmax_along(const Tensor& x, const AxisView& view, const Shape& shape) {
  if (view.size == 0)
    throw ShapeError(
        fmt::format("[argmax] x {} has no numbers to choose from", to_string(x.shape())));
  Ids y = Ids::from_shape(shape);
  detail::for_each_line(view, [&, in = x.data(), n = view.size](auto line, auto at, auto stride) {
    y.data()[line] =
        static_cast<std::int64_t>(detail::line_argmax(in + at, n, stride) / std::size_t{stride});
  });
  return y;
}

// The places of the k largest of n numbers, `stride` apart: to y[0], y[stride], …
void line_topk(const real* x, std::size_t n, std::size_t stride, std::size_t k, std::int64_t* y) {
  std::vector<std::int64_t> order(n);
  std::iota(order.begin(), order.end(), 0);
  const auto comes_first = [=](std::int64_t i, std::int64_t j) {
    const real a = x[static_cast<std::size_t>(i) * stride];
    const real b = x[static_cast<std::size_t>(j) * stride];
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && (!std::isnan(b) || i < j);
    return a != b ? a > b : i < j;
  };
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(k), order.end(),
                    comes_first);
  for (std::size_t j = 0; j < k; ++j) y[j * stride] = order[j];
}

// Draws from a row whose weights are left at 0 once they were drawn.
void draw_apart(Array row, std::size_t num_samples, Rng& rng, std::int64_t* y) {
  const auto above = static_cast<std::size_t>(
      std::count_if(row.begin(), row.end(), [](real weight) { return weight > 0; }));
  if (num_samples > above)
    throw ValueError(fmt::format(
        "[multinomial] cannot draw {} without replacement: {} of {} weights are above 0",
        num_samples, above, row.size()));
  for (std::size_t s = 0; s < num_samples; ++s) {
    y[s] = rng.choice(row);
    row.data()[y[s]] = 0;
  }
}

void check_weights(const Tensor& weights) {
  const auto* const end = weights.data() + weights.size();
  const auto* const bad = std::find_if(
      weights.data(), end, [](real weight) { return !(weight >= 0) || !std::isfinite(weight); });
  if (bad != end)
    throw ValueError(fmt::format(
        "[multinomial] a weight must be finite and not negative, got {} at {}", *bad,
        to_string(index_of(static_cast<std::size_t>(bad - weights.data()), weights.shape()))));
}

}  // namespace

Ids argmax(const Tensor& x) { return argmax_along(x, {1, x.size(), 1}, Shape{}); }

Ids argmax(const Tensor& x, std::ptrdiff_t axis, bool keep_axis) {
  const std::size_t at = normalize_axis(axis, x.rank(), "argmax");
  Shape shape = x.shape();
  shape[at] = 1;
  if (!keep_axis) shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(at));
  return argmax_along(x, view_axis(x.shape(), at), shape);
}

TopK topk(const Tensor& x, std::size_t k, std::ptrdiff_t axis) {
  const std::size_t at = normalize_axis(axis, x.rank(), "topk");
  const AxisView from = view_axis(x.shape(), at);
  if (k > from.size)
    throw ValueError(fmt::format("[topk] k = {} is above {}, the size of axis {} of x {}", k,
                                 from.size, at, to_string(x.shape())));
  Shape shape = x.shape();
  shape[at] = k;
  Ids indices = Ids::from_shape(shape);
  if (k > 0)
    detail::for_each_line(from, [&, in = x.data()](auto line, auto first, auto stride) {
      const std::size_t to = line / from.inner * k * from.inner + line % from.inner;
      line_topk(in + first, from.size, stride, k, indices.data() + to);
    });
  return {gather(x, static_cast<std::ptrdiff_t>(at), indices), indices};
}

Ids multinomial(const Tensor& weights, std::size_t num_samples, Rng& rng, bool replacement) {
  const Shape& shape = weights.shape();
  if (shape.size() != 1 && shape.size() != 2)
    throw ShapeError(
        fmt::format("[multinomial] weights must be (N) or (B, N), got {}", to_string(shape)));
  check_weights(weights);
  Shape drawn = shape;
  drawn.back() = num_samples;
  Ids y = Ids::from_shape(drawn);
  const RowView view = view_rows(shape);
  for (std::size_t b = 0; b < view.rows && num_samples > 0; ++b) {
    Array row = empty({view.columns});
    std::copy_n(weights.data() + b * view.columns, view.columns, row.data());
    if (std::all_of(row.begin(), row.end(), [](real weight) { return weight == 0; }))
      throw ValueError(fmt::format("[multinomial] all weights of row {} are 0", b));
    std::int64_t* const to = y.data() + b * num_samples;
    if (replacement)
      for (std::size_t s = 0; s < num_samples; ++s) to[s] = rng.choice(row);
    else
      draw_apart(std::move(row), num_samples, rng, to);
  }
  return y;
}

}  // namespace horloge
