#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace horloge {

/// A part of a text, in bytes, and whether it is what was looked for.
struct TextSpan {
  std::size_t begin, end;
  bool matches;
};

/// What becomes of a match where a text is cut. Of "a-b--c" at "-":
enum class SplitBehavior {
  removed,               ///< a b c
  isolated,              ///< a - b - - c
  merged_with_previous,  ///< a- b- - c
  merged_with_next,      ///< a -b - -c
  contiguous             ///< a - b -- c
};

/// Covers a text with its characters of some kind, each by itself, and what is between.
std::vector<TextSpan> spans_of(std::string_view text, bool (*is_of_kind)(char32_t code));

/// Covers a text with the places where it has `part`, and what is between. `part` is not empty.
std::vector<TextSpan> spans_of(std::string_view text, std::string_view part);

/// The parts that spans, which cover a text, are cut into.
std::vector<TextSpan> split(const std::vector<TextSpan>& spans, SplitBehavior behavior);

}  // namespace horloge
