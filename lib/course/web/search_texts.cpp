#include "course/web/search_texts.h"

#include "course/web/exercise_page.h"
#include "course/web/lesson_page.h"
#include "course/web/packed.h"

namespace web {

void SearchTexts::add(const runner::Lesson& lesson, const Json& recording) {
  const std::string in = maker_.words()(
      "lesson.window",
      {{"n", std::to_string(lesson.number)}, {"title", lesson.title}});
  for (const Json& step : recording.at("steps")) {
    const std::string text = step.at("before").get<std::string>() + "\n\n" +
                             step.value("after", std::string());
    all_.push_back(
        {{"at", page_of(lesson) + "#" + anchor_of(heading_of(step))},
         {"in", in},
         {"title", step.at("title")},
         {"text", plain_text(html_of_markdown(text, maker_.links()))}});
  }
}

void SearchTexts::add(const runner::Exercise& exercise) {
  const std::string asks =
      maker_.course().readme_of(exercise).what_asks(exercise.name);
  all_.push_back(
      {{"at", page_of(exercise)},
       {"in", maker_.words()("exercise.short",
                             {{"n", std::to_string(exercise.lesson)}})},
       {"title", exercise.name},
       {"text", plain_text(html_of_line(asks, maker_.links()))}});
}

std::string SearchTexts::script() const {
  constexpr auto replace = nlohmann::json::error_handler_t::replace;
  return "(window.horloge = window.horloge || {}).packedSections = \"" +
         packed_letters(all_.dump(-1, ' ', false, replace)) + "\";\n";
}

}  // namespace web
