#include "course/stage/guess_curves.h"

namespace stage {

horloge::Lines curves_of(const Prediction& prediction, const Outcome& guess,
                         const Outcome& came_out) {
  horloge::Lines lines;
  lines.x_label = prediction.at_unit;
  lines.y_label = prediction.unit;
  lines.lines = {
      {"your guess", prediction.at, std::get<std::vector<double>>(guess)},
      {"what came out", prediction.at,
       std::get<std::vector<double>>(came_out)}};
  return lines;
}

}  // namespace stage
