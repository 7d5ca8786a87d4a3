#include "tools.h"

#include <algorithm>
#include <cmath>
#include <fstream>

#include "course/stage/terminal.h"
#include "horloge/core/error.h"

using horloge::Array;
using horloge::Ids;
using stage::Page;

std::vector<std::string> french_sentences() {
  const std::string path = HORLOGE_DATA_DIR "/sentences/fr.tsv";
  std::ifstream file(path);
  std::vector<std::string> sentences;
  std::string line;
  std::getline(file, line);  // the names of the columns
  while (std::getline(file, line)) {
    const std::size_t first = line.find('\t') + 1;
    sentences.push_back(line.substr(first, line.find('\t', first) - first));
  }
  if (sentences.empty())
    throw horloge::FileError(fmt::format("{} holds no sentence", path));
  return sentences;
}

Statistics statistics(const Array& x) {
  const auto n = static_cast<double>(x.size());
  double sum = 0;
  for (const double v : x) sum += v;
  const double mean = sum / n;
  double squares = 0;
  for (const double v : x) squares += (v - mean) * (v - mean);
  const auto [smallest, largest] = std::minmax_element(x.begin(), x.end());
  return {mean, std::sqrt(squares / n), *smallest, *largest};
}

std::string to_text(const Statistics& of) {
  return fmt::format("mean {:.4f}   std dev {:.4f}   from {:.4f} to {:.4f}",
                     of.mean, of.deviation, of.smallest, of.largest);
}

horloge::Lines histogram(const Array& values, double low, double high,
                         std::size_t cells) {
  std::vector<double> x, count(cells + 1, 0);  // the last cell is its right end
  const double width = (high - low) / static_cast<double>(cells);
  for (std::size_t i = 0; i <= cells; ++i)
    x.push_back(low + width * static_cast<double>(i));
  for (const double v : values)
    if (v >= low && v < high)
      ++count[static_cast<std::size_t>((v - low) / width)];
  horloge::Lines figure;
  figure.lines = {{"", x, count}};
  figure.stairs = true;
  return figure;
}

void print_tokens(Page& page, const std::vector<std::string>& tokens,
                  const Ids& ids) {
  std::string above, below;
  for (std::size_t t = 0; t < tokens.size(); ++t) {
    const std::size_t wide = stage::display_width(tokens[t]);
    const std::size_t width = std::max(wide, std::size_t{3}) + 2;
    above += std::string(width - wide, ' ') + tokens[t];
    below += fmt::format("{:>{}}", ids.data()[t], width);
  }
  page.print("{}\n{}\n", above, below);
}

void print_rows(Page& page, const Array& matrix) {
  for (std::size_t i = 0; i < matrix.shape(0); ++i) {
    page.print("   row {}", i);
    for (std::size_t j = 0; j < matrix.shape(1); ++j)
      page.print(" {:6g}", matrix(i, j));
    page.print("\n");
  }
}

void print_error(Page& page, const std::string& what,
                 const std::function<void()>& call) {
  page.print("{}\n", what);
  std::string text = "no error";
  try {
    call();
  } catch (const horloge::Error& error) {
    text = error.what();
  }
  constexpr std::size_t width = 74;
  while (text.size() > width) {
    const std::size_t end = text.rfind(' ', width);
    if (end == std::string::npos) break;
    page.print("   {}\n", text.substr(0, end));
    text.erase(0, end + 1);
  }
  page.print("   {}\n", text);
}
