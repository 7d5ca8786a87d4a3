#include "course/web/notebook_page.h"

#include <fmt/format.h>

#include <algorithm>

namespace web {
namespace {

// What the cell says and prints. Its lines are left to the terminal, where they
// run.
std::string text_of(const content::Cell& cell) {
  if (!cell.has_code()) return cell.before;
  const std::string found =
      cell.found.empty() ? "" : "```\n" + cell.found + "```\n\n";
  return cell.before + "\n\n" + found + cell.after;
}

std::string cell_html(const Maker& maker, const content::Cell& cell,
                      std::size_t number) {
  const Words& words = maker.words();
  const auto& lessons = maker.course().lessons;
  std::string html = fmt::format(
      "<section class=\"cell\" id=\"cell-{0}\"><p class=\"place\">{1}</p>"
      "<h2>{2}</h2>\n{3}",
      number,
      words(cell.code ? "notebook.code" : "notebook.text",
            {{"n", std::to_string(number)}}),
      html_of_line(cell.title, maker.links()),
      html_of_markdown(text_of(cell), maker.links("notebooks")));
  std::string ways;
  for (const content::Stop& stop : cell.stops) {
    const auto lesson = std::find_if(
        lessons.begin(), lessons.end(),
        [&](const runner::LessonEntry& l) { return l.topic == stop.topic; });
    if (lesson == lessons.end()) continue;
    ways += fmt::format(
        "<li><a href=\"{}#{}\">{}</a> <small>{}</small></li>\n",
        page_of(*lesson), anchor_of(stop.title),
        html_of_line(stop.title, maker.links()),
        words("lesson.number", {{"n", std::to_string(lesson->number)}}));
  }
  for (const int number_of_lesson : cell.lessons)
    if (const auto* lesson = maker.course().find_lesson(number_of_lesson))
      ways += fmt::format(
          "<li><a href=\"{}\">{}</a> <small>{}</small></li>\n",
          page_of(*lesson), escaped(lesson->title),
          words("lesson.number", {{"n", std::to_string(lesson->number)}}));
  if (!ways.empty()) html += "<ul class=\"ways\">\n" + ways + "</ul>\n";
  return html + "</section>\n";
}

}  // namespace

PageText notebook_page(const Maker& maker, const runner::Notebook& notebook) {
  const Words& words = maker.words();
  const content::Route& route = notebook.route;
  PageText page;
  page.file = page_of(notebook);
  page.title = route.title;
  page.about = route.about;
  page.kind = "notebook";
  std::string rest = fmt::format(
      "<p class=\"tip\">{}</p>\n",
      words("notebook.tip", {{"n", std::to_string(notebook.number)}}));
  for (std::size_t i = 0; i < route.cells.size(); ++i)
    rest += cell_html(maker, route.cells[i], i + 1);
  const std::string about =
      html_of_markdown(route.about, maker.links("notebooks"));
  page.main = one_column(
      escaped(route.title),
      words("notebook.number", {{"n", std::to_string(notebook.number)},
                                {"language", route.language},
                                {"cells", std::to_string(route.cells.size())}}),
      "<div class=\"subject\">" + about + "</div>", rest);
  return page;
}

std::string page_of(const runner::Notebook& notebook) {
  constexpr std::size_t digits = 3;  // which the file's name begins with
  return fmt::format("notebook_{}.html",
                     notebook.file.stem().string().substr(0, digits));
}

}  // namespace web
