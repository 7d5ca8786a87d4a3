#pragma once

#include "course/stage/outcome.h"
#include "horloge/figures/figure.h"

namespace stage {

/// What a learner said of a curve, and what came out, as two lines.
horloge::Lines curves_of(const Prediction& prediction, const Outcome& guess,
                         const Outcome& came_out);

}  // namespace stage
