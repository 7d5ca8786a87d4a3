#include "course/web/model_picture.h"

#include <fmt/format.h>

#include <algorithm>

#include "course/web/html.h"

namespace web {
namespace {

constexpr int width = 150, row = 31, box = 21, left = 20, middle = 75;

}  // namespace

std::string model_picture(const content::ModelMap& map, const Words& words) {
  const int count = static_cast<int>(map.parts.size());
  const auto top = [&](int i) { return (count - 1 - i) * row + 6; };
  std::string boxes;
  int first = count, last = 0;  // of a block
  for (int i = 0; i < count; ++i) {
    const content::ModelMap::Part& part = map.parts[i];
    if (part.in_block) first = std::min(first, i);
    if (part.in_block) last = i;
    boxes += fmt::format(
        "<g data-part=\"{}\"><rect x=\"{}\" y=\"{}\" width=\"{}\" "
        "height=\"{}\" rx=\"4\"/><text x=\"{}\" y=\"{}\">{}</text></g>",
        part.name, left, top(i), width - 2 * left, box, middle, top(i) + 15,
        escaped(part.words));
  }
  const std::string title = words("model.title");
  return fmt::format(
      "<aside class=\"model\" aria-label=\"{}\"><p>{}</p><svg role=\"img\" "
      "viewBox=\"0 0 {} {}\" width=\"{}\"><path d=\"M{} {}V{}\"/><path "
      "d=\"M6 {}h{}v{}h-{}z\"/>{}</svg></aside>\n",
      title, title, width, count * row, width, middle, top(count - 1), top(0),
      top(last) - 5, width - 12, top(first) - top(last) + box + 10, width - 12,
      boxes);
}

}  // namespace web
