#pragma once

#include <string>
#include <vector>

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

/// At every length the mean over the seeds, and, seed by seed, mean±deviation
/// of what it has more than the baseline. A difference within the noise stands
/// in brackets, and is grey where there are colours.
///   heading: of the names, and of each length
std::string table_of(const stage::Terminal& terminal,
                     const std::vector<Result>& results,
                     const std::vector<std::string>& heading,
                     const std::vector<Row>& rows);

/// What is measured in a task, and its lengths.
std::vector<std::string> heading_of(const Task& task);

/// A row for each scheme.
std::string comparison_table(const stage::Terminal& terminal, const Task& task,
                             const std::vector<Result>& results,
                             const std::vector<std::string>& schemes,
                             const std::string& baseline);

/// Rotary positions whose clock is slowed down for 1024 letters, beside the
/// clock as it is; tuned: after more updates.
std::string clock_table(const stage::Terminal& terminal,
                        const std::vector<Result>& results, bool tuned);

/// One line for each scheme: parameters, time and memory.
std::string cost_table(const std::vector<Result>& results,
                       const std::vector<std::string>& schemes);
