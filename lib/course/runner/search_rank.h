#pragma once

#include <string>
#include <vector>

#include "course/runner/find.h"
#include "course/runner/search_query.h"

namespace runner {

/// A spot as it is searched: each text as search_text has it.
struct SearchedSpot {
  const Spot* spot = nullptr;
  std::string title, names, text, code;
};

/// How good a place it is for all of the terms, more is better; 0 if one of
/// them is not there. A title counts most, then the terms that a text explains,
/// then what it says, then its code; whole words and names as they were typed
/// count more than others.
double search_rank(const SearchedSpot& spot,
                   const std::vector<SearchTerm>& terms);

}  // namespace runner
