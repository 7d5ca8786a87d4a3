#include "course/stage/math_text.h"

#include <algorithm>
#include <limits>

#include "course/stage/math_parser.h"
#include "course/stage/terminal.h"

namespace stage {
namespace {

// How good it is to begin a line with a word: best 0, no operator 2.
int rank_of(std::string_view word) {
  for (const std::string_view relation :
       {"=", ":=", "≈", "≤", "≥", "<", ">", "∈", "→", "∝", "⇒"})
    if (word == relation) return 0;
  for (const std::string_view sign : {"+", "-", "·", "×", "/", "⊙"})
    if (word == sign) return 1;
  return 2;
}

std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < line.size();) {
    const std::size_t end = std::min(line.find(' ', i), line.size());
    if (end > i) words.push_back(line.substr(i, end - i));
    i = end + 1;
  }
  return words;
}

std::string joined(const std::vector<std::string>& words, std::size_t begin,
                   std::size_t end) {
  std::string text;
  for (std::size_t i = begin; i < end; ++i)
    text += (i == begin ? "" : " ") + words[i];
  return text;
}

// How many brackets are open before each word.
std::vector<int> depths_of(const std::vector<std::string>& words) {
  std::vector<int> depths;
  int depth = 0;
  for (const std::string& word : words) {
    depths.push_back(depth);
    for (const char c : word) {
      if (c == '(' || c == '[' || c == '{') ++depth;
      if (c == ')' || c == ']' || c == '}') --depth;
    }
  }
  return depths;
}

// Where the line that begins at a word and could reach as far as `end` is
// broken: before an operator, in as few brackets as can be, as late as can be.
std::size_t break_before(const std::vector<std::string>& words,
                         const std::vector<int>& depths, std::size_t begin,
                         std::size_t end) {
  std::size_t best = end;
  int least = std::numeric_limits<int>::max();
  for (std::size_t i = begin + 1 + (end - begin) / 3; i <= end; ++i) {
    const int rank = rank_of(words[i]);
    if (rank == 2 || 2 * depths[i] + rank > least) continue;
    best = i;
    least = 2 * depths[i] + rank;
  }
  return best;
}

// Lines after the first are set in.
std::vector<std::string> broken(const std::string& line, std::size_t width) {
  const std::vector<std::string> words = words_of(line);
  const std::vector<int> depths = depths_of(words);
  std::vector<std::string> lines;
  std::size_t begin = 0;
  while (begin < words.size()) {
    const std::string left(lines.empty() ? 0 : 4, ' ');
    std::size_t end = begin + 1;
    while (end < words.size() &&
           left.size() + display_width(joined(words, begin, end + 1)) <= width)
      ++end;
    if (end < words.size()) end = break_before(words, depths, begin, end);
    lines.push_back(left + joined(words, begin, end));
    begin = end;
  }
  return lines;
}

MathBox parsed(std::string_view latex, bool tall, const MathNames& plain) {
  MathNames names = plain_indices(latex);
  names.insert(plain.begin(), plain.end());
  return parse_math(latex, tall, names);
}

}  // namespace

std::string math_text(std::string_view latex, const MathNames& plain) {
  return parsed(latex, false, plain).line();
}

std::vector<std::string> math_lines(std::string_view latex, std::size_t width,
                                    const MathNames& plain) {
  MathBox box = parsed(latex, true, plain);
  for (std::string& row : box.rows) row.erase(row.find_last_not_of(' ') + 1);
  if (box.width() <= width) return box.rows;
  return broken(math_text(latex, plain), width);
}

}  // namespace stage
