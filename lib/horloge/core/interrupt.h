#pragma once

#include <csignal>

namespace horloge {

/// While one lives, Ctrl-C (SIGINT) and SIGTERM do not end the program but are noted, so that it
/// can end at a moment of its choice. The second time they end it at once. A signal that was
/// ignored stays so. What was in force before comes back at the end. One at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  bool interrupted() const;

 private:
  struct sigaction before_[2];
};

}  // namespace horloge
