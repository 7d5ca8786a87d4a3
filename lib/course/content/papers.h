#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace content {

/// What lessons cite: an entry of lessons/papers.bib.
struct Paper {
  std::string key;  ///< "press2022"
  std::string title, year;
  std::string venue;                  ///< or empty
  std::string address;                ///< or empty
  std::vector<std::string> surnames;  ///< the last is "others" if some are left
  std::string authors;  ///< "Ofir Press, Noah A. Smith, Mike Lewis"
  std::string bibtex;   ///< the entry as it stands in the file

  /// How prose names its authors: "Press et al.", "Press, Smith and Lewis".
  std::vector<std::string> names() const;
};

/// The entries, one field a line. std::runtime_error for one that lacks its
/// authors, its title or its year.
std::vector<Paper> read_papers(std::string_view text);

}  // namespace content
