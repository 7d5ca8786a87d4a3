#pragma once

#include <cstddef>
#include <string>
#include <vector>

/// A poem of the Tang dynasty (618 to 907), as it stands in the Quan Tangshi or
/// the Three Hundred Tang Poems; both are in the public domain.
struct Poem {
  std::string title, author;
  std::vector<std::vector<std::string>> lines;  ///< four, of five or seven
  std::vector<std::size_t> rhymes;  ///< lines whose last words rhyme, from 0

  std::size_t words_a_line() const { return lines[0].size(); }
};

/// Poems of four lines, of five or of seven words each.
const std::vector<Poem>& poems_of_five();
const std::vector<Poem>& poems_of_seven();
