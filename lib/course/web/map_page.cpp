#include "course/web/map_page.h"

#include <fmt/format.h>

#include "course/web/notebook_page.h"

namespace web {
namespace {

std::string lesson_row(const Maker& maker, const runner::Lesson& lesson) {
  const Words& words = maker.words();
  std::string exercises;
  std::size_t count = 0;
  for (const runner::Exercise& exercise : maker.course().exercises)
    if (exercise.lesson == lesson.number && ++count > 0)
      exercises += fmt::format("<li><a href=\"{}\"><code>{}</code></a></li>\n",
                               page_of(exercise), exercise.name);
  if (!exercises.empty())
    exercises = fmt::format(
        "<details class=\"exercises\"><summary>{}</summary><ul>{}</ul>"
        "</details>",
        words(count == 1 ? "map.exercise" : "map.exercises",
              {{"n", std::to_string(count)}}),
        exercises);
  return fmt::format(
      "<li class=\"lesson\" data-lesson=\"{0}\" data-steps=\"{1}\">"
      "<a class=\"open\" href=\"{2}\"><span class=\"n\">{3}</span>"
      "<span class=\"name\">{4}</span><span class=\"about\">{5}</span></a>"
      "<p class=\"read\"><span class=\"bar\" aria-hidden=\"true\"></span>"
      "<span class=\"far\">{6}</span></p>{7}</li>\n",
      lesson.topic, lesson.steps, page_of(lesson), lesson.number,
      escaped(lesson.title), html_of_line(lesson.subject, maker.links()),
      words("map.steps", {{"n", std::to_string(lesson.steps)}}), exercises);
}

}  // namespace

PageText map_page(const Maker& maker,
                  const std::vector<runner::Notebook>& notebooks) {
  const Words& words = maker.words();
  PageText page;
  page.file = "index.html";
  page.kind = "map";
  page.about = words("map.about");
  page.main = fmt::format(
      "<div class=\"book single\">\n<main id=\"main\" tabindex=\"-1\">\n"
      "<header class=\"title\"><h1>{}</h1><p class=\"subject\">{}</p>\n"
      "<p class=\"start\"><a class=\"button\" href=\"{}\">{}</a></p></header>\n"
      "<section class=\"first\"><h2>{}</h2><p>{}</p>"
      "<div class=\"live\" data-live=\"first\"></div></section>\n"
      "<h2 id=\"lessons\">{}</h2>\n<ol class=\"lessons\">\n",
      words("map.title"), words("map.about"),
      page_of(maker.course().lessons.front()), words("map.begin"),
      words("first.title"), words("first.about"), words("map.lessons"));
  for (const runner::Lesson& lesson : maker.course().lessons)
    page.main += lesson_row(maker, lesson);
  page.main += fmt::format(
      "</ol>\n<h2 id=\"notebooks\">{}</h2>\n<p>{}</p>\n"
      "<ul class=\"notebooks\">\n",
      words("nav.notebooks"), words("map.notebooks"));
  for (const runner::Notebook& notebook : notebooks)
    page.main += fmt::format(
        "<li><a href=\"{}\">{}</a> <small>{}</small></li>\n", page_of(notebook),
        escaped(notebook.route.title),
        words("notebook.short",
              {{"language", notebook.route.language},
               {"cells", std::to_string(notebook.route.cells.size())}}));
  page.main += fmt::format(
      "</ul>\n<h2 id=\"terminal\">{}</h2>\n<p>{}</p>\n</main>\n</div>\n",
      words("map.terminal_title"), words("map.terminal"));
  return page;
}

}  // namespace web
