#pragma once

// Any position scheme by its name, as `--position rotary` asks for it.

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "horloge/core/rng.h"
#include "horloge/core/with.h"
#include "horloge/nn/position/names.h"
#include "horloge/nn/position/position.h"
#include "horloge/nn/position/rotary.h"

namespace horloge {

/// What in training is drawn for each sequence.
enum class RandomPlaces {
  none,
  offset,  ///< where it begins
  subset,  ///< where each of its tokens stands
};

/// What a scheme must know of the model around it.
struct [[nodiscard]] PositionOptions {
  std::size_t d_model = 0;
  std::size_t d_embed = 0;  ///< width of what positions are added to, d_model if 0
  std::size_t num_heads = 1;
  std::size_t head_dim = 0;       ///< d_model / num_heads if 0
  std::size_t max_seq_len = 512;  ///< of the schemes that keep a table
  bool causal = false;            ///< whether a query sees the keys before it only
  /// Of rotary, xpos and p_rope, where the model has rotary positions of its own; else their
  /// defaults.
  std::optional<RotaryOptions> rotary{};
  double turning_share = 0.75;  ///< p of p_rope, the share of the pairs that turn
  std::optional<std::size_t>
      windowed_heads{};  ///< of hard_alibi, usual_windowed_heads() if not set
  /// In training, positions are drawn from 0 … range - 1, and max_seq_len is at least that; see
  /// RandomOffsetPositions and RandomSubsetPositions, of which the stride is.
  RandomPlaces random = RandomPlaces::none;
  std::size_t range = 2048, stride = 1;

  using Self = PositionOptions;
  Self with_d_model(std::size_t value) const { return with(*this, &Self::d_model, value); }
  Self with_d_embed(std::size_t value) const { return with(*this, &Self::d_embed, value); }
  Self with_num_heads(std::size_t n) const { return with(*this, &Self::num_heads, n); }
  Self with_head_dim(std::size_t n) const { return with(*this, &Self::head_dim, n); }
  Self with_max_seq_len(std::size_t n) const { return with(*this, &Self::max_seq_len, n); }
  Self with_causal(bool value) const { return with(*this, &Self::causal, value); }
  Self with_rotary(const RotaryOptions& value) const { return with(*this, &Self::rotary, value); }
  Self with_turning_share(double p) const { return with(*this, &Self::turning_share, p); }
  Self with_windowed_heads(std::size_t n) const { return with(*this, &Self::windowed_heads, n); }
  Self with_random(RandomPlaces value) const { return with(*this, &Self::random, value); }
  Self with_range(std::size_t n) const { return with(*this, &Self::range, n); }
  Self with_stride(std::size_t n) const { return with(*this, &Self::stride, n); }
};

/// A scheme with its usual settings, or with `options.rotary`; ValueError for a name that is none
/// of these.
std::shared_ptr<PositionScheme> make_positions(const std::string& name,
                                               const PositionOptions& options, Rng& rng);

}  // namespace horloge
