#include "course/web/playground_page.h"

#include "course/content/lesson_readme.h"
#include "course/runner/own_folder.h"

namespace web {

PageText playground_page(const Maker& maker) {
  const std::filesystem::path folder =
      maker.course().root / "lessons/playground";
  const std::string text = runner::read_text(folder / "README.md");
  const content::LessonReadme readme = content::read_readme(text);
  const std::string italics = "*" + readme.subject + "*";
  const std::size_t rest = text.find(italics) + italics.size();
  PageText page;
  page.file = "playground.html";
  page.title = readme.title;
  page.about = maker.words()("playground.about");
  page.kind = "playground";
  page.main = one_column(
      escaped(page.title), "", subject(escaped(readme.subject)),
      html_of_markdown(text.substr(rest), maker.links("playground")) +
          "<div class=\"live\" data-live=\"playground\" data-options=\"{}\">"
          "</div>\n");
  page.widgets = {"live/playground/widgets.js"};
  return page;
}

}  // namespace web
