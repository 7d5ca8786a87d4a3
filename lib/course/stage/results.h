#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "course/stage/page.h"

namespace stage {

/// What a step printed, as a file results/STEP.txt: a figure is one line of
/// JSON (horloge/figures/figure_json.h) below a line [figure], and what came
/// out of a prediction stands behind [came out].
std::string stored_result(const Page& page);

/// The way back. It begins with a sentence that says what it is. FileError,
/// whose text begins with `where` and the line, for a figure that is none.
std::vector<Piece> pieces_of_stored(std::string_view result,
                                    const std::string& where);
std::optional<Outcome> outcome_of_stored(const Prediction& prediction,
                                         std::string_view result);

/// Where a stored result takes the place of a run.
inline constexpr const char* stored_sentence =
    "(A stored result: the lesson's own code, run with seed 0.)\n\n";

}  // namespace stage
