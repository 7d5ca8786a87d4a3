#include "course/web/feed.h"

#include <fmt/format.h>

#include <regex>
#include <vector>

#include "course/content/lines.h"
#include "horloge/core/error.h"

namespace web {
namespace {

struct Release {
  std::string version;
  std::string time;  // as Atom has it; the day is all that is known
  std::string text;  // Markdown
};

std::vector<Release> read_releases(const std::string& log) {
  static const std::regex dated(R"(## (\S+) - (\d{4}-\d\d-\d\d))");
  std::vector<Release> releases;
  bool inside = false;
  for (const std::string& line : content::lines_of(log)) {
    std::smatch found;
    if (content::begins_with(line, "## ")) {
      inside = std::regex_match(line, found, dated);
      if (inside)
        releases.push_back({found[1], found[2].str() + "T00:00:00Z", ""});
    } else if (inside) {
      releases.back().text += line + "\n";
    }
  }
  return releases;
}

}  // namespace

std::string feed(const Maker& maker, const std::string& url) {
  const auto log = maker.course().root / "CHANGELOG.md";
  const std::vector<Release> releases = read_releases(runner::read_text(log));
  if (releases.empty())
    throw horloge::FileError(
        log.string() + ": no section has a date, as in ## 0.1.0 - 2026-11-22");
  const Words& words = maker.words();
  const std::string place = url + "/feed.xml";
  std::string xml = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"{}\">\n"
      "<id>{}</id>\n<link rel=\"self\" href=\"{}\"/>\n"
      "<link href=\"{}/\"/>\n<title>{}</title>\n<updated>{}</updated>\n"
      "<author><name>{}</name></author>\n",
      words.language(), place, place, url, escaped(words("feed.title")),
      releases.front().time, escaped(words("feed.author")));
  for (const Release& release : releases)
    xml += fmt::format(
        "<entry><id>{}#{}</id><link href=\"{}/\"/><title>{}</title>"
        "<updated>{}</updated>\n<content type=\"html\" xml:base=\"{}/\">{}"
        "</content></entry>\n",
        place, escaped(release.version), url,
        escaped(words("feed.entry", {{"version", release.version}})),
        release.time, url,
        escaped(html_of_markdown(release.text, maker.links())));
  return xml + "</feed>\n";
}

}  // namespace web
