#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "horloge/core/array.h"

// Figures as data; a renderer decides what they look like. Any text in a figure may be empty.

namespace horloge {

/// A matrix as colours, one cell per number. `low` and `high` are the ends of the colour scale; a
/// scale symmetric about zero has its neutral colour there. With low == high the scale spans the
/// data.
struct HeatMap {
  std::string title;
  std::string x_label, y_label;
  Array values;  ///< (rows, columns), row 0 on top
  double low = 0;
  double high = 0;
  std::vector<std::string> row_names, column_names;  ///< one each, or none
};

/// Curves over a common x axis.
struct Lines {
  struct Line {
    std::string name;
    std::vector<double> x, y;  ///< of equal length, x ascending
  };
  std::string title;
  std::string x_label, y_label;
  std::vector<Line> lines;
  double y_low = 0;  ///< the ends of the y axis; with y_low == y_high it spans the data
  double y_high = 0;
  bool stairs = false;  ///< each value holds until the next one: a step function
};

/// Points in the plane. Points of one group share a colour and a marker.
struct Scatter {
  std::string title;
  std::string x_label, y_label;
  Array points;                     ///< (N, 2)
  std::vector<std::string> names;   ///< labels of the points: N or none; empty ones are not shown
  std::vector<std::size_t> groups;  ///< of each point, from 0: N or none
  std::vector<std::string> group_names;  ///< for the legend
  bool same_scale = false;               ///< equal aspect ratio: circles stay round
  bool joined = false;                   ///< a line joins each point to the next
};

/// A computation graph: each node and the nodes it was computed from.
struct Graph {
  struct Node {
    std::string text;   ///< "mul", "a = 2"
    std::string below;  ///< a second line: "grad 3"; may be empty
  };
  std::string title;
  std::vector<Node> nodes;
  std::vector<std::pair<std::size_t, std::size_t>> edges;  ///< from, to; without cycles
};

using Figure = std::variant<HeatMap, Lines, Scatter, Graph>;

}  // namespace horloge
