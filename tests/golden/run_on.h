#pragma once

#include <sstream>
#include <string>

#include "golden/runner.h"
#include "horloge/io/safetensors.h"
#include "support/files.h"

namespace horloge::golden {

/// What the runner says of a folder with one case with which the library agrees.
constexpr const char* agrees = "golden: 1 of 1 cases agree, 0 not yet supported\n";

/// What the runner says of a folder.
inline std::string run_on(const test::TemporaryFolder& folder) {
  RunnerOptions options;
  options.places = {folder.path()};
  std::ostringstream out;
  run_golden(options, out);
  return out.str();
}

/// The same of a case that stands alone.
inline std::string run_case(const SafetensorsFile& file) {
  const test::TemporaryFolder folder;
  write_safetensors(folder / "case.safetensors", file);
  return run_on(folder);
}

}  // namespace horloge::golden
