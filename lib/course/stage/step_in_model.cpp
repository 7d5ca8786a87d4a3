#include "course/stage/step_in_model.h"

#include <fmt/format.h>

#include <algorithm>

#include "horloge/text/width.h"

namespace stage {

std::string step_in_model(const Lesson& lesson, std::size_t step,
                          std::size_t columns, std::size_t rows) {
  const auto& lit = lesson.steps[step - 1].lit;
  std::string all, here;
  bool in_block = false;
  for (auto part = lesson.parts.rbegin(); part != lesson.parts.rend(); ++part) {
    const bool is_lit =
        std::find(lit.begin(), lit.end(), part->name) != lit.end();
    if (is_lit) here = part->words + (here.empty() ? "" : "; ") + here;
    if (part->name == "mlp") in_block = true;
    const std::string line = fmt::format("{} {} {}", is_lit ? '>' : ' ',
                                         in_block ? "│" : " ", part->words);
    all += horloge::cut_to_width(
               part->name == "mlp" ? line + "   (│ is a block)" : line,
               columns - 1) +
           "\n";
    if (part->name == "norm") in_block = false;
  }
  if (lesson.parts.empty()) return "No part of a model is named here.\n";
  if (lesson.parts.size() <= rows) return all;
  return horloge::cut_to_width("In the model: " + here, columns - 1) + "\n";
}

}  // namespace stage
