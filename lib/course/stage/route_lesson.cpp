#include "course/stage/route_lesson.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "course/content/lesson_readme.h"
#include "course/stage/page.h"

namespace stage {
namespace {

using content::Cell;
using content::Route;
using content::Stop;

std::string title_of(const Cell& cell, std::size_t number) {
  return fmt::format("Cell {}, {}: {}", number, cell.code ? "code" : "text",
                     cell.title);
}

// The note, and what is said of lessons as a whole.
std::string note_of(const Cell& cell, const RouteLessons& lessons) {
  std::string note = cell.before + "\n";
  for (const int number : cell.lessons) {
    const std::string title = lessons.title(number);
    note += title.empty() ? fmt::format(
                                "\nLesson {}, which will be about this, is not "
                                "there yet.\n",
                                number)
                          : fmt::format(
                                "\nLesson {} is about this: *{}*. `./learn {}` "
                                "plays it.\n",
                                number, title, number);
  }
  return note;
}

// A step as its lesson has it, below a line that says where it is from.
Step copy_of(const Stop& stop, const RouteLessons& lessons) {
  const Lesson& lesson = lessons.of_topic(stop.topic);
  const auto found =
      std::find_if(lesson.steps.begin(), lesson.steps.end(),
                   [&](const Step& s) { return s.full_title() == stop.title; });
  if (found == lesson.steps.end())
    throw std::runtime_error(fmt::format("[route] lesson {} has no step '{}'",
                                         stop.topic, stop.title));
  Step step = *found;
  step.aside = false;
  // Lessons may have functions of one name.
  step.name = stop.topic + "/" + step.name;
  step.file = fmt::format("lessons/{}/{}", stop.topic, step.file);
  if (step.prediction)
    step.prediction->name = stop.topic + "/" + step.prediction->name;
  step.before =
      fmt::format("**Lesson {}, step {}: {}**\n\n", std::stoi(stop.topic),
                  found - lesson.steps.begin() + 1, found->title) +
      step.before;
  return step;
}

// A question is asked only where the route goes on to its answer, and an
// answer is kept only where it was asked for.
void settle_predictions(Lesson& made) {
  for (std::size_t i = 0; i < made.steps.size(); ++i) {
    auto& prediction = made.steps[i].prediction;
    if (!prediction) continue;
    prediction->step = i + 1;
    const bool seen =
        std::any_of(made.steps.begin() + static_cast<std::ptrdiff_t>(i),
                    made.steps.end(), [&](const Step& step) {
                      return step.run && step.name == prediction->name;
                    });
    if (seen) continue;
    std::string& text = made.steps[i].before;
    text.erase(content::question_in(text));
    prediction.reset();
  }
  for (Step& step : made.steps) {
    if (!step.run || made.prediction_shown_by(step) != nullptr) continue;
    step.run = [run = step.run](Page& page) {
      run(page);
      page.forget_outcome();
    };
  }
}

}  // namespace

Lesson make_lesson(const Route& route, const RouteLessons& lessons) {
  Lesson made;
  made.title = fmt::format("{} ({}, {} cells)", route.title, route.language,
                           route.cells.size());
  for (std::size_t i = 0; i < route.cells.size(); ++i) {
    const Cell& cell = route.cells[i];
    const std::string title = title_of(cell, i + 1);
    const std::string note = note_of(cell, lessons);
    if (cell.has_code() || cell.stops.empty()) {
      made.steps.push_back(cell.has_code() ? lessons.lines(cell.link) : Step());
      made.steps.back().title = title;
      made.steps.back().before = "\n" + note;
      made.steps.back().after = cell.after;
    }
    for (const Stop& stop : cell.stops) {
      Step step = copy_of(stop, lessons);
      const bool first = !cell.has_code() && &stop == &cell.stops.front();
      step.title =
          first ? title : fmt::format("Cell {}: {}", i + 1, step.title);
      step.before = (first ? "\n" + note : "") + "\n" + step.before;
      made.steps.push_back(std::move(step));
    }
  }
  settle_predictions(made);
  return made;
}

}  // namespace stage
