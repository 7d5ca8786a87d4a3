#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "course/stage/prediction.h"

namespace stage {

/// The number that a whole text is; nothing for any other, and for none that is
/// finite.
std::optional<double> number_of(std::string_view text);

/// As it is kept: "73.2", "neither", "100 87 43"; and the way back, which has
/// nothing for what fits the prediction no longer.
std::string kept_text(const Outcome& outcome);
std::optional<Outcome> outcome_of(const Prediction& prediction,
                                  std::string_view text);

/// Whether an outcome is of the kind that was asked for.
bool fits(const Prediction& prediction, const Outcome& outcome);

bool is_right(const Prediction& prediction, const Outcome& guess,
              const Outcome& came_out);

/// "Your guess: 73 %."
std::string guess_sentence(const Prediction& prediction, const Outcome& guess);

/// What a learner said beside what came out, which the page of step `shown_at`
/// shows.
std::string comparison(const Prediction& prediction, const Outcome& guess,
                       const Outcome& came_out, std::size_t shown_at);

}  // namespace stage
