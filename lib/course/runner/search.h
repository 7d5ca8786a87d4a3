#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "course/runner/find.h"
#include "course/runner/search_query.h"
#include "course/runner/search_rank.h"

namespace runner {

/// Spots made ready to be searched. Keeps references to both lists.
class Search {
 public:
  Search(const std::vector<Spot>& spots, const std::vector<NameGroup>& names);

  std::vector<SearchTerm> terms(std::string_view typed) const {
    return search_terms(typed, names_, known_);
  }

  /// Those that have all the terms, the best first.
  std::vector<const Spot*> find(const std::vector<SearchTerm>& terms) const;

  /// All words that stand somewhere, the usual ones first.
  const std::vector<std::string>& known() const { return known_; }

 private:
  const std::vector<NameGroup>& names_;
  std::vector<SearchedSpot> spots_;
  std::vector<std::string> known_;
};

}  // namespace runner
