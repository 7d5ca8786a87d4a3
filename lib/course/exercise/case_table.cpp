#include "course/exercise/case_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "horloge/core/shape.h"

namespace exercise {
namespace {

using horloge::Array;

constexpr std::size_t most_width = 52;
constexpr std::size_t most_rows = 5;
constexpr std::size_t most_columns = 3;
constexpr std::size_t most_heading = 3;  // each line but one costs a row

const Observation* smallest_wrong(const Examiner& answer) {
  const Observation* smallest = nullptr;
  for (const auto& part : answer.trace())
    for (const Observation& o : part)
      if (o.wrong && o.want.size() > 0 && o.numbers.shape() == o.want.shape() &&
          (smallest == nullptr || o.want.size() < smallest->want.size()))
        smallest = &o;
  return smallest;
}

bool differs(const Observation& o, std::size_t i) {
  double largest = 1;
  for (const double w : o.want) largest = std::max(largest, std::fabs(w));
  return !(std::fabs(o.numbers.data()[i] - o.want.data()[i]) <=
           o.about.tolerance * largest);
}

std::size_t first_wrong(const Observation& o) {
  std::size_t i = 0;
  while (i + 1 < o.want.size() && !differs(o, i)) ++i;
  return i;
}

// Where a window of so many begins that has `place` in it.
std::size_t window(std::size_t place, std::size_t size, std::size_t most) {
  return place < most ? 0 : std::min(place - most / 2, size - most);
}

std::string number(double x) {
  std::string text = fmt::format("{:.4g}", x);
  if (text.size() > 7) text = fmt::format("{:.1e}", x);
  return text.size() > 7 ? fmt::format("{:.0e}", x) : text;
}

// In lines that end between words, where they can.
std::vector<std::string> heading(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream words(text);
  for (std::string word; words >> word && lines.size() <= most_heading;) {
    const bool fits =
        !lines.empty() && lines.back().size() + 1 + word.size() <= most_width;
    if (fits)
      lines.back() += " " + word;
    else
      lines.push_back(word.substr(0, most_width));
  }
  if (lines.size() > most_heading) {
    lines.resize(most_heading);
    lines.back().resize(std::min(lines.back().size(), most_width - 4));
    lines.back() += " ...";
  }
  return lines;
}

// A list: each number that differs on a line of its own, with all its digits.
std::vector<std::string> as_list(const Observation& o, std::size_t most) {
  std::vector<std::string> lines;
  lines.push_back(fmt::format("{:<12}{:>19} {:>19}", "at", "got", "want"));
  std::size_t left = 0;
  for (std::size_t i = 0; i < o.want.size(); ++i) {
    if (!differs(o, i)) continue;
    if (lines.size() > most) {
      ++left;
      continue;
    }
    const std::string place =
        o.want.dimension() == 0
            ? ""
            : horloge::to_string(horloge::index_of(i, o.want.shape()));
    lines.push_back(fmt::format("{:<12}{:>18.12g}* {:>18.12g}", place,
                                o.numbers.data()[i], o.want.data()[i]));
  }
  if (left > 0) lines.push_back(fmt::format("… and {} more", left));
  return lines;
}

// Rows of a matrix, or a vector as one column, got on the left, want on the
// right.
struct Grid {
  const Observation& o;
  std::size_t offset = 0;  // where the matrix begins
  std::size_t rows = 1, columns = 1;
  std::size_t first_row = 0, first_column = 0;
  std::size_t most;  // rows that are shown

  Grid(const Observation& seen, std::size_t most_shown)
      : o(seen), most(most_shown) {
    const auto& shape = o.want.shape();
    const std::size_t wrong = first_wrong(o);
    const std::size_t rank = shape.size();
    if (rank == 1) rows = shape[0];
    if (rank >= 2) {
      rows = shape[rank - 2];
      columns = shape[rank - 1];
      offset = wrong / (rows * columns) * (rows * columns);
    }
    first_row = window((wrong - offset) / columns, rows, most);
    first_column = window((wrong - offset) % columns, columns, most_columns);
  }

  std::size_t shown_rows() const { return std::min(rows, most); }
  std::size_t shown_columns() const { return std::min(columns, most_columns); }

  std::string cells(const Array& numbers, std::size_t row, bool marked) const {
    std::string text;
    for (std::size_t c = 0; c < shown_columns(); ++c) {
      const std::size_t i = offset + row * columns + first_column + c;
      text += fmt::format("{:>7}{}", number(numbers.data()[i]),
                          marked && differs(o, i) ? '*' : ' ');
    }
    return text;
  }

  // Digits that are not shown may be all that differs.
  bool shows_a_difference() const {
    for (std::size_t r = 0; r < shown_rows(); ++r)
      for (std::size_t c = 0; c < shown_columns(); ++c) {
        const std::size_t i =
            offset + (first_row + r) * columns + first_column + c;
        if (differs(o, i) &&
            number(o.numbers.data()[i]) == number(o.want.data()[i]))
          return false;
      }
    return true;
  }

  std::string head() const {
    const std::size_t width = shown_columns() * 8;
    return fmt::format("{:<{}}   {}", "got", width + 4, "want");
  }

  // "rows 2 to 6 of 8, columns 0 to 2 of 4": what part of it is shown.
  std::string what_is_left() const {
    std::string text;
    const auto add = [&](const char* what, std::size_t first, std::size_t shown,
                         std::size_t all) {
      if (shown < all)
        text += fmt::format("{}{}s {} to {} of {}", text.empty() ? "" : ", ",
                            what, first, first + shown - 1, all);
    };
    add("row", first_row, shown_rows(), rows);
    add("column", first_column, shown_columns(), columns);
    return text;
  }
};

}  // namespace

std::vector<std::string> smallest_failing_case(const Examiner& answer) {
  const Observation* const seen = smallest_wrong(answer);
  if (seen == nullptr) return {};
  std::vector<std::string> lines = heading(seen->about.sizes);
  const std::size_t rows = most_rows - (lines.empty() ? 0 : lines.size() - 1);
  const Grid grid(*seen, rows);
  if (seen->want.dimension() == 0 || !grid.shows_a_difference()) {
    for (std::string& line : as_list(*seen, rows))
      lines.push_back(std::move(line));
    return lines;
  }
  lines.push_back(grid.head());
  for (std::size_t r = 0; r < grid.shown_rows(); ++r) {
    const std::size_t row = grid.first_row + r;
    lines.push_back(fmt::format("{}   {}", grid.cells(seen->numbers, row, true),
                                grid.cells(seen->want, row, false)));
  }
  if (const std::string left = grid.what_is_left(); !left.empty())
    lines.push_back(left);
  return lines;
}

}  // namespace exercise
