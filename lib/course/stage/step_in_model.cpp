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
    std::string line = fmt::format("{} {} {}", is_lit ? '>' : ' ',
                                   part->in_block ? "│" : " ", part->words);
    if (part->in_block && !in_block) line += "   (│ is a block)";
    in_block = part->in_block;
    all += horloge::cut_to_width(line, columns - 1) + "\n";
  }
  if (lesson.parts.empty()) return "No part of a model is named here.\n";
  if (lesson.parts.size() <= rows) return all;
  return horloge::cut_to_width("In the model: " + here, columns - 1) + "\n";
}

}  // namespace stage
