// Results as tables that fit into 80 columns.

#include "tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "paired.h"

namespace {

using Cell = stage::Table::Cell;

constexpr std::size_t name_width = 16, cell_width = 16;

// Three digits: 3.25, .325, 32.5, 325; of shares whole percents.
std::string digits(double x, bool share) {
  const double size = std::abs(x);
  const int behind = share || size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
  const std::string text = fmt::format("{:.{}f}", size, behind);
  return !share && text[0] == '0' ? text.substr(1) : text;
}

// A difference with its standard deviation, both to two digits of the larger
// one: +.12±.03, -1.6±.4, +31±4; of shares whole percents.
std::string difference_of(const Difference& d, bool share,
                          bool with_deviation) {
  const double size = std::max(std::abs(d.mean), d.deviation);
  const int behind = share || size >= 9.95 ? 0 : size >= 0.995 ? 1 : 2;
  const auto rounded = [&](double x) {
    const std::string text = fmt::format("{:.{}f}", x, behind);
    return behind > 0 && text[0] == '0' ? text.substr(1) : text;
  };
  return (d.mean < 0 ? "-" : "+") + rounded(std::abs(d.mean)) +
         (with_deviation ? "±" + rounded(d.deviation) : "");
}

Cell cell_of(const std::vector<Result>& results, const Row& row,
             std::size_t length, bool share) {
  const auto own = values_of(results, row.task, row.scheme, length);
  if (own.empty()) return {};
  std::string text = digits(mean(own), share);
  const Pairs pairs =
      pairs_of(results, row.task, row.scheme, row.baseline, length);
  if (row.scheme == row.baseline || pairs.own.empty()) return {text, mean(own)};
  const Difference d = paired_difference(pairs.own, pairs.baseline);
  const bool none = d.mean == 0 && d.deviation == 0;  // with every seed
  const std::string difference =
      none ? "0" : difference_of(d, share, pairs.own.size() > 1);
  // Held together, so that a narrow window does not part them.
  text += d.within_noise ? fmt::format("\u00a0({})", difference)
                         : "\u00a0" + difference;
  return {text, mean(own), d.within_noise};
}

// The digits of all means end in one column.
std::string padded(const stage::Terminal& terminal, const Cell& cell) {
  const std::size_t digits = cell.text.find("\u00a0");
  const std::size_t mean = stage::display_width(cell.text.substr(0, digits));
  const std::string before(mean < 4 && cell.value ? 4 - mean : 0, ' ');
  const std::size_t width = before.size() + stage::display_width(cell.text);
  const std::string after(width < cell_width ? cell_width - width : 1, ' ');
  const auto style =
      cell.within_noise ? stage::Style::dim : stage::Style::plain;
  return stage::styled(terminal, style, before + cell.text) + after;
}

std::string without_end_spaces(std::string line) {
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return line + "\n";
}

stage::Table::Row row_of(const std::vector<Result>& results, const Row& row) {
  const Task& what = task(row.task);
  stage::Table::Row cells{row.name, {}};
  for (std::size_t i = 0; i < what.lengths.size(); ++i)
    cells.cells.push_back(cell_of(results, row, i, what.more_is_better));
  return cells;
}

}  // namespace

std::vector<double> values_of(const std::vector<Result>& results,
                              const std::string& task,
                              const std::string& scheme, std::size_t length) {
  std::vector<double> values;
  for (const Result& r : results)
    if (r.task == task && r.scheme == scheme && length < r.values.size())
      values.push_back(r.values[length]);
  return values;
}

Pairs pairs_of(const std::vector<Result>& results, const std::string& task,
               const std::string& scheme, const std::string& baseline,
               std::size_t length) {
  const auto is = [&](const Result& r, const std::string& name) {
    return r.task == task && r.scheme == name && length < r.values.size();
  };
  Pairs pairs;
  for (const Result& own : results) {
    if (!is(own, scheme)) continue;
    for (const Result& other : results)
      if (other.seed == own.seed && is(other, baseline)) {
        pairs.own.push_back(own.values[length]);
        pairs.baseline.push_back(other.values[length]);
      }
  }
  return pairs;
}

stage::Table table_of(const std::vector<Result>& results,
                      const std::vector<std::string>& heading,
                      const std::vector<Row>& rows) {
  stage::Table table;
  table.heading = heading;
  for (const Row& row : rows)
    if (!values_of(results, row.task, row.scheme, 0).empty())
      table.rows.push_back(row_of(results, row));
  return table;
}

std::string text_of(const stage::Terminal& terminal,
                    const stage::Table& table) {
  std::string line = fmt::format("{:<{}}", table.heading[0], name_width);
  for (std::size_t i = 1; i < table.heading.size(); ++i)
    line += fmt::format(
        "{:>4}{:{}}", table.heading[i], "",
        cell_width - std::max<std::size_t>(4, table.heading[i].size()));
  std::string text = without_end_spaces(line);
  std::string above;
  for (const stage::Table::Row& row : table.rows) {
    const bool is_offset = row.name == above + "+offset";
    line =
        fmt::format("{:<{}}", is_offset ? "  + offset" : row.name, name_width);
    for (const Cell& cell : row.cells) line += padded(terminal, cell);
    text += without_end_spaces(line);
    above = row.name;
  }
  return text;
}

stage::Table comparison_table(const Task& task,
                              const std::vector<Result>& results,
                              const std::vector<std::string>& schemes,
                              const std::string& baseline) {
  std::vector<Row> rows;
  for (const std::string& scheme : schemes)
    rows.push_back({scheme, task.name, scheme, baseline});
  stage::Table table = table_of(results, heading_of(task), rows);
  table.title = task.title;
  table.along_label = "how often the trained length is doubled";
  for (const std::size_t length : task.lengths)
    table.along.push_back(std::log2(double(length) / double(task.lengths[0])));
  return table;
}

stage::Table clock_table(const std::vector<Result>& results, bool tuned) {
  std::vector<Row> rows;
  for (const std::string name : {"as it is", "interpolation", "ntk", "yarn"})
    rows.push_back({name, "language",
                    "rotary" + (name == "as it is" ? "" : ":" + name) +
                        (tuned ? ":tuned" : ""),
                    "rotary"});
  return table_of(results, heading_of(task("language")), rows);
}

std::vector<std::string> heading_of(const Task& task) {
  std::vector<std::string> heading = {task.unit};
  for (const std::size_t length : task.lengths)
    heading.push_back(std::to_string(length));
  return heading;
}

stage::Table cost_table(const std::vector<Result>& results,
                        const std::vector<std::string>& schemes) {
  stage::Table table;
  table.heading = {"", "parameters", "ms a step", "MB", "ms to read", "MB"};
  for (const std::string& scheme : schemes) {
    if (values_of(results, "cost", scheme, 0).empty()) continue;
    stage::Table::Row row{scheme, {}};
    for (std::size_t i = 0; i + 1 < table.heading.size(); ++i) {
      const double cost = mean(values_of(results, "cost", scheme, i));
      row.cells.push_back({fmt::format("{:.{}f}", cost,
                                       i == 0   ? 0
                                       : i == 1 ? 2
                                                : 1),
                           cost});
    }
    table.rows.push_back(row);
  }
  return table;
}

std::string cost_text(const stage::Table& costs) {
  constexpr std::size_t widths[] = {10, 12, 10, 14, 10};
  std::string text = fmt::format("{:<19}", "");
  for (std::size_t i = 0; i < 5; ++i)
    text += fmt::format("{:>{}}", costs.heading[i + 1], widths[i]);
  text += "\n";
  for (const stage::Table::Row& row : costs.rows) {
    text += fmt::format("{:<19}", row.name);
    for (std::size_t i = 0; i < 5; ++i)
      text += fmt::format("{:>{}}", row.cells[i].text, widths[i]);
    text += "\n";
  }
  return text;
}
