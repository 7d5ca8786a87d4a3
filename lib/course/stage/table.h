#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace stage {

/// A table with the numbers behind its words, so that a page in the browser can
/// sort it and draw its rows.
struct Table {
  struct Cell {
    std::string text;             ///< as it is printed
    std::optional<double> value;  ///< what it is sorted by
    bool within_noise = false;    ///< a difference that may be none
  };
  struct Row {
    std::string name;
    std::vector<Cell> cells;
  };

  std::string title;
  std::vector<std::string> heading;  ///< of the names, and of each column
  std::vector<Row> rows;
  /// Where the columns stand on an axis, and what it counts; empty where they
  /// are different things.
  std::vector<double> along;
  std::string along_label;
};

/// {"title", "heading", "rows": [{"name", "cells": [{"text", "value",
/// "within_noise"}]}], "along", "along_label"}, without the empty ones.
nlohmann::json json_of(const Table& table);

}  // namespace stage
