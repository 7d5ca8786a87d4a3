#include "horloge/nn/position/rotary.h"

#include <fmt/format.h>

#include <cmath>

#include "horloge/core/error.h"
#include "horloge/core/parallel.h"

namespace horloge {

RotaryAngles rotary_angles(const Ids& positions, const RotaryFrequencies& frequencies) {
  const std::size_t pairs = frequencies.inv_freq.size();
  Shape shape(positions.shape().begin(), positions.shape().end());
  shape.push_back(pairs);
  RotaryAngles angles{empty(shape), empty(shape)};
  const std::int64_t* const position = positions.data();
  real* const cos = angles.cos.data();
  real* const sin = angles.sin.data();
  parallel_for(positions.size(), rows_per_tile(8 * pairs), [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t)
      for (std::size_t j = 0; j < pairs; ++j) {
        const double angle = static_cast<double>(position[t]) / frequencies.position_factor *
                             frequencies.inv_freq[j];
        cos[t * pairs + j] = static_cast<real>(frequencies.amplitude * std::cos(angle));
        sin[t * pairs + j] = static_cast<real>(frequencies.amplitude * std::sin(angle));
      }
  });
  return angles;
}

Tensor rotate_heads(const Tensor& x, std::size_t head_dim, const RotaryAngles& angles,
                    Pairing pairing) {
  const auto [B, T, D] = dims<3>(x.shape(), "[rotate_heads] x (B, T, n K)");
  if (head_dim == 0 || D % head_dim != 0)
    throw ShapeError(
        fmt::format("[rotate_heads] x {} has {} columns, not a multiple of head_dim {}",
                    to_string(x.shape()), D, head_dim));
  const Shape& given = angles.cos.shape();
  const bool batched = given.size() == 3;
  if (given.size() < 2 || given.size() > 3 || given[given.size() - 2] != T ||
      (batched && given[0] != B))
    throw ShapeError(
        fmt::format("[rotate_heads] angles (T, R/2) or (B, T, R/2) do not fit x (B, T, n K): {} "
                    "and {}",
                    to_string(given), to_string(x.shape())));
  return rotate_pairs(x, head_dim, angles.cos, angles.sin, pairing);
}

std::string describe(const RotaryOptions& options, std::size_t head_dim) {
  const std::string part =
      options.rotary_dim ? fmt::format("the first {} dimensions of ", *options.rotary_dim) : "";
  const std::string pairs =
      options.pairing == Pairing::interleaved
          ? "(2i, 2i + 1)"
          : fmt::format("(i, i + {})", options.rotary_dim.value_or(head_dim) / 2);
  const std::string turning = options.turning_pairs
                                  ? fmt::format(", the {} fastest of {}", *options.turning_pairs,
                                                options.rotary_dim.value_or(head_dim) / 2)
                                  : "";
  return fmt::format("{}q and k rotated in pairs {}{}; base {:.10g}{}", part, pairs, turning,
                     options.base, describe(options.scaling));
}

RotaryPositions::RotaryPositions(std::size_t head_dim, const RotaryOptions& options)
    : head_dim_(head_dim),
      rotary_dim_(options.rotary_dim.value_or(head_dim)),
      options_(options),
      queries_(std::make_shared<Remembered>()),
      keys_(std::make_shared<Remembered>()) {
  if (rotary_dim_ > head_dim_)
    throw ValueError(fmt::format("[RotaryPositions] rotary_dim {} must not exceed head_dim {}",
                                 rotary_dim_, head_dim_));
  (void)rotary_frequencies(rotary_dim_, options_.base, options_.scaling, 0);  // says what is wrong
  if (options_.turning_pairs.value_or(0) > rotary_dim_ / 2)
    throw ValueError(fmt::format("[RotaryPositions] turning_pairs {} must not exceed the {} pairs",
                                 *options_.turning_pairs, rotary_dim_ / 2));
  setting("scheme", "rotary, " + describe(options_, head_dim_));
}

RotaryFrequencies RotaryPositions::frequencies(std::size_t seq_len) const {
  RotaryFrequencies f = rotary_frequencies(rotary_dim_, options_.base, options_.scaling, seq_len);
  for (std::size_t j = options_.turning_pairs.value_or(f.inv_freq.size()); j < f.inv_freq.size();
       ++j)
    f.inv_freq[j] = 0;
  return f;
}

std::shared_ptr<const RotaryPositions::Turned> RotaryPositions::turned(
    const Ids& positions, std::size_t seq_len, Remembered& remembered) const {
  if (keys_are_cacheable()) seq_len = 0;
  const std::lock_guard<std::mutex> lock(remembered.mutex);
  std::shared_ptr<const Turned>& last = remembered.last;
  if (last == nullptr || last->seq_len != seq_len || last->positions.shape() != positions.shape() ||
      !std::equal(positions.begin(), positions.end(), last->positions.begin()))
    last = std::make_shared<const Turned>(
        Turned{positions, seq_len, rotary_angles(positions, frequencies(seq_len))});
  return last;
}

Tensor RotaryPositions::rotate(const Tensor& x, const Ids& positions, std::size_t seq_len,
                               Remembered& remembered) const {
  return rotate_heads(x, head_dim_, turned(positions, seq_len, remembered)->angles,
                      options_.pairing);
}

Tensor RotaryPositions::rotate(const Tensor& x, const Ids& positions, std::size_t seq_len) const {
  return rotate(x, positions, seq_len, *queries_);
}

// Where keys are cacheable, the length of the text does not matter, and only what is turned is
// looked at.
std::size_t RotaryPositions::length_of(const AttentionPositions& at, const Ids& turned) const {
  return sequence_length(keys_are_cacheable() ? AttentionPositions{turned, turned} : at);
}

Tensor RotaryPositions::query(const Tensor& q, const AttentionPositions& at) const {
  return rotate(q, at.queries, length_of(at, at.queries), *queries_);
}

Tensor RotaryPositions::key(const Tensor& k, const AttentionPositions& at) const {
  return rotate(k, at.keys, length_of(at, at.keys), *keys_);
}

// These turn all keys by angles that depend on the length of the text so far.
bool RotaryPositions::keys_are_cacheable() const {
  return options_.scaling.kind != RotaryScalingKind::dynamic &&
         options_.scaling.kind != RotaryScalingKind::longrope;
}

}  // namespace horloge
