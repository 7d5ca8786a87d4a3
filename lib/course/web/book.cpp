#include "course/web/book.h"

#include <fmt/format.h>

#include <functional>
#include <string_view>

#include "course/content/lines.h"
#include "course/web/citations.h"
#include "course/web/claim_page.h"
#include "course/web/exercise_page.h"
#include "course/web/lesson_page.h"
#include "course/web/papers_page.h"

namespace web {
namespace {

// What stands in the main part of a page.
std::string inside(const std::string& main) {
  const std::size_t begin = main.find('>', main.find("<main")) + 1;
  return main.substr(begin, main.rfind("</main>") - begin);
}

// An exercise is a part of a chapter: its headings are one level lower.
std::string one_level_down(std::string html) {
  for (const char level : {'2', '1'})
    for (const std::string_view begin : {"<h", "</h"}) {
      const std::string heading = std::string(begin) + level;
      for (std::size_t at = html.find(heading); at != std::string::npos;
           at = html.find(heading, at + heading.size()))
        ++html[at + begin.size()];
    }
  return html;
}

// Each attribute of that name, with what `changed` makes of its value.
std::string with_attribute(
    const std::string& html, const std::string& name,
    const std::function<std::string(const std::string&)>& changed) {
  const std::string begin = " " + name + "=\"";
  std::string out;
  std::size_t done = 0;
  for (std::size_t at = html.find(begin); at != std::string::npos;
       at = html.find(begin, done)) {
    const std::size_t from = at + begin.size(), to = html.find('"', from);
    out += html.substr(done, at - done) + changed(html.substr(from, to - from));
    done = to + 1;
  }
  return out + html.substr(done);
}

class Book {
 public:
  Book(const Maker& maker, const PageNumbers& numbers)
      : maker_(maker), words_(maker.words()), numbers_(numbers) {}

  // A page that is a chapter.
  void add_chapter(const PageText& page, const std::string& title) {
    add_entry("chapter", page.file, title);
    add_page(page, inside(page.main), "chapter");
  }

  // The head of a chapter of several pages; `name` as a link to it has it.
  void add_head(const std::string& name, const std::string& title,
                const std::string& about) {
    add_entry("chapter", name, title);
    main_ += fmt::format(
        "<section class=\"chapter\" id=\"{}\"><header class=\"title\">"
        "<h1>{}</h1>{}</header></section>\n",
        place(name), title, subject(about));
  }

  void add_part(const PageText& page, const std::string& title) {
    add_entry("below", page.file, title);
    add_page(page, one_level_down(inside(page.main)), "part");
  }

  // A line of the contents.
  void add_entry(const char* kind, const std::string& name,
                 const std::string& title) {
    const std::string to = place(name);
    const auto known = numbers_.find(to);
    contents_ += fmt::format(
        "<li class=\"{}\"><a href=\"#{}\"><span>{}</span><i></i><b>{}</b></a>"
        "</li>\n",
        kind, to, title,
        known == numbers_.end() ? "" : std::to_string(known->second));
  }

  PageText page() {
    PageText page;
    page.file = "book.html";
    page.kind = "whole";
    page.main = fmt::format(
        "<main id=\"main\"><section class=\"cover\"><h1>{}</h1><p>{}</p>"
        "<p>{}</p></section>\n<nav class=\"contents\"><h2>{}</h2><ol>\n{}"
        "</ol></nav>\n{}</main>\n",
        words_("site.name"), words_("map.title"), words_("map.about"),
        words_("book.contents"), contents_, with_own_links());
    page.widgets = files_;
    page.widgets.insert(page.widgets.end(),
                        {"page/whole.css", "page/whole.js"});
    return page;
  }

 private:
  // "04_sinusoidal.html" and "04_sinusoidal.html#recap" have one each: "p12".
  std::string place(const std::string& name) {
    return fmt::format("p{}",
                       places_.emplace(name, places_.size() + 1).first->second);
  }

  void add_page(const PageText& page, const std::string& html,
                const char* kind) {
    files_.insert(files_.end(), page.widgets.begin(), page.widgets.end());
    const std::string cited =
        page.kind == "papers"
            ? html
            : with_citations(html, maker_.papers(), page.root);
    const auto own = [&](const std::string& id) {
      return " id=\"" + place(page.file + "#" + id) + "\"";
    };
    // From the folder of index.html: not yet known is what there will be.
    const auto from_root = [&](const std::string& to) {
      const bool is_below = content::begins_with(to, page.root);
      return " href=\"" +
             (to[0] == '#' ? page.file + to
              : is_below   ? to.substr(page.root.size())
                           : to) +
             "\"";
    };
    main_ += fmt::format(
        "<section class=\"{} of-{}\" id=\"{}\">\n{}</section>\n", kind,
        page.kind, place(page.file),
        with_attribute(with_attribute(cited, "id", own), "href", from_root));
  }

  // A link to a page that is left out is none.
  std::string with_own_links() const {
    return with_attribute(main_, "href", [&](const std::string& to) {
      if (content::begins_with(to, "https://")) return " href=\"" + to + "\"";
      const auto found = places_.find(to);
      return found == places_.end()
                 ? std::string()
                 : fmt::format(" href=\"#p{}\"", found->second);
    });
  }

  const Maker& maker_;
  const Words& words_;
  const PageNumbers& numbers_;
  std::map<std::string, std::size_t> places_;
  std::string contents_, main_;
  std::vector<std::string> files_;
};

void add_lesson(Book& book, const Maker& maker,
                const runner::LessonEntry& lesson, const Json& recording,
                const std::vector<claims::Notebook>& notebooks) {
  const PageText page = lesson_page(maker, lesson, recording, notebooks);
  book.add_chapter(page, escaped(page.title));
  for (const Json& step : recording.at("steps")) {
    const std::string heading = heading_of(step);
    book.add_entry("below", page.file + "#" + anchor_of(heading),
                   html_of_line(heading, maker.links()));
  }
}

}  // namespace

PageText book_page(const Maker& maker, const Recordings& recordings,
                   const std::vector<claims::Notebook>& notebooks,
                   const PageNumbers& numbers) {
  const Words& words = maker.words();
  Book book(maker, numbers);
  for (const runner::LessonEntry& lesson : maker.course().lessons)
    add_lesson(book, maker, lesson, recordings.of(lesson), notebooks);
  book.add_head("exercises", words("book.exercises"),
                words("book.exercises_about"));
  for (const runner::Exercise& exercise : maker.course().exercises)
    book.add_part(exercise_page(maker, exercise),
                  "<code>" + exercise.name + "</code>");
  book.add_head("claims.html", words("nav.claims"), words("claims.about"));
  for (const claims::Notebook& notebook : notebooks)
    for (const claims::Claim& claim : notebook.claims)
      book.add_part(
          claim_page(maker, notebook, claim),
          fmt::format("{}. {}", claim.number, html_of_line(claim.title, {})));
  book.add_chapter(papers_page(maker), words("nav.papers"));
  return book.page();
}

}  // namespace web
