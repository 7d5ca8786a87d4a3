#include "course/web/playground_page.h"

#include "course/runner/own_folder.h"

namespace web {

PageText playground_page(const Maker& maker) {
  const std::filesystem::path folder =
      maker.course().root / "lessons/playground";
  const std::string text = runner::read_text(folder / "README.md");
  // "# title", a line in italics, and the rest.
  const std::size_t end = text.find('\n');
  const std::size_t italics = text.find('*', end) + 1;
  const std::size_t rest = text.find('*', italics);
  PageText page;
  page.file = "playground.html";
  page.title = text.substr(2, end - 2);  // behind "# "
  page.about = maker.words()("playground.about");
  page.kind = "playground";
  page.main = one_column(
      escaped(page.title), "",
      subject(escaped(text.substr(italics, rest - italics))),
      html_of_markdown(text.substr(rest + 1), maker.links("playground")) +
          "<div class=\"live\" data-live=\"playground\" data-options=\"{}\">"
          "</div>\n");
  page.widgets = {"live/playground/widgets.js"};
  return page;
}

}  // namespace web
