#include "course/runner/find.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <tuple>

#include "course/runner/screen.h"
#include "course/runner/search_words.h"
#include "horloge/core/error.h"
#include "horloge/core/words.h"
#include "horloge/text/width.h"

namespace runner {
namespace {

constexpr std::size_t most_hits = 10;

using Words = std::vector<std::string>;

std::size_t times_in(const Words& words, const std::string& wanted) {
  return static_cast<std::size_t>(std::count_if(
      words.begin(), words.end(),
      [&](const std::string& word) { return begins_with(word, wanted); }));
}

bool has_all(const Words& words, const Words& wanted) {
  return std::all_of(
      wanted.begin(), wanted.end(),
      [&](const std::string& word) { return times_in(words, word) > 0; });
}

// Less is better: where the words stand, how many of them only begin another
// word, and how often they come.
using Rank = std::tuple<std::size_t, std::ptrdiff_t, std::ptrdiff_t>;

std::optional<Rank> rank(const Spot& spot, const Words& wanted) {
  Words words = search_words(spot.title);
  std::size_t level = 0;
  for (const std::string& more : {std::string(), spot.text, spot.names}) {
    const Words next = search_words(more);
    words.insert(words.end(), next.begin(), next.end());
    if (has_all(words, wanted)) {
      std::ptrdiff_t times = 0, beginnings = 0;
      for (const std::string& word : wanted) {
        times += static_cast<std::ptrdiff_t>(times_in(words, word));
        beginnings += std::count(words.begin(), words.end(), word) == 0;
      }
      return Rank{level, beginnings, level == 0 ? 0 : -times};
    }
    ++level;
  }
  return {};
}

// What hyphens join may be apart in a text.
Words all_wanted(const Words& typed) {
  Words wanted;
  for (std::string text : typed) {
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c == '-' || c == '_'; },
        ' ');
    for (const std::string& word : search_words(text)) wanted.push_back(word);
  }
  return wanted;
}

// How many of those looked for are among a few words of a text.
std::size_t found_near(const std::vector<Words>& parts, std::size_t first,
                       const Words& wanted) {
  constexpr std::size_t few = 8;
  return static_cast<std::size_t>(
      std::count_if(wanted.begin(), wanted.end(), [&](const std::string& w) {
        const std::size_t last = std::min(first + few, parts.size());
        for (std::size_t i = first; i < last; ++i)
          if (times_in(parts[i], w) > 0) return true;
        return false;
      }));
}

// The words of a text around the first place that has most of those looked for.
std::string around(const std::string& text, const Words& wanted,
                   std::size_t width) {
  std::istringstream in(text);
  Words words;
  std::vector<Words> parts;
  for (std::string word; in >> word;) {
    if (word == "|") continue;  // of a table
    words.push_back(word);
    parts.push_back(search_words(word));
  }
  std::size_t found = 0, most = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool one_begins = std::any_of(
        wanted.begin(), wanted.end(),
        [&](const std::string& w) { return times_in(parts[i], w) > 0; });
    if (!one_begins || found_near(parts, i, wanted) <= most) continue;
    most = found_near(parts, i, wanted);
    found = i;
  }
  if (most == 0) return "";
  constexpr std::size_t before = 4;
  const std::size_t first = found - std::min(found, before);
  std::string line = first > 0 ? "…" : "";
  for (std::size_t i = first; i < words.size(); ++i)
    line += (line.empty() ? "" : " ") + words[i];
  return horloge::cut_to_width(line, width);
}

// Its title stands beside what to type, or below it where there is no room.
std::string show_hit(const Session& session, const Spot& spot,
                     const Words& wanted) {
  constexpr std::size_t column = 24, set_in = 4;
  const std::size_t width = session.terminal.width;
  const std::size_t used = stage::display_width(spot.where);
  const std::size_t gap = std::max(column, used + 2) - used;
  const bool beside = used + gap + stage::display_width(spot.title) <= width;
  std::string out =
      spot.where +
      (beside ? std::string(gap, ' ') : "\n" + std::string(set_in, ' ')) +
      horloge::cut_to_width(spot.title, beside ? width : width - set_in) + "\n";
  if (has_all(search_words(spot.title), wanted)) return out;
  std::string said = around(spot.text, wanted, width - set_in);
  if (said.empty()) said = around(spot.names, wanted, width - set_in);
  if (said.empty()) return out;
  return out +
         stage::styled(session.terminal, stage::Style::dim,
                       std::string(set_in, ' ') + said) +
         "\n";
}

// What no spot speaks of, and the nearest word that one has.
std::string nothing_found(const std::vector<Spot>& spots, const Words& typed) {
  std::set<std::string> known;
  for (const Spot& spot : spots)
    for (const std::string& text : {spot.title, spot.text, spot.names})
      for (const std::string& word : search_words(text)) known.insert(word);
  const Words all(known.begin(), known.end());
  for (const std::string& text : typed)
    for (const std::string& word : all_wanted({text})) {
      if (times_in(all, word) > 0) continue;
      const auto nearest = std::min_element(
          all.begin(), all.end(), [&](const auto& a, const auto& b) {
            return edit_distance(word, a) < edit_distance(word, b);
          });
      const bool near = nearest != all.end() &&
                        edit_distance(word, *nearest) <= word.size() / 3;
      return fmt::format(
          "nothing in the course speaks of '{}'{}", text,
          near ? fmt::format("; the nearest word is '{}'", *nearest) : "");
    }
  return fmt::format(
      "nothing in the course has all of these words: {}; fewer may do",
      horloge::joined(typed, " "));
}

}  // namespace

std::vector<const Spot*> find_spots(const std::vector<Spot>& spots,
                                    const std::vector<std::string>& words) {
  const Words wanted = all_wanted(words);
  std::vector<std::pair<Rank, const Spot*>> ranked;
  for (const Spot& spot : spots)
    if (const auto at = rank(spot, wanted); at && !wanted.empty())
      ranked.emplace_back(*at, &spot);
  std::stable_sort(
      ranked.begin(), ranked.end(),
      [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<const Spot*> found;
  for (const auto& [at, spot] : ranked) found.push_back(spot);
  return found;
}

std::string show_found(const Session& session,
                       const std::vector<std::string>& words) {
  const std::vector<Spot> spots = spots_of(session.course);
  const Words wanted = all_wanted(words);
  if (wanted.empty())
    throw horloge::ValueError(
        "./learn find looks for words, and this has none");
  const std::vector<const Spot*> found = find_spots(spots, words);
  if (found.empty()) throw horloge::ValueError(nothing_found(spots, words));
  std::string out;
  for (std::size_t i = 0; i < std::min(found.size(), most_hits); ++i)
    out += show_hit(session, *found[i], wanted);
  if (found.size() > most_hits)
    out += wrapped(session, "",
                   fmt::format("and {} more; further words narrow it down",
                               found.size() - most_hits),
                   0);
  return out;
}

}  // namespace runner
