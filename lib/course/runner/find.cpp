#include "course/runner/find.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "course/runner/screen.h"
#include "course/runner/search.h"
#include "course/runner/search_words.h"
#include "horloge/core/error.h"
#include "horloge/core/words.h"
#include "horloge/text/width.h"

namespace runner {
namespace {

constexpr std::size_t most_hits = 10;

using Words = std::vector<std::string>;

bool has_any(const Words& words, const Words& wanted) {
  return std::any_of(wanted.begin(), wanted.end(), [&](const auto& begin) {
    return std::any_of(words.begin(), words.end(), [&](const auto& word) {
      return word.compare(0, begin.size(), begin) == 0;
    });
  });
}

// The words that are looked for, by all their names.
Words wanted_words(const std::vector<SearchTerm>& terms) {
  Words wanted;
  for (const SearchTerm& term : terms)
    for (const std::string& name : term.names) {
      std::istringstream in(name);
      for (std::string word; in >> word;) wanted.push_back(word);
    }
  return wanted;
}

// How many of a few words of a text are looked for.
std::size_t found_near(const std::vector<Words>& parts, std::size_t first,
                       const Words& wanted) {
  constexpr std::size_t few = 8;
  const std::size_t last = std::min(first + few, parts.size());
  std::size_t found = 0;
  for (std::size_t i = first; i < last; ++i) found += has_any(parts[i], wanted);
  return found;
}

// The words of a text around the first place that has most of those looked for.
std::string around(const std::string& text, const Words& wanted,
                   std::size_t width) {
  std::istringstream in(text);
  Words words;
  std::vector<Words> parts;
  for (std::string word; in >> word;) {
    words.push_back(word);
    parts.push_back(search_words(word));
  }
  std::size_t found = 0, most = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!has_any(parts[i], wanted)) continue;
    const std::size_t near = found_near(parts, i, wanted);
    if (near <= most) continue;
    most = near;
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

// The words that are looked for stand out.
std::string marked(const Session& session, const std::string& line,
                   const Words& wanted, stage::Style others) {
  std::string out;
  std::istringstream in(line);
  for (std::string word; in >> word;)
    out +=
        (out.empty() ? "" : " ") +
        stage::styled(
            session.terminal,
            has_any(search_words(word), wanted) ? stage::Style::bold : others,
            word);
  return out;
}

std::string full_title(const Spot& spot) {
  switch (spot.kind) {
    case Spot::Kind::lesson:
      return spot.title + (spot.names.empty() ? "" : " · " + spot.names);
    case Spot::Kind::exercise:
      return "exercise " + spot.title;
    case Spot::Kind::scheme:
      return "position scheme " + spot.title;
    case Spot::Kind::model:
      return "model " + spot.title;
    case Spot::Kind::command:
      return "command " + spot.title;
    default:
      return spot.title;
  }
}

// Its title stands beside what to type, or below it where there is no room.
std::string show_hit(const Session& session, const Spot& spot,
                     const Words& wanted) {
  constexpr std::size_t column = 24, set_in = 4;
  const std::size_t width = session.terminal.width;
  const std::size_t used = stage::display_width(spot.where);
  const std::size_t gap = std::max(column, used + 2) - used;
  const std::string title = full_title(spot);
  const bool beside = used + gap + stage::display_width(title) <= width;
  std::string out =
      spot.where +
      (beside ? std::string(gap, ' ') : "\n" + std::string(set_in, ' ')) +
      marked(session,
             horloge::cut_to_width(title, beside ? width : width - set_in),
             wanted, stage::Style::plain) +
      "\n";
  for (const auto* const text : {&spot.text, &spot.code}) {
    const std::string said = around(*text, wanted, width - set_in);
    if (said.empty()) continue;
    return out + std::string(set_in, ' ') +
           marked(session, said, wanted, stage::Style::dim) + "\n";
  }
  return out;
}

// What no spot speaks of, and the nearest word that one has.
std::string nothing_found(const Search& search, const Words& typed) {
  const Words& all = search.known();
  for (const std::string& text : typed)
    for (const SearchTerm& term : search.terms(text))
      for (const std::string& word : search_words(term.names.front())) {
        if (has_any(all, {word})) continue;
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

std::vector<NameGroup> names_of(const Course& course) {
  return read_names(read_text(course.root / "lessons/names.txt"));
}

std::string show_found(const Session& session,
                       const std::vector<std::string>& words) {
  const std::vector<Spot> spots = spots_of(session.course);
  const std::vector<NameGroup> names = names_of(session.course);
  const Search search(spots, names);
  const std::vector<SearchTerm> terms =
      search.terms(horloge::joined(words, " "));
  if (terms.empty())
    throw horloge::ValueError(
        "./learn find looks for words, and this has none");
  const std::vector<const Spot*> found = search.find(terms);
  if (found.empty()) throw horloge::ValueError(nothing_found(search, words));
  const Words wanted = wanted_words(terms);
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
