#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "course/runner/course.h"

namespace web {

/// The words of the pages in one language: text/en/*.json of this folder, and
/// live/text.en.json of each lesson. Another language is another folder.
class Words {
 public:
  /// horloge::FileError names a file that is no JSON object of texts, or a word
  /// that two files have.
  Words(const runner::Course& course, const std::string& language);

  /// A text by its name, with what stands in braces filled in: {n}.
  /// std::runtime_error for a name that no file has.
  std::string operator()(
      const std::string& name,
      const std::vector<std::pair<std::string, std::string>>& with = {}) const;

  const std::string& language() const { return language_; }
  /// All of them, as a script for the browser.
  std::string script() const;

 private:
  void read(const std::filesystem::path& file);

  std::string language_;
  nlohmann::json words_ = nlohmann::json::object();
};

}  // namespace web
