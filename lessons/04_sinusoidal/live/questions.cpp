// What the page of this lesson asks.

#include "course/live/question.h"

#include "../numpy_style.h"
#include "clock.h"
#include "course/live/arguments.h"

namespace {

using live::Json;

// The table of the lesson's own function, as a heat map.
Json table(const Json& with) {
  const std::size_t positions = live::whole_number(with, "positions", 1, 512);
  const std::size_t d_model = live::whole_number(with, "d_model", 2, 512);
  const horloge::Array pe = sinusoidal_table(positions, d_model);  // (T, D)
  return {{"kind", "heat_map"},
          {"x_label", "dimension"},
          {"y_label", "position"},
          {"values", live::to_json(pe)},
          {"low", -1},
          {"high", 1}};
}

}  // namespace

live::Questions sinusoidal_questions() {
  return {{"sinusoidal.table", table}, {"clock.hands", clock_hands}};
}
