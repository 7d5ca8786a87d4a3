#include "course/web/page_frame.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "course/content/lines.h"
#include "course/content/plain_text.h"
#include "course/web/citations.h"
#include "course/web/web_address.h"

namespace web {
namespace {

std::string filled(
    std::string text,
    const std::vector<std::pair<std::string, std::string>>& parts) {
  for (const auto& [name, value] : parts) {
    const std::string mark = "{{" + name + "}}";
    for (std::size_t at = text.find(mark); at != std::string::npos;
         at = text.find(mark, at + value.size()))
      text.replace(at, mark.size(), value);
  }
  return text;
}

bool ends_with(const std::string& text, std::string_view end) {
  return text.size() >= end.size() &&
         text.compare(text.size() - end.size(), end.size(), end) == 0;
}

}  // namespace

Maker::Maker(const runner::Course& course, const Words& words,
             Addresses addresses)
    : course_(course), words_(words), addresses_(std::move(addresses)) {
  frame_ = runner::read_text(course.root / "lib/course/web/page/page.html");
  papers_ = content::read_papers(
      runner::read_text(course.root / "lessons/papers.bib"));
  model_ = content::read_model_map(
      runner::read_text(course.root / "lessons/model.txt"));
}

// Formulas need the script that sets them.
std::string Maker::scripts_of(const PageText& page) const {
  std::vector<std::string> files = {"page/style.css"};
  if (page.has_editor) files.push_back("page/editor.css");
  if (page.main.find("<x-equation") != std::string::npos)
    files.push_back("page/katex/katex.min.js");
  files.push_back("page/horloge.js");
  if (page.has_editor) files.push_back("page/editor.js");
  files.insert(files.end(), page.widgets.begin(), page.widgets.end());
  std::string html;
  for (const std::string& file : files)
    html += ends_with(file, ".css")
                ? fmt::format("<link rel=\"stylesheet\" href=\"{}{}\">\n",
                              page.root, file)
                : fmt::format("<script defer src=\"{}{}\"></script>\n",
                              page.root, file);
  return html;
}

// What search engines read, and those who show a link with a few words.
std::string Maker::meta_of(const PageText& page,
                           const std::string& title) const {
  const std::string about = escaped(content::plain_text(page.about));
  std::string html;
  if (!about.empty())
    html += fmt::format("<meta name=\"description\" content=\"{}\">\n", about);
  const std::string& url = addresses_.url;
  if (url.empty() || page.kind == "missing") return html;
  const std::string address = address_of(url, page.file);
  html += fmt::format(
      "<link rel=\"canonical\" href=\"{}\">\n"
      "<link rel=\"alternate\" type=\"application/atom+xml\" title=\"{}\" "
      "href=\"{}feed.xml\">\n",
      address, escaped(words_("feed.title")), page.root);
  for (const auto& [name, value] : {std::pair{"title", escaped(title)},
                                    {"description", about},
                                    {"url", address},
                                    {"type", std::string("article")},
                                    {"site_name", words_("site.name")}})
    html +=
        fmt::format("<meta property=\"og:{}\" content=\"{}\">\n", name, value);
  return html;
}

std::string Maker::source_link() const {
  if (addresses_.source.empty()) return "";
  return fmt::format(" · <a href=\"{}\">{}</a>", escaped(addresses_.source),
                     words_("book.source"));
}

// Without scripts the link names the page, and with them the step, too.
std::string Maker::report_of(const std::string& place) const {
  if (addresses_.report.empty()) return "";
  const std::string address = report_address(addresses_.report);
  return fmt::format(
      " · <a class=\"report\" href=\"{}\" data-address=\"{}\" "
      "data-page=\"{}\">{}</a>",
      escaped(with_place(address, place)), escaped(address), escaped(place),
      words_("report.link"));
}

// What a page holds may have any of the marks in it, so it comes last.
std::string Maker::framed(const PageText& page) const {
  const std::string title = page.title.empty()
                                ? words_("site.name")
                                : page.title + " · " + words_("site.name");
  return filled(
      frame_, {{"language", words_.language()},
               {"title", escaped(title)},
               {"meta", meta_of(page, title)},
               {"kind", page.kind},
               {"scripts", scripts_of(page)},
               {"site.name", words_("site.name")},
               {"skip", words_("nav.skip")},
               {"map", words_("nav.map")},
               {"notebooks", words_("nav.notebooks")},
               {"playground", words_("nav.playground")},
               {"claims", words_("nav.claims")},
               {"root", page.root},
               {"search", words_("nav.search")},
               {"theme", words_("nav.theme")},
               {"site.foot", words_("site.foot")},
               {"licence", words_("book.licence")},
               {"source", source_link()},
               {"report", report_of(page.title.empty() ? words_("site.name")
                                                       : page.title)},
               {"papers", words_("nav.papers")},
               {"main", page.kind == "papers"
                            ? page.main
                            : with_citations(page.main, papers_, page.root)}});
}

// ../04_sinusoidal/README.md#fast-and-slow becomes
// 04_sinusoidal.html#fast-and-slow. Files that have no page are no links.
LinkTo Maker::links(const std::string& topic) const {
  return [this, topic](const std::string& to) -> std::string {
    if (content::begins_with(to, "https://")) return to;
    const std::size_t hash = std::min(to.find('#'), to.size());
    const std::string anchor = to.substr(hash);
    const std::filesystem::path path =
        (std::filesystem::path("lessons") / topic / to.substr(0, hash))
            .lexically_normal();
    if (hash == 0) return anchor;
    if (path.filename() != "README.md") return "";
    for (const runner::LessonEntry& lesson : course_.lessons)
      if (path.parent_path().filename() == lesson.topic)
        return page_of(lesson) + anchor;
    return "";
  };
}

std::string one_column(const std::string& title, const std::string& above,
                       const std::string& below, const std::string& rest) {
  const std::string number =
      above.empty() ? "" : "<p class=\"number\">" + above + "</p>";
  return fmt::format(
      "<div class=\"book single\">\n<main id=\"main\" tabindex=\"-1\">\n"
      "<header class=\"title\">{}<h1>{}</h1>{}</header>\n{}</main>\n</div>\n",
      number, title, below, rest);
}

std::string subject(const std::string& html) {
  return "<p class=\"subject\">" + html + "</p>";
}

std::string address_of(const std::string& url, const std::string& file) {
  return url + "/" + (file == "index.html" ? "" : file);
}

std::string page_of(const runner::LessonEntry& lesson) {
  return lesson.topic + ".html";
}

std::string page_of(const runner::Exercise& exercise) {
  return "exercise_" + exercise.id + ".html";
}

}  // namespace web
