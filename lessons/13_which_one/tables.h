#pragma once

#include <string>
#include <vector>

#include "course/stage/table.h"
#include "course/stage/terminal.h"
#include "trials.h"

/// The values of a scheme at one of a task's lengths, by seed; empty if there
/// are none.
std::vector<double> values_of(const std::vector<Result>& results,
                              const std::string& task,
                              const std::string& scheme, std::size_t length);

/// The values of two schemes at one of a task's lengths, of the seeds that both
/// have.
struct Pairs {
  std::vector<double> own, baseline;
};
Pairs pairs_of(const std::vector<Result>& results, const std::string& task,
               const std::string& scheme, const std::string& baseline,
               std::size_t length);

/// A scheme in a task, and what it is compared with.
struct Row {
  std::string name;  ///< as the table has it
  std::string task, scheme, baseline;
};

/// At every length the mean over the seeds, and, seed by seed, mean and
/// standard deviation of what it has more than the baseline. A difference
/// within the noise stands in brackets. Rows without results are left out.
///   heading: of the names, and of each length
stage::Table table_of(const std::vector<Result>& results,
                      const std::vector<std::string>& heading,
                      const std::vector<Row>& rows);

/// In columns; what lies within the noise is grey where there are colours.
std::string text_of(const stage::Terminal& terminal, const stage::Table& table);

/// What is measured in a task, and its lengths.
std::vector<std::string> heading_of(const Task& task);

/// A row for each scheme.
stage::Table comparison_table(const Task& task,
                              const std::vector<Result>& results,
                              const std::vector<std::string>& schemes,
                              const std::string& baseline);

/// Rotary positions whose clock is slowed down for 1024 characters, beside the
/// clock as it is; tuned: after more updates.
stage::Table clock_table(const std::vector<Result>& results, bool tuned);

/// A row for each scheme: parameters, time and memory.
stage::Table cost_table(const std::vector<Result>& results,
                        const std::vector<std::string>& schemes);
/// In columns as wide as these numbers are.
std::string cost_text(const stage::Table& costs);
