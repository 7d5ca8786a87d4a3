#include "course/web/papers_page.h"

#include <fmt/format.h>

#include "course/web/citations.h"

namespace web {

PageText papers_page(const Maker& maker) {
  const Words& words = maker.words();
  PageText page;
  page.file = "papers.html";
  page.title = words("nav.papers");
  page.about = words("papers.about");
  page.kind = "papers";
  std::string items;
  for (const content::Paper& paper : maker.papers())
    items += fmt::format(
        "<li id=\"{0}\">{1}<details><summary>{2}</summary><figure "
        "class=\"listing\"><figcaption>{0}</figcaption><div class=\"code\" "
        "tabindex=\"0\"><pre>{3}</pre></div></figure></details></li>\n",
        paper.key, linked_line(paper), words("papers.bibtex"),
        escaped(paper.bibtex));
  page.main = one_column(page.title, "", subject(page.about),
                         "<ul class=\"papers\">\n" + items + "</ul>\n");
  return page;
}

}  // namespace web
