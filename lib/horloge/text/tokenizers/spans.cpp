#include "horloge/text/tokenizers/spans.h"

#include <algorithm>

#include "horloge/text/utf8.h"

namespace horloge {
namespace {

using Spans = std::vector<TextSpan>;

void add_match(Spans& spans, std::size_t& done, std::size_t begin, std::size_t end) {
  if (begin > done) spans.push_back({done, begin, false});
  spans.push_back({begin, end, true});
  done = end;
}

// Each match joins its neighbour on one side, unless that is a match, too.
template <class Iterator>
Spans with_neighbour(Iterator from, Iterator to) {
  Spans parts;
  bool after_match = false;
  for (; from != to; ++from) {
    if (from->matches && !after_match && !parts.empty()) {
      parts.back().begin = std::min(parts.back().begin, from->begin);
      parts.back().end = std::max(parts.back().end, from->end);
    } else {
      parts.push_back(*from);
    }
    after_match = from->matches;
  }
  return parts;
}

Spans without_matches(Spans spans) {
  spans.erase(
      std::remove_if(spans.begin(), spans.end(), [](const TextSpan& s) { return s.matches; }),
      spans.end());
  return spans;
}

Spans like_with_like(const Spans& spans) {
  Spans parts;
  for (const TextSpan& span : spans) {
    if (!parts.empty() && parts.back().matches == span.matches)
      parts.back().end = span.end;
    else
      parts.push_back(span);
  }
  return parts;
}

}  // namespace

std::vector<TextSpan> spans_of(std::string_view text, bool (*is_of_kind)(char32_t code)) {
  Spans spans;
  std::size_t done = 0;
  for (const auto& [code, bytes] : utf8_characters(text, "spans_of")) {
    const auto begin = static_cast<std::size_t>(bytes.data() - text.data());
    if (is_of_kind(code)) add_match(spans, done, begin, begin + bytes.size());
  }
  if (done < text.size()) spans.push_back({done, text.size(), false});
  return spans;
}

std::vector<TextSpan> spans_of(std::string_view text, std::string_view part) {
  Spans spans;
  std::size_t done = 0;
  for (std::size_t at = 0; (at = text.find(part, done)) != text.npos;)
    add_match(spans, done, at, at + part.size());
  if (done < text.size()) spans.push_back({done, text.size(), false});
  return spans;
}

std::vector<TextSpan> split(const std::vector<TextSpan>& spans, SplitBehavior behavior) {
  switch (behavior) {
    case SplitBehavior::removed:
      return without_matches(spans);
    case SplitBehavior::isolated:
      return spans;
    case SplitBehavior::merged_with_previous:
      return with_neighbour(spans.begin(), spans.end());
    case SplitBehavior::merged_with_next: {
      Spans parts = with_neighbour(spans.rbegin(), spans.rend());
      std::reverse(parts.begin(), parts.end());
      return parts;
    }
    case SplitBehavior::contiguous:
      return like_with_like(spans);
  }
  return spans;
}

}  // namespace horloge
