#pragma once

#include <string>
#include <vector>

#include "course/content/papers.h"

namespace web {

/// Text in which each paper that it cites, "Press et al. (2022)", is a link to
/// the list of papers and holds what the page shows beside it. Code, data and
/// other links stay as they are. `root` leads to the folder of index.html.
std::string with_citations(const std::string& html,
                           const std::vector<content::Paper>& papers,
                           const std::string& root);

/// "Ofir Press, Noah A. Smith, Mike Lewis. Train Short, … ICLR 2022.", as HTML.
std::string line_of(const content::Paper& paper);

/// The same, with the title as a link to the paper, if it is known where it is.
std::string linked_line(const content::Paper& paper);

}  // namespace web
