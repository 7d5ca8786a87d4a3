#include "course/runner/search.h"

#include <algorithm>
#include <map>
#include <sstream>
#include <utility>

#include "course/runner/search_words.h"

namespace runner {

Search::Search(const std::vector<Spot>& spots,
               const std::vector<NameGroup>& names)
    : names_(names) {
  std::map<std::string, std::size_t> times;
  const auto count = [&](const std::string& text) {
    std::istringstream in(text);
    for (std::string word; in >> word;) ++times[word];
  };
  for (const Spot& spot : spots) {
    spots_.push_back({&spot, search_text(spot.title), search_text(spot.names),
                      search_text(spot.text), search_text(spot.code)});
    const SearchedSpot& last = spots_.back();
    for (const auto* text : {&last.title, &last.names, &last.text, &last.code})
      count(*text);
  }
  for (SearchedSpot& lesson : spots_)
    if (lesson.spot->kind == Spot::Kind::lesson)
      for (const SearchedSpot& step : spots_)
        if (step.spot->kind == Spot::Kind::step &&
            step.spot->number == lesson.spot->number)
          lesson.text += step.title + step.text;
  for (const NameGroup& group : names)
    for (const std::string& name : group) count(name);
  for (const auto& [word, n] : times) known_.push_back(word);
  std::stable_sort(known_.begin(), known_.end(),
                   [&](const std::string& a, const std::string& b) {
                     return times[a] > times[b];
                   });
}

std::vector<const Spot*> Search::find(
    const std::vector<SearchTerm>& terms) const {
  std::vector<std::pair<double, const Spot*>> found;
  for (const SearchedSpot& spot : spots_)
    if (const double rank = search_rank(spot, terms); rank > 0)
      found.emplace_back(rank, spot.spot);
  std::stable_sort(
      found.begin(), found.end(),
      [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<const Spot*> spots;
  for (const auto& [rank, spot] : found) spots.push_back(spot);
  return spots;
}

}  // namespace runner
