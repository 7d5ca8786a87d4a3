#pragma once

// How rotary positions are stretched to sequences longer than those of the training.

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace horloge {

/// With dynamic scaling, all angles change with each token past the trained length. A cache then no
/// longer gives what one pass gives, for what the layers made of earlier tokens stays as it was.
/// Here the cached keys are at least turned anew, by the angles of the text so far; Hugging Face's
/// library keeps them as they were turned when they came. In both, what is written past that
/// length depends on the pieces in which the text came.
enum class RotaryScalingKind {
  none,     ///< the angles as they were trained
  linear,   ///< positions divided by the factor (Chen et al., arXiv 2306.15595)
  dynamic,  ///< a larger base, growing with the sequence: NTK-aware scaling
  yarn,     ///< fast pairs as they are, slow ones divided (Peng et al., arXiv 2309.00071)
  llama3,   ///< the same by wavelength, as in Llama 3.1
};

/// The settings of `rope_scaling` in a config of Hugging Face, under its names.
struct RotaryScaling {
  RotaryScalingKind kind = RotaryScalingKind::none;
  double factor = 1;
  /// The longest sequence of the training: `original_max_position_embeddings`, or the model's own
  /// `max_position_embeddings` where that is not given. Hugging Face's library begins to stretch
  /// dynamically behind the model's own, whether the other is given or not; so does this one.
  double original_max_position_embeddings = 0;

  // yarn: pairs that turn more often than beta_fast over the training's length stay, those that
  // turn less often than beta_slow are divided by the factor, and a ramp lies between.
  double beta_fast = 32, beta_slow = 1;
  std::optional<double> attention_factor;  ///< multiplies q and k; 0.1 ln(factor) + 1 by default
  double mscale = 0, mscale_all_dim = 0;   ///< another way to say it, if neither is 0
  bool truncate = true;                    ///< ends of the ramp at whole pairs

  // llama3: waves longer than L / low_freq_factor are divided, shorter than L / high_freq_factor
  // stay, L the training's length.
  double low_freq_factor = 1, high_freq_factor = 4;
};

/// The scaling that a config asks for: the text of its `rope_type` (or `type`), its numbers by
/// key, true as 1, and the model's own `max_position_embeddings`. ValueError names a type or a key
/// that is not supported, and one that is missing.
RotaryScaling rotary_scaling(const std::string& type, const std::map<std::string, double>& settings,
                             double max_position_embeddings);

/// Pair j of the R/2 pairs turns by amplitude * R(position / position_factor * inv_freq[j]).
struct RotaryFrequencies {
  std::vector<double> inv_freq;
  double position_factor = 1;
  double amplitude = 1;
};

/// inv_freq[j] = base^(-2j/R), scaled. `seq_len` is the length of the sequence so far, which only
/// dynamic scaling looks at. ValueError for an odd R: each entry needs a partner to turn with.
RotaryFrequencies rotary_frequencies(std::size_t rotary_dim, double base,
                                     const RotaryScaling& scaling, std::size_t seq_len);

}  // namespace horloge
