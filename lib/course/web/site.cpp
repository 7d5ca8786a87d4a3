#include "course/web/site.h"

#include <fmt/format.h>

#include <vector>

#include "course/runner/own_folder.h"
#include "course/runner/wrong_use.h"
#include "course/web/claim_page.h"
#include "course/web/exercise_page.h"
#include "course/web/feed.h"
#include "course/web/lesson_page.h"
#include "course/web/map_page.h"
#include "course/web/notebook_page.h"
#include "course/web/offline.h"
#include "course/web/papers_page.h"
#include "course/web/playground_page.h"
#include "course/web/search_texts.h"
#include "course/web/web_address.h"

namespace fs = std::filesystem;

namespace web {
namespace {

// Stands in each site, so that nothing else is ever replaced.
constexpr const char* mark = "<meta name=\"generator\" content=\"Horloge\">";

void need_room(const fs::path& folder) {
  if (!fs::exists(folder)) return;
  if (!fs::is_directory(folder))
    throw runner::WrongUse(fmt::format(
        "./learn web: {} is a file, not a folder", folder.string()));
  const fs::path index = folder / "index.html";
  const bool is_site = fs::exists(index) &&
                       runner::read_text(index).find(mark) != std::string::npos;
  if (!is_site && !fs::is_empty(folder))
    throw runner::WrongUse(
        fmt::format("./learn web: {} has other things in it; name a new folder",
                    folder.string()));
}

void write_pages(const runner::Course& course, const Built& built,
                 const fs::path& folder, const Addresses& addresses,
                 const std::function<void(const std::string&)>& wait) {
  const Words words(course, "en");
  const Maker maker(course, words, addresses);
  const std::string& url = addresses.url;
  std::vector<std::string> files;
  const Recordings recordings(course, wait);
  const auto write = [&](const PageText& page) {
    runner::write_file(folder / page.file, maker.framed(page));
    files.push_back(page.file);
  };
  const auto claims = claims::read_notebooks(course.root / "lessons/claims");
  for (const runner::LessonEntry& lesson : course.lessons)
    write(lesson_page(maker, lesson, recordings.of(lesson), claims));
  for (const runner::Exercise& exercise : course.exercises)
    write(exercise_page(maker, exercise));
  const auto notebooks = runner::read_notebooks(course);
  for (const runner::Notebook& notebook : notebooks)
    write(notebook_page(maker, notebook));
  runner::make_folder(folder / "claims");
  for (const claims::Notebook& notebook : claims)
    for (const claims::Claim& claim : notebook.claims)
      write(claim_page(maker, notebook, claim));
  write(claims_page(maker, claims));
  write(papers_page(maker));
  write(playground_page(maker));
  write(map_page(maker, notebooks));
  if (!url.empty()) {
    runner::write_file(folder / "sitemap.xml", sitemap(url, files));
    runner::write_file(folder / "feed.xml", feed(maker, url));
  }
  write(missing_page(maker, url));
  copy_assets(course, built,
              {{"words.js", words.script()},
               {"course.js", exercise_list(course)},
               {"packed_spots.js", search_script(maker, notebooks)}},
              folder);
  runner::write_file(folder / "course.webmanifest", web_manifest(words));
  runner::write_file(folder / "sw.js", service_worker(maker, folder));
}

}  // namespace

void write_site(const runner::Course& course, const Built& built,
                const fs::path& folder, const Addresses& addresses,
                const std::function<void(const std::string&)>& wait) {
  const fs::path whole = fs::absolute(folder).lexically_normal();
  const fs::path place = whole.has_filename() ? whole : whole.parent_path();
  need_room(place);
  runner::make_folder(place.parent_path());
  // Beside it, so that a rename is enough.
  const runner::RemoveAtEnd part(place.string() + ".part");
  const runner::RemoveAtEnd old(place.string() + ".old");
  fs::remove_all(part.path());
  fs::remove_all(old.path());
  runner::make_folder(part.path());
  write_pages(course, built, part.path(), addresses, wait);
  if (fs::exists(place)) fs::rename(place, old.path());
  fs::rename(part.path(), place);
}

}  // namespace web
