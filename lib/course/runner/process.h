#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace runner {

struct ProcessOptions {
  std::filesystem::path folder;                                  ///< to run in
  std::vector<std::pair<std::string, std::string>> environment;  ///< besides
  unsigned cpu_seconds = 0;          ///< of the processor's time; 0 = no limit
  unsigned wall_seconds = 0;         ///< by the clock; 0 = no limit
  std::size_t max_memory_bytes = 0;  ///< of its address space; 0 = no limit
  std::size_t max_output_bytes = 0;  ///< bytes that it may print; 0 = no limit
  std::size_t processes = 0;         ///< that it may be at a time; 0 = no limit
  bool report = false;               ///< descriptor 3 is open for writing
  bool terminal = false;  ///< keeps our input and output: nothing is caught
  std::function<bool()> stop;  ///< asked now and then; true ends the process
};

struct ProcessResult {
  int status = 0;  ///< of exit; -1 if a signal ended it
  int signal = 0;
  bool out_of_time = false;
  bool flooded = false;             ///< it printed more than it may
  bool too_many_processes = false;  ///< it was more processes than it may
  bool stopped = false;             ///< because `stop` said so
  std::string output;               ///< both streams, the first megabyte
  std::string report;               ///< what came through descriptor 3
  bool ok() const { return status == 0 && signal == 0; }
};

/// Runs a command and waits for its end. Whatever it started ends with it, and
/// with us, unless it has our terminal. Then Ctrl-C is for it and not for us,
/// and the terminal is as it was when it has ended.
ProcessResult run_process(const std::vector<std::string>& command,
                          const ProcessOptions& options = {});

}  // namespace runner
