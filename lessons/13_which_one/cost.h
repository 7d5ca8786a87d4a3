#pragma once

#include <cstddef>
#include <string>

/// What a scheme costs in the language model, on one thread.
struct Cost {
  std::size_t parameters;  ///< of the scheme alone
  double update;           ///< processor milliseconds: one of 16 texts of 64
  double update_memory;    ///< MB at most in use meanwhile
  double reading;          ///< milliseconds: one text of 1024
  double reading_memory;   ///< MB
};

/// Measured now; nothing else may run in the program meanwhile.
Cost cost_of(const std::string& scheme);
