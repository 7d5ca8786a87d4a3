#pragma once

#include <string>
#include <vector>

#include "course/web/page_frame.h"
#include "course/web/recordings.h"

namespace web {

/// What the search of the pages reads: steps of lessons and exercises, each
/// {"at": page#step, "in": lesson, "title", "text"}.
class SearchTexts {
 public:
  explicit SearchTexts(const Maker& maker) : maker_(maker) {}

  void add(const runner::Lesson& lesson, const Json& recording);
  void add(const runner::Exercise& exercise);

  /// All of them, packed, as a script for the browser.
  std::string script() const;

 private:
  const Maker& maker_;
  nlohmann::json all_ = nlohmann::json::array();
};

}  // namespace web
