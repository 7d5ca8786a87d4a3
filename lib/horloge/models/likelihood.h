#pragma once

// How likely a model finds a text.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "horloge/core/with.h"
#include "horloge/models/language_model.h"

namespace horloge {

struct Likelihood {
  double nll = 0;          ///< negative log-likelihood of these tokens, in nats
  std::size_t tokens = 0;  ///< that were predicted
  std::size_t read = 0;    ///< of the text, with those that only stand before others

  double mean_nll() const { return nll / static_cast<double>(tokens); }  ///< nats per token
  double perplexity() const { return std::exp(mean_nll()); }
};

struct [[nodiscard]] LikelihoodOptions {
  std::size_t window = 0;  ///< how many tokens are read at once; 0: likelihood_window()
  /// Of a masked model: the id that takes a token's place, and those that are not asked for, as
  /// they open and close every text.
  std::optional<std::int64_t> mask_id{};
  std::vector<std::int64_t> special_ids{};
  const PositionScheme* positions = nullptr;           ///< instead of the model's own
  std::function<void(const Likelihood&)> on_window{};  ///< called with what is known so far
  std::function<bool()> stop_if{};                     ///< asked before each window

  using Self = LikelihoodOptions;
  Self with_window(std::size_t n) const { return with(*this, &Self::window, n); }
  Self with_mask_id(std::int64_t id) const { return with(*this, &Self::mask_id, id); }
  Self with_special_ids(const std::vector<std::int64_t>& ids) const {
    return with(*this, &Self::special_ids, ids);
  }
  Self with_positions(const PositionScheme* scheme) const {
    return with(*this, &Self::positions, scheme);
  }
  Self with_on_window(const std::function<void(const Likelihood&)>& hear) const {
    return with(*this, &Self::on_window, hear);
  }
  Self with_stop_if(const std::function<bool()>& ask) const {
    return with(*this, &Self::stop_if, ask);
  }
};

/// How many tokens of a text are read at once: as many as the model has positions, or as its
/// longest text in training had, or 2048 if neither is known; fewer where their logits would take
/// more than half a gigabyte.
std::size_t likelihood_window(const LanguageModel& model);

/// The likelihood of a text.   ids (T)
///
/// A causal model is asked for each token after the first, given those before it. A text that is
/// longer than the window is read in windows that overlap by half: all tokens but those of the
/// first window have half a window or more before them.
///
/// A masked model is asked for each token by itself, masked, with all others in sight; the sum is a
/// pseudo-log-likelihood (Salazar et al., "Masked Language Model Scoring", arXiv 1910.14659). It
/// compares with other masked models only.
///
/// ValueError for a model with an encoder and a decoder, without a head, or masked but without
/// `mask_id`; for a text without a token to predict, or of a masked model longer than the window;
/// for a window below 2; and for logits that are no numbers.
Likelihood likelihood(const LanguageModel& model, const Ids& ids,
                      const LikelihoodOptions& options = {});

}  // namespace horloge
