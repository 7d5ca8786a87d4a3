#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "course/content/claims.h"

namespace claims {

using content::Verdict;
using content::word_of;

/// What the code of a claim finds out: cases in which the claim was tried, each
/// with its figures and with whether the claim holds there.
class Finding {
 public:
  /// A case. In it the claim holds, or it fails.
  template <class... Args>
  void check(bool holds, fmt::format_string<Args...> format, Args&&... args) {
    lines_.push_back({holds ? Kind::holds : Kind::fails,
                      fmt::format(format, std::forward<Args>(args)...)});
  }

  /// Figures that decide nothing by themselves.
  template <class... Args>
  void note(fmt::format_string<Args...> format, Args&&... args) {
    lines_.push_back(
        {Kind::note, fmt::format(format, std::forward<Args>(args)...)});
  }

  /// From all cases: it holds in all, in none, or in some. std::logic_error if
  /// there is no case.
  Verdict verdict() const;

  /// A line for each case and note, each with what it is before it.
  std::string text() const;

 private:
  enum class Kind { holds, fails, note };
  struct Line {
    Kind kind;
    std::string text;
  };
  std::vector<Line> lines_;
};

}  // namespace claims
