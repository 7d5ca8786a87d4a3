#include "course/web/offline.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <vector>

#include "course/content/lines.h"
#include "course/web/bundles.h"
#include "horloge/core/bytes.h"
#include "horloge/core/crc32.h"

namespace fs = std::filesystem;

namespace web {
namespace {

class Checksum {
 public:
  void add(std::string_view bytes) {
    sum_.add(bytes);
    size_ += bytes.size();
  }
  std::size_t size() const { return size_; }
  std::string name() const {
    return fmt::format("{:08x}{:x}", sum_.value(), size_);
  }

 private:
  horloge::Crc32 sum_;
  std::size_t size_ = 0;
};

std::vector<std::string> files_below(const fs::path& folder) {
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file())
      files.push_back(entry.path().lexically_relative(folder).generic_string());
  std::sort(files.begin(), files.end());
  return files;
}

// What lessons are read with: their pages, and the scripts of all. The rest is
// kept when it was loaded, or when the reader asks for all of it.
bool is_kept_at_first(const std::string& file,
                      const std::set<std::string>& lessons) {
  const std::string name = fs::path(file).filename();
  return lessons.count(file) > 0 || content::begins_with(name, "widgets.") ||
         (content::begins_with(file, "page/") &&
          !content::begins_with(file, "page/answers/") &&
          fs::path(file).extension() != ".packed");
}

}  // namespace

// The colours are those of the paper in look/colours.css.
std::string web_manifest(const Words& words) {
  const nlohmann::json icon = {
      {"src", "page/icon.svg"}, {"sizes", "any"}, {"type", "image/svg+xml"}};
  return nlohmann::json{{"name", words("map.title")},
                        {"short_name", words("site.name")},
                        {"description", words("site.foot")},
                        {"lang", words.language()},
                        {"start_url", "./"},
                        {"scope", "./"},
                        {"display", "minimal-ui"},
                        {"background_color", "#fcfbf8"},
                        {"theme_color", "#fcfbf8"},
                        {"icons", {icon}}}
             .dump(1) +
         "\n";
}

std::string service_worker(const Maker& maker, const fs::path& folder) {
  std::set<std::string> lessons = {"index.html"};
  for (const runner::LessonEntry& lesson : maker.course().lessons)
    lessons.insert(page_of(lesson));
  nlohmann::json first = nlohmann::json::array(), rest = first;
  Checksum sum;
  for (const std::string& file : files_below(folder)) {
    sum.add(file);
    sum.add(horloge::map_file(folder / file, "learn web").view);
    (is_kept_at_first(file, lessons) ? first : rest).push_back(file);
  }
  const std::size_t bytes = sum.size();
  const std::string script = shortened(runner::read_text(
      maker.course().root / "lib/course/web/page/offline/service.js"));
  sum.add(script);
  const nlohmann::json site = {{"version", sum.name()},
                               {"bytes", bytes},
                               {"first", first},
                               {"rest", rest},
                               {"missing", maker.words()("offline.missing")},
                               {"map", maker.words()("nav.map")}};
  return "const site = " + site.dump() + ";\n" + script;
}

}  // namespace web
