// Results as tables that fit into 80 columns.

#include "tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "paired.h"

namespace {

constexpr std::size_t name_width = 16, cell_width = 16;

struct Cell {
  std::string text;
  bool within_noise;
};

// Three digits: 3.25, .325, 32.5, 325; of shares whole percents.
std::string digits(double x, bool share) {
  const double size = std::abs(x);
  const int behind = share || size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
  const std::string text = fmt::format("{:.{}f}", size, behind);
  return !share && text[0] == '0' ? text.substr(1) : text;
}

// A difference with its deviation, both to two digits of the larger one:
// +.12±.03, -1.6±.4, +31±4; of shares whole percents.
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
  if (own.empty()) return {"", false};
  std::string text = fmt::format("{:>4}", digits(mean(own), share));
  const Pairs pairs =
      pairs_of(results, row.task, row.scheme, row.baseline, length);
  if (row.scheme == row.baseline || pairs.own.empty()) return {text, false};
  const Difference d = paired_difference(pairs.own, pairs.baseline);
  const bool none = d.mean == 0 && d.deviation == 0;  // with every seed
  const std::string difference =
      none ? "0" : difference_of(d, share, pairs.own.size() > 1);
  // Held together, so that a narrow window does not part them.
  text += d.within_noise ? fmt::format("\u00a0({})", difference)
                         : "\u00a0" + difference;
  return {text, d.within_noise};
}

std::string padded(const stage::Terminal& terminal, const Cell& cell) {
  const std::size_t width = stage::display_width(cell.text);
  const std::string space(width < cell_width ? cell_width - width : 1, ' ');
  const auto style =
      cell.within_noise ? stage::Style::dim : stage::Style::plain;
  return stage::styled(terminal, style, cell.text) + space;
}

std::string without_end_spaces(std::string line) {
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return line + "\n";
}

std::string row_of(const stage::Terminal& terminal,
                   const std::vector<Result>& results, const Row& row) {
  const Task& what = task(row.task);
  std::string line = fmt::format("{:<{}}", row.name, name_width);
  for (std::size_t i = 0; i < what.lengths.size(); ++i)
    line += padded(terminal, cell_of(results, row, i, what.more_is_better));
  return without_end_spaces(line);
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

std::string table_of(const stage::Terminal& terminal,
                     const std::vector<Result>& results,
                     const std::vector<std::string>& heading,
                     const std::vector<Row>& rows) {
  std::string text = fmt::format("{:<{}}", heading[0], name_width);
  for (std::size_t i = 1; i < heading.size(); ++i)
    text +=
        fmt::format("{:>4}{:{}}", heading[i], "",
                    cell_width - std::max<std::size_t>(4, heading[i].size()));
  text = without_end_spaces(text);
  for (const Row& row : rows)
    if (!values_of(results, row.task, row.scheme, 0).empty())
      text += row_of(terminal, results, row);
  return text;
}

std::string comparison_table(const stage::Terminal& terminal, const Task& task,
                             const std::vector<Result>& results,
                             const std::vector<std::string>& schemes,
                             const std::string& baseline) {
  std::vector<Row> rows;
  for (std::size_t i = 0; i < schemes.size(); ++i) {
    const bool is_offset = i > 0 && schemes[i] == schemes[i - 1] + "+offset";
    rows.push_back({is_offset ? "  + offset" : schemes[i], task.name,
                    schemes[i], baseline});
  }
  return table_of(terminal, results, heading_of(task), rows);
}

std::string clock_table(const stage::Terminal& terminal,
                        const std::vector<Result>& results, bool tuned) {
  std::vector<Row> rows;
  for (const std::string name : {"as it is", "interpolation", "ntk", "yarn"})
    rows.push_back({name, "language",
                    "rotary" + (name == "as it is" ? "" : ":" + name) +
                        (tuned ? ":tuned" : ""),
                    "rotary"});
  return table_of(terminal, results, heading_of(task("language")), rows);
}

std::vector<std::string> heading_of(const Task& task) {
  std::vector<std::string> heading = {task.unit};
  for (const std::size_t length : task.lengths)
    heading.push_back(std::to_string(length));
  return heading;
}

std::string cost_table(const std::vector<Result>& results,
                       const std::vector<std::string>& schemes) {
  std::string text =
      fmt::format("{:<19}{:>10}{:>12}{:>10}{:>14}{:>10}\n", "", "parameters",
                  "ms a step", "MB", "ms to read", "MB");
  for (const std::string& scheme : schemes) {
    if (values_of(results, "cost", scheme, 0).empty()) continue;
    text += fmt::format("{:<19}", scheme);
    constexpr std::size_t widths[] = {10, 12, 10, 14, 10};
    for (std::size_t i = 0; i < 5; ++i)
      text += fmt::format(
          "{:>{}.{}f}", mean(values_of(results, "cost", scheme, i)), widths[i],
          i == 0   ? 0
          : i == 1 ? 2
                   : 1);
    text += "\n";
  }
  return text;
}
