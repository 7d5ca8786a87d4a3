#pragma once

#include <map>
#include <string>
#include <string_view>

namespace web {

/// The pages on which the places of a PDF stand that links lead to, from 1 on,
/// by the names of the places. Reads what Chromium writes: objects that are not
/// packed, and one list of pages for each node of their tree.
/// std::runtime_error if it finds no pages.
std::map<std::string, int> pages_of_places(std::string_view pdf);

}  // namespace web
