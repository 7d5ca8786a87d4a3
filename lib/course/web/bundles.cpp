#include "course/web/bundles.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "course/content/lines.h"
#include "course/runner/course.h"
#include "course/runner/own_folder.h"
#include "horloge/text/json.h"

namespace fs = std::filesystem;

namespace web {
namespace {

bool is_script(const fs::path& file) { return file.extension() == ".js"; }

std::string shortened_part(const fs::path& file, const std::string& text) {
  return is_script(file) ? shortened(text) : text;
}

}  // namespace

void write_bundles(const fs::path& source,
                   const std::map<std::string, std::string>& made,
                   const fs::path& page) {
  const nlohmann::json bundles =
      horloge::read_json(source / "scripts.json", "pages");
  for (const auto& [file, parts] : bundles.items()) {
    std::string text;
    for (const std::string part : parts) {
      const auto found = made.find(part);
      text += shortened_part(part, found == made.end()
                                       ? runner::read_text(source / part)
                                       : found->second);
    }
    runner::write_file(page / file, text);
  }
}

std::string bundle_of(const fs::path& folder, const char* kind) {
  std::vector<fs::path> files;
  if (fs::is_directory(folder))
    for (const auto& file : fs::directory_iterator(folder))
      if (file.path().extension() == kind) files.push_back(file.path());
  std::sort(files.begin(), files.end());
  std::string text;
  for (const fs::path& file : files)
    text += shortened_part(file, runner::read_text(file));
  return text;
}

std::string shortened(const std::string& script) {
  std::string out;
  bool in_comment = false;
  for (const std::string& line : content::lines_of(script)) {
    const std::size_t from = line.find_first_not_of(' ');
    if (from == std::string::npos) continue;
    const std::string_view words = std::string_view(line).substr(from);
    in_comment = in_comment || content::begins_with(words, "/*");
    if (!in_comment && !content::begins_with(words, "//"))
      out += std::string(words) + "\n";
    if (in_comment) in_comment = words.find("*/") == std::string_view::npos;
  }
  return out;
}

}  // namespace web
