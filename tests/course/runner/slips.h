#pragma once

#include <ostream>
#include <string>
#include <vector>

/// A mistake that keeps the sinusoidal table from compiling, and what a learner is told of it.
struct Slip {
  const char* name;
  const char* from;  ///< in the solution
  const char* to;
  const char* at;        ///< the line that is named is the one with this in it; "" for none
  const char* sentence;  ///< what is said, by any compiler
  const char* by_clang = nullptr;
  bool by_either = true;  ///< or only with the options that are the compiler's own

  std::string source() const;
  const char* told(bool clang) const;
  /// The line with `at` in it, 0 for none.
  int line() const;
};

const std::vector<Slip>& slips();

void PrintTo(const Slip& slip, std::ostream* out);
