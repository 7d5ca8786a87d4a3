#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "course/exercise/seal.h"
#include "course/runner/process.h"
#include "course/runner/verdict.h"

namespace runner {

/// Seconds of the processor's time that a check may take.
constexpr unsigned check_seconds = 5;

/// Seconds by the clock, also for what sleeps.
constexpr unsigned wall_seconds = 10;

/// Bytes that an answer may print, and processes that it may be.
constexpr std::size_t max_output_bytes = std::size_t{16} << 20;
constexpr std::size_t processes = 32;

/// What a check that ran means, its end too if it did not come to its own: sets
/// all but the time. `source` is the answer's, `key` that of the report, if it
/// has one.
void judge(const ProcessResult& run, const std::string& source,
           Verdict& verdict, const std::optional<exercise::SealKey>& key = {});

}  // namespace runner
