#include "course/content/route.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "course/content/lines.h"

namespace content {
namespace {

[[noreturn]] void complain(const std::string& line, const std::string& rule) {
  throw std::runtime_error(fmt::format("[route] {}: {}", rule, line));
}

// ## 6, code: Position 3, by hand
Cell parse_heading(const std::string& heading, std::size_t number) {
  for (const bool code : {false, true}) {
    const std::string start =
        fmt::format("{}, {}: ", number, code ? "code" : "text");
    if (!begins_with(heading, start)) continue;
    Cell cell;
    cell.code = code;
    cell.title = heading.substr(start.size());
    return cell;
  }
  complain("## " + heading,
           fmt::format("this should begin with `## {}, text: ` or "
                       "`## {}, code: `",
                       number, number));
}

// Step: [Fast and slow](../04_sinusoidal/README.md#fast-and-slow)
Stop parse_stop(const std::string& line) {
  constexpr std::string_view start = "Step: [", middle = "](../",
                             end = "/README.md#";
  const std::size_t title = start.size(), title_end = line.find(middle);
  const std::size_t topic_end = line.find(end);
  if (!begins_with(line, start) || title_end == std::string::npos ||
      topic_end == std::string::npos || topic_end < title_end)
    complain(line, "a step is a link, [Title](../NN_topic/README.md#title)");
  const std::size_t topic = title_end + middle.size();
  return {line.substr(topic, topic_end - topic),
          line.substr(title, title_end - title)};
}

int parse_number(const std::string& line, std::string_view start) {
  const std::string digits = line.substr(start.size());
  if (digits.empty() || digits.size() > 2 ||
      digits.find_first_not_of("0123456789") != std::string::npos)
    complain(line, "a lesson is named by its number");
  return std::stoi(digits);
}

void strip_blank_lines(std::string& text) {
  text.erase(0, text.find_first_not_of('\n'));
  text.erase(text.find_last_not_of('\n') + 1);
}

bool take_line(const std::string& line, Cell& cell) {
  constexpr std::string_view step = "Step: ", lesson = "Lesson: ";
  if (begins_with(line, step))
    cell.stops.push_back(parse_stop(line));
  else if (begins_with(line, lesson))
    cell.lessons.push_back(parse_number(line, lesson));
  else
    return false;
  return true;
}

Cell parse_cell(const Section& section, std::size_t number) {
  Cell cell = parse_heading(section.heading, number);
  static_cast<CodeProse&>(cell) =
      read_code_prose(section, [&](const std::string& line, std::size_t) {
        return take_line(line, cell);
      });
  strip_blank_lines(cell.before);
  strip_blank_lines(cell.after);
  if (cell.before.empty()) complain(cell.title, "a cell has no note");
  if (section.codes.size() > 1) complain(cell.title, "a cell has one Code");
  return cell;
}

std::size_t steps_of(const Cell& cell) {
  const std::size_t lines = cell.has_code() ? 1 : 0;
  return std::max<std::size_t>(cell.stops.size() + lines, 1);
}

}  // namespace

Route read_route(std::string_view text) {
  constexpr std::string_view language = "Language: ";
  const Document document = read_document(text);
  Route route;
  route.title = document.title;
  for (const std::string& line : lines_of(document.opening)) {
    if (const auto name = behind(line, language))
      route.language = *name;
    else
      route.about += line + "\n";
  }
  strip_blank_lines(route.about);
  for (const Section& section : document.sections)
    route.cells.push_back(parse_cell(section, route.cells.size() + 1));
  if (route.title.empty() || route.language.empty() || route.about.empty() ||
      route.cells.empty())
    complain(route.title, "a route has a title, a language, a text and cells");
  return route;
}

std::vector<std::string> topics_on(const Route& route) {
  std::set<std::string> topics;
  for (const Cell& cell : route.cells)
    for (const Stop& stop : cell.stops) topics.insert(stop.topic);
  return {topics.begin(), topics.end()};
}

std::size_t first_step_of_cell(const Route& route, std::size_t cell) {
  std::size_t step = 1;
  for (std::size_t i = 0; i + 1 < cell; ++i) step += steps_of(route.cells[i]);
  return step;
}

std::size_t cell_of_step(const Route& route, std::size_t step) {
  std::size_t cell = 1;
  while (cell < route.cells.size() &&
         first_step_of_cell(route, cell + 1) <= step)
    ++cell;
  return cell;
}

}  // namespace content
