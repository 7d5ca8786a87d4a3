#include "course/web/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "horloge/core/error.h"
#include "horloge/text/json.h"

namespace fs = std::filesystem;

namespace web {

Words::Words(const runner::Course& course, const std::string& language)
    : language_(language) {
  const fs::path folder = course.root / "lib/course/web/text" / language;
  std::vector<fs::path> files;
  for (const auto& file : fs::directory_iterator(folder))
    if (file.path().extension() == ".json") files.push_back(file.path());
  const fs::path own = fmt::format("live/text.{}.json", language);
  for (const auto& lesson : fs::directory_iterator(course.root / "lessons"))
    if (fs::exists(lesson.path() / own)) files.push_back(lesson.path() / own);
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) read(file);
}

void Words::read(const fs::path& file) {
  const nlohmann::json texts = horloge::read_json(file, "words");
  for (const auto& [name, text] : texts.items()) {
    if (!text.is_string() || words_.contains(name))
      throw horloge::FileError(
          fmt::format("[words] {}: '{}' {}", file.string(), name,
                      text.is_string() ? "is in two files" : "is no text"));
    words_[name] = text;
  }
}

std::string Words::operator()(
    const std::string& name,
    const std::vector<std::pair<std::string, std::string>>& with) const {
  const auto found = words_.find(name);
  if (found == words_.end())
    throw std::runtime_error(
        fmt::format("[words] no file has a text '{}'", name));
  std::string text = *found;
  for (const auto& [key, value] : with) {
    const std::string mark = "{" + key + "}";
    for (std::size_t at = text.find(mark); at != std::string::npos;
         at = text.find(mark, at + value.size()))
      text.replace(at, mark.size(), value);
  }
  return text;
}

std::string Words::script() const {
  return "(window.horloge = window.horloge || {}).words = " + words_.dump(1) +
         ";\n";
}

}  // namespace web
