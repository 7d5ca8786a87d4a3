#include "course/web/map_page.h"

#include <fmt/format.h>

#include <iterator>
#include <map>
#include <sstream>
#include <vector>

#include "course/web/notebook_page.h"

namespace web {
namespace {

// To the next five. An estimate; the map says of what.
int minutes_of(const runner::LessonEntry& lesson) {
  constexpr double words_a_minute = 150, minutes_a_step = 0.5;
  double words = 0;
  for (const content::StepText& step : lesson.readme.steps) {
    std::istringstream text(step.text);
    words += static_cast<double>(
        std::distance(std::istream_iterator<std::string>(text), {}));
  }
  const double all = words / words_a_minute +
                     minutes_a_step * static_cast<double>(lesson.steps);
  return 5 * static_cast<int>((all + 4) / 5);
}

// Its list only; the pages have a heading of their own.
std::string questions(const Maker& maker) {
  const std::string text =
      runner::read_text(maker.course().root / "lessons/questions.md");
  return html_of_markdown(std::string_view(text).substr(text.find("\n- ") + 1),
                          maker.links());
}

std::string ways_in(const Maker& maker,
                    const std::vector<runner::Notebook>& notebooks) {
  const Words& words = maker.words();
  const runner::LessonEntry& first = maker.course().lessons.front();
  std::string list;
  for (const runner::Notebook& notebook : notebooks)
    list += fmt::format(
        "<li><a href=\"{}\">{}</a> <small>{}</small></li>\n", page_of(notebook),
        escaped(notebook.route.title),
        words("notebook.short",
              {{"language", notebook.route.language},
               {"cells", std::to_string(notebook.route.cells.size())}}));
  return fmt::format(
      "<section class=\"ways-in\"><h2 id=\"ways-in\">{}</h2>\n"
      "<div class=\"way\"><h3>{}</h3> <a href=\"{}\">{}</a></div>\n"
      "<details class=\"way\" id=\"notebooks\"><summary><h3>{}</h3> "
      "{}</summary>\n"
      "<ul class=\"notebooks\">\n{}</ul></details>\n"
      "<details class=\"way\" id=\"questions\"><summary><h3>{}</h3> "
      "{}</summary>\n"
      "<div class=\"questions\">{}</div></details></section>\n",
      words("map.ways"), words("map.way_start"), page_of(first),
      words("map.way_first", {{"title", escaped(first.title)}}),
      words("map.way_notebook"), words("map.notebooks"), list,
      words("map.way_question"), words("map.questions"), questions(maker));
}

// The model as ten bars, from the head down to the ids: lit is what a fifth of
// the steps is about, of those that are not about all of it. Where there are
// few of those, all is lit.
std::string bars(const Maker& maker, const runner::LessonEntry& lesson) {
  const content::ModelMap& model = maker.model();
  std::vector<std::string> titles;
  for (const content::StepText& step : lesson.readme.steps)
    titles.push_back(step.title);
  std::map<std::string, std::size_t> times;
  std::size_t counted = 0;
  for (const auto& names : model.lit(lesson.topic, titles)) {
    if (names.size() == model.parts.size()) continue;
    ++counted;
    for (const std::string& name : names) ++times[name];
  }
  const bool all = 3 * counted <= titles.size();
  std::string html;
  for (auto part = model.parts.rbegin(); part != model.parts.rend(); ++part)
    html += all || 5 * times[part->name] >= counted ? "<b></b>" : "<i></i>";
  return "<span class=\"parts\" aria-hidden=\"true\">" + html + "</span>";
}

std::string lesson_row(const Maker& maker, const runner::LessonEntry& lesson) {
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
      "<span class=\"name\">{4}</span><span class=\"about\">{5}</span>{9}</a>"
      "<p class=\"read\"><span class=\"bar\" aria-hidden=\"true\"></span>"
      "<span class=\"far\">{6}</span><span class=\"minutes\">{7}</span></p>"
      "{8}</li>\n",
      lesson.topic, lesson.steps, page_of(lesson), lesson.number,
      escaped(lesson.title), html_of_line(lesson.subject, maker.links()),
      words("map.steps", {{"n", std::to_string(lesson.steps)}}),
      words("map.minutes", {{"n", std::to_string(minutes_of(lesson))}}),
      exercises, bars(maker, lesson));
}

}  // namespace

PageText map_page(const Maker& maker,
                  const std::vector<runner::Notebook>& notebooks) {
  const Words& words = maker.words();
  PageText page;
  page.file = "index.html";
  page.kind = "map";
  page.about = words("map.about");
  const std::string start = fmt::format(
      "\n<p class=\"start\"><a class=\"button\" href=\"{}\">{}</a></p>",
      page_of(maker.course().lessons.front()), words("map.begin"));
  std::string rest = fmt::format(
      "<section class=\"first\"><h2>{}</h2><p>{}</p>"
      "<div class=\"live\" data-live=\"first\"></div></section>\n"
      "{}<h2 id=\"lessons\">{}</h2>\n<p>{} {}</p>\n<ol class=\"lessons\">\n",
      words("first.title"), words("first.about"), ways_in(maker, notebooks),
      words("map.lessons"), words("map.picture"), words("map.estimate"));
  for (const runner::LessonEntry& lesson : maker.course().lessons)
    rest += lesson_row(maker, lesson);
  rest += fmt::format("</ol>\n<h2 id=\"terminal\">{}</h2>\n<p>{}</p>\n",
                      words("map.terminal_title"), words("map.terminal"));
  rest += fmt::format(
      "<section class=\"offline\" hidden><h2 "
      "id=\"offline\">{}</h2>\n<p>{}</p>\n"
      "<p><button type=\"button\"></button> <span role=\"status\"></span></p>"
      "</section>\n",
      words("offline.title"), words("offline.about"));
  page.main =
      one_column(words("map.title"), "", subject(page.about) + start, rest);
  return page;
}

}  // namespace web
