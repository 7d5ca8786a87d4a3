#include "course/runner/search_rank.h"

#include <algorithm>
#include <cmath>

namespace runner {
namespace {

// How often a name stands in a text, as whole words and as a beginning.
struct Times {
  std::size_t whole = 0, begun = 0;
};

Times occurrences(const std::string& text, const std::string& name) {
  Times times;
  const std::string wanted = " " + name;
  for (std::size_t at = text.find(wanted); at != std::string::npos;
       at = text.find(wanted, at + 1)) {
    const std::size_t end = at + wanted.size();
    const bool whole = text[end] == ' ' || text.compare(end, 2, "s ") == 0;
    ++(whole ? times.whole : times.begun);
  }
  constexpr std::size_t short_name = 2;  // "t5" is no beginning
  if (name.size() <= short_name) times.begun = 0;
  return times;
}

// From 0 to about 2: whether any of the names is there, and how often.
double presence(const std::string& text, const SearchTerm& term) {
  double best = 0;
  for (const std::string& name : term.names) {
    const Times times = occurrences(text, name);
    const std::size_t all = times.whole + times.begun;
    if (all == 0) continue;
    const double kind = (times.whole > 0 ? 1.0 : 0.6) *
                        (&name == &term.names.front() ? 1.0 : 0.8);
    best =
        std::max(best, kind * (1 + 0.2 * std::log2(static_cast<double>(all))));
  }
  return best;
}

// Which part of a title's words is looked for.
double share(const std::string& title, const std::vector<SearchTerm>& terms) {
  const auto length = [](const std::string& text) {
    return static_cast<double>(std::count(text.begin(), text.end(), ' '));
  };
  double found = 0;
  for (const SearchTerm& term : terms) {
    double longest = 0;
    for (const std::string& name : term.names) {
      const Times times = occurrences(title, name);
      if (times.whole + times.begun > 0)
        longest = std::max(longest, length(name) + 1);
    }
    found += longest;
  }
  return std::min(1.0, found / std::max(1.0, length(title) - 1));
}

double worth_of(Spot::Kind kind) {
  switch (kind) {
    case Spot::Kind::lesson:
      return 18;
    case Spot::Kind::step:
      return 6;
    case Spot::Kind::exercise:
      return 4;
    case Spot::Kind::claim:
      return 3;
    case Spot::Kind::notebook:
    case Spot::Kind::playground:
      return 2.5;
    case Spot::Kind::scheme:
      return 2;
    case Spot::Kind::model:
      return 1.5;
    case Spot::Kind::cell:
    case Spot::Kind::command:
      return 0;
  }
  return 0;
}

}  // namespace

double search_rank(const SearchedSpot& spot,
                   const std::vector<SearchTerm>& terms) {
  const bool is_lesson = spot.spot->kind == Spot::Kind::lesson;
  const auto n = static_cast<double>(terms.size());
  double sum = 0, named = 0;
  for (const SearchTerm& term : terms) {
    const double title = std::min(1.0, presence(spot.title, term));
    const double names = std::min(1.0, presence(spot.names, term));
    double worth = 10 * title + (is_lesson ? 10 : 8) * names +
                   2 * presence(spot.text, term);
    if (worth == 0) worth = presence(spot.code, term);
    if (worth == 0) return 0;
    sum += worth;
    named += title + names > 0;
  }
  const double worth = sum / n + 3 * share(spot.title, terms);
  if (!is_lesson) return worth + worth_of(spot.spot->kind);
  // A lesson says something of everything; what it is about is in its title.
  return named == 0 ? 0
                    : std::max(worth, sum / n + 3 * share(spot.names, terms)) +
                          worth_of(spot.spot->kind) * std::pow(named / n, 3);
}

}  // namespace runner
