#include "horloge/nn/position/xpos.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "horloge/core/error.h"

namespace horloge {
namespace {

// Stretched q and k are multiplied with each other, and must not overflow in float: e^40 squared is
// the most that does not.
constexpr double largest_exponent = 40;

std::pair<std::int64_t, std::int64_t> ends(const AttentionPositions& at) {
  std::int64_t first = 0, last = 0;
  bool none_yet = true;
  for (const Ids* ids : {&at.queries, &at.keys})
    for (const std::int64_t position : *ids) {
      first = none_yet ? position : std::min(first, position);
      last = none_yet ? position : std::max(last, position);
      none_yet = false;
    }
  return {first, last};
}

}  // namespace

XposPositions::XposPositions(std::size_t head_dim, const XposOptions& options)
    : head_dim_(head_dim), rotary_dim_(options.rotary_dim.value_or(head_dim)), options_(options) {
  if (rotary_dim_ > head_dim_)
    throw ValueError(fmt::format("[XposPositions] rotary_dim {} must not exceed head_dim {}",
                                 rotary_dim_, head_dim_));
  (void)rotary_frequencies(rotary_dim_, options.base, options.scaling, 0);  // says what is wrong
  if (!(options.gamma > 0 && options.scale_base > 0))
    throw ValueError(fmt::format("[XposPositions] gamma {} and scale_base {} must be positive",
                                 options.gamma, options.scale_base));
  const RotaryOptions turns{options.pairing, options.base, options.rotary_dim, options.scaling};
  setting("scheme", fmt::format("xpos, {}; gamma {}, scale_base {}", describe(turns, head_dim_),
                                options.gamma, options.scale_base));
}

Tensor XposPositions::rotate(const Tensor& x, const Ids& positions, const AttentionPositions& at,
                             double sign) const {
  const auto [first, last] = ends(at);
  RotaryAngles angles =
      rotary_angles(positions, rotary_frequencies(rotary_dim_, options_.base, options_.scaling,
                                                  static_cast<std::size_t>(last) + 1));
  const double middle = (static_cast<double>(first) + static_cast<double>(last)) / 2;
  const std::size_t pairs = rotary_dim_ / 2;
  const double reach = (static_cast<double>(last) - middle) / options_.scale_base;
  if (-reach * std::log(options_.gamma / (1 + options_.gamma)) > largest_exponent)
    throw ValueError(fmt::format(
        "[XposPositions] positions {} to {} are too far apart: the slowest pairs would overflow",
        first, last));
  for (std::size_t j = 0; j < pairs; ++j) {
    const double share = static_cast<double>(j) / static_cast<double>(pairs);
    const double log_zeta = std::log((share + options_.gamma) / (1 + options_.gamma));
    for (std::size_t t = 0; t < positions.size(); ++t) {
      const double n = static_cast<double>(positions.data()[t]) - middle;
      const auto stretch = static_cast<real>(std::exp(sign * n / options_.scale_base * log_zeta));
      angles.cos.data()[t * pairs + j] *= stretch;
      angles.sin.data()[t * pairs + j] *= stretch;
    }
  }
  return rotate_heads(x, head_dim_, angles, options_.pairing);
}

Tensor XposPositions::query(const Tensor& q, const AttentionPositions& at) const {
  return rotate(q, at.queries, at, 1);
}

Tensor XposPositions::key(const Tensor& k, const AttentionPositions& at) const {
  return rotate(k, at.keys, at, -1);
}

}  // namespace horloge
