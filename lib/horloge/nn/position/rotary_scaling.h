#pragma once

// How rotary positions are extended to sequences longer than those seen in training.

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace horloge {

/// With dynamic scaling, all angles change with each token past the trained length, and with
/// longrope once, at its end. Decoding with a cache then differs from one pass over the whole text,
/// since the hidden states of earlier tokens were computed with other angles. Here at least the
/// cached keys are rotated anew, by the angles of the text so far; Hugging Face's library keeps
/// them as they were rotated first. In both, the output past that length depends on the pieces in
/// which the text came.
enum class RotaryScalingKind {
  none,      ///< the angles as they were trained
  linear,    ///< positions divided by the factor (Chen et al., arXiv 2306.15595)
  dynamic,   ///< a larger base, growing with the sequence: NTK-aware scaling
  yarn,      ///< fast pairs as they are, slow ones divided (Peng et al., arXiv 2309.00071)
  llama3,    ///< the same by wavelength, as in Llama 3.1
  longrope,  ///< each pair by a factor of its own (Ding et al., arXiv 2402.13753), as in Phi-3
};

/// The settings of `rope_scaling` in a config of Hugging Face, under its names.
struct RotaryScaling {
  RotaryScalingKind kind = RotaryScalingKind::none;
  double factor = 1;
  /// The longest sequence in training: `original_max_position_embeddings`, or the model's own
  /// `max_position_embeddings` where that is not given. Hugging Face's library begins to scale
  /// dynamically past the model's own, whether the other is given or not; so does this one.
  double original_max_position_embeddings = 0;

  // yarn: pairs that make more than beta_fast rotations over the trained length keep their
  // frequency, those that make fewer than beta_slow are divided by the factor, with a ramp between.
  double beta_fast = 32, beta_slow = 1;
  std::optional<double> attention_factor;  ///< multiplies q and k; 0.1 ln(factor) + 1 by default
  double mscale = 0, mscale_all_dim = 0;   ///< another way to say it, if neither is 0
  bool truncate = true;                    ///< ends of the ramp at whole pairs

  // llama3: with L the trained length, wavelengths above L / low_freq_factor are divided, those
  // below L / high_freq_factor are kept.
  double low_freq_factor = 1, high_freq_factor = 4;

  // longrope: what the frequency of each pair is divided by, in texts up to the trained length and
  // in longer ones. Here `factor` is by how much longer; attention_factor is sqrt(1 + ln(factor) /
  // ln(L)) by default.
  std::vector<double> short_factor{}, long_factor{};
};

/// The scaling that a config asks for: the text of its `rope_type` (or `type`), its numbers by
/// key, true as 1, the model's own `max_position_embeddings`, and its lists of numbers. ValueError
/// names a type or a key that is not supported, and one that is missing.
RotaryScaling rotary_scaling(const std::string& type, const std::map<std::string, double>& settings,
                             double max_position_embeddings,
                             const std::map<std::string, std::vector<double>>& lists = {});

/// `, linear scaling by 2`; empty for none.
std::string describe(const RotaryScaling& scaling);

/// Pair j of the R/2 pairs is rotated by amplitude * R(position / position_factor * inv_freq[j]).
struct RotaryFrequencies {
  std::vector<double> inv_freq;
  double position_factor = 1;
  double amplitude = 1;
};

/// inv_freq[j] = base^(-2j/R), scaled. `seq_len` is the length of the sequence so far, which only
/// dynamic scaling and longrope look at. ValueError for an odd R: each entry needs a partner to
/// rotate with.
RotaryFrequencies rotary_frequencies(std::size_t rotary_dim, double base,
                                     const RotaryScaling& scaling, std::size_t seq_len);

}  // namespace horloge
