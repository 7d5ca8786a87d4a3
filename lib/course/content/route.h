#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "course/content/code_prose.h"

namespace content {

/// A step of a lesson, by its heading.
struct Stop {
  std::string topic;  ///< "04_sinusoidal"
  std::string title;  ///< "Fast and slow"
};

/// A cell of a notebook: a block of code, or the text from one heading to the
/// next. `before` says what is in it, with its names beside ours; the code is
/// what it computes, in its own names; `after`, what the course does
/// differently.
struct Cell : CodeProse {
  bool code = false;
  std::string title;
  std::vector<Stop> stops;   ///< where lessons show it; none: a note is enough
  std::vector<int> lessons;  ///< that are about it as a whole
};

/// A way through the lessons in the order of a notebook.
struct Route {
  std::string title;
  std::string language;
  std::string about;  ///< Markdown
  std::vector<Cell> cells;
};

/// Reads a route:
///   # Title
///   Language: French
///   What the notebook holds.
///   ## 1, text: Why positions are needed
///   A note.
///   Code: [`name`](000.cpp)
///   ```
///   what it prints
///   ```
///   What is different here.
///   Step: [Heading](../01_order_matters/README.md#heading)
///   Lesson: 9
/// Cells are numbered from 1, without a gap; most have no Code. Throws
/// std::runtime_error with the line that does not fit.
Route read_route(std::string_view text);

/// The lessons with a step on a route, sorted.
std::vector<std::string> topics_on(const Route& route);

/// A cell takes a step for its lines and one for each stop, and at least one.
/// Both count from 1.
std::size_t first_step_of_cell(const Route& route, std::size_t cell);
std::size_t cell_of_step(const Route& route, std::size_t step);

}  // namespace content
