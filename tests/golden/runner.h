#pragma once

#include <filesystem>
#include <iosfwd>
#include <set>
#include <string>
#include <vector>

#include "golden/kinds.h"

namespace horloge::golden {

struct RunnerOptions {
  /// Folders, each searched with all below it, or single files.
  std::vector<std::filesystem::path> places;
  std::string kind;                                 ///< only the cases of this kind, if given
  bool list = false;                                ///< name the cases, run none
  bool verbose = false;                             ///< a line for each case, not only for failures
  std::set<std::string> to_come = kinds_to_come();  ///< kinds that count as not yet supported
};

/// Runs every case, writes what disagrees and a line that counts. 0 if no case disagrees and every
/// kind is known.
///
/// A case is a safetensors file whose metadata has a `kind`, or one that a `verdicts.json` beside
/// it names. Checkpoints that belong to a case (all files beside an `io.safetensors`, and
/// `CASE_….safetensors` beside `CASE.safetensors`) are none.
int run_golden(const RunnerOptions& options, std::ostream& out);

}  // namespace horloge::golden
