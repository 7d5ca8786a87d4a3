#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "bench/growth/measure.h"
#include "bench/workload.h"

namespace bench {

/// A size that doubles again and again, the others held.
struct Series {
  std::string title;
  std::string name;    ///< in the figure
  std::string letter;  ///< T, B, D or V
  std::string held;    ///< "V = 64, D = 128"
  std::vector<std::size_t> sizes;
  std::vector<Workload> workloads;  ///< one for each size
  std::vector<Cost> costs;          ///< once they are measured
};

/// What the program measures: T from 64 on, once with as many tokens in a batch and once with one
/// sequence, which doubles twice more, then B, D and the vocabulary.
std::vector<Series> all_series(std::size_t doublings);

/// The slope of a line through log y over log x, by least squares: y grows as x to that power.
double exponent(const std::vector<double>& x, const std::vector<double>& y);

/// A Markdown table of a series that is measured, and the exponents.
std::string table(const Series& series);

}  // namespace bench
