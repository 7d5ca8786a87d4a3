#pragma once

#include <map>
#include <string>
#include <vector>

#include "course/claims/notebook.h"
#include "course/web/page_frame.h"
#include "course/web/recordings.h"

namespace web {

/// The page on which a place stands, by the name of the place.
using PageNumbers = std::map<std::string, int>;

/// The whole course as one page, for a printer: contents, lessons, exercises,
/// claims, papers. Links lead to places in it, "p1", "p2", …; those to pages
/// that it leaves out are plain text. The contents have the numbers of pages,
/// as far as they are known.
PageText book_page(const Maker& maker, const Recordings& recordings,
                   const std::vector<claims::Notebook>& notebooks,
                   const PageNumbers& numbers);

}  // namespace web
