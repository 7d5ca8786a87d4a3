#pragma once

#include <functional>
#include <string>

namespace bench {

/// The least that an operation has to do.
struct Work {
  double bytes = 0;         ///< read and written
  double memory = 0;        ///< bytes that all its arrays take together
  double flops = 0;         ///< a multiply-add is two
  double exponentials = 0;  ///< they share the arithmetic units with the flops
};

/// Adds a benchmark that tells how fast an operation is, and how many per cent of what the machine
/// allows: the time that the work needs at least is that of its bytes or that of its arithmetic.
/// `prepare` makes the inputs, and answers what to time.
void add_case(const std::string& name, const Work& work,
              const std::function<std::function<void()>()>& prepare);

}  // namespace bench
