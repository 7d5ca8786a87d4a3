#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "horloge/core/array.h"

// What a figure shows, as data: a renderer decides how. Every figure may leave its texts empty.

namespace horloge {

/// Numbers as colours, one cell a number. `low` and `high` are the ends of the colour scale; a
/// scale that reaches as far below zero as above has its neutral colour at zero. With low == high
/// the scale spans the numbers.
struct HeatMap {
  std::string title;
  std::string x_label, y_label;
  Array values;  ///< (rows, columns), row 0 on top
  double low = 0;
  double high = 0;
  std::vector<std::string> row_names, column_names;  ///< one each, or none; words of a sentence
};

/// Curves over a common axis.
struct Lines {
  struct Line {
    std::string name;
    std::vector<double> x, y;  ///< as many of one as of the other, x ascending
  };
  std::string title;
  std::string x_label, y_label;
  std::vector<Line> lines;
  double y_low = 0;  ///< the ends of the axis; with y_low == y_high it spans the curves
  double y_high = 0;
  bool stairs = false;  ///< each value holds until the next one
};

/// Points in the plane. Points of the same group share colour and mark.
struct Scatter {
  std::string title;
  std::string x_label, y_label;
  Array points;                          ///< (N, 2)
  std::vector<std::string> names;        ///< beside the points; N or none, empty ones are not shown
  std::vector<std::size_t> groups;       ///< N, counted from 0, or none
  std::vector<std::string> group_names;  ///< for the legend
  bool same_scale = false;               ///< one unit is as long across as up: circles stay round
  bool joined = false;                   ///< a line from each point to the next
};

/// Who was computed from whom.
struct Graph {
  struct Node {
    std::string text;   ///< "mul", "a = 2"
    std::string below;  ///< a second line: "grad 3"; may be empty
  };
  std::string title;
  std::vector<Node> nodes;
  std::vector<std::pair<std::size_t, std::size_t>> edges;  ///< from, to; without a circle
};

using Figure = std::variant<HeatMap, Lines, Scatter, Graph>;

}  // namespace horloge
