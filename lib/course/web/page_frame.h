#pragma once

#include <string>
#include <vector>

#include "course/content/model_map.h"
#include "course/content/papers.h"
#include "course/runner/course.h"
#include "course/web/html.h"
#include "course/web/words.h"

namespace web {

/// A page before it is put between its head and its foot.
struct PageText {
  std::string file;   ///< "04_sinusoidal.html"
  std::string root;   ///< from its folder to that of index.html: "../"
  std::string title;  ///< of the window
  std::string about;  ///< Markdown; one sentence, for search engines
  std::string kind;   ///< "lesson", for the style sheet
  std::string main;   ///< HTML
  bool has_editor = false;
  std::vector<std::string> widgets;  ///< scripts and style sheets of its own
};

/// What the pages know of the world; each may be empty.
struct Addresses {
  std::string url;     ///< where the pages will be, without "/" at its end
  std::string source;  ///< where the source of the course is
  std::string report;  ///< where mistakes are reported; {place} is the page's
};

/// What all pages are made with.
class Maker {
 public:
  Maker(const runner::Course& course, const Words& words,
        Addresses addresses = {});

  const runner::Course& course() const { return course_; }
  const Words& words() const { return words_; }
  const std::vector<content::Paper>& papers() const { return papers_; }
  const content::ModelMap& model() const { return model_; }

  /// The whole page: the text in `page/page.html`, with its style sheets and
  /// scripts, and a link for each paper that it cites.
  std::string framed(const PageText& page) const;

  /// Links of a Markdown text in lessons/TOPIC, to pages of the site.
  LinkTo links(const std::string& topic = "") const;

 private:
  std::string scripts_of(const PageText& page) const;
  std::string meta_of(const PageText& page, const std::string& title) const;
  std::string source_link() const;
  std::string report_of(const std::string& place) const;

  const runner::Course& course_;
  const Words& words_;
  Addresses addresses_;
  std::string frame_;
  std::vector<content::Paper> papers_;
  content::ModelMap model_;
};

/// The main part of a page in one column: its title, with HTML above and below
/// it, and what follows. A lesson also has a list of steps beside it.
std::string one_column(const std::string& title, const std::string& above,
                       const std::string& below, const std::string& rest);

/// The line below a title that says what the page is about.
std::string subject(const std::string& html);

/// "https://example.org/course/04_sinusoidal.html"; index.html is the folder.
std::string address_of(const std::string& url, const std::string& file);

/// The files of pages.
std::string page_of(const runner::LessonEntry& lesson);
std::string page_of(const runner::Exercise& exercise);

}  // namespace web
