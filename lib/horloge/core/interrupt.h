#pragma once

#include <csignal>

namespace horloge {

/// While one exists, Ctrl-C (SIGINT) and SIGTERM do not end the program but are recorded, so that
/// it can stop at a point of its choice. A second signal ends it at once. A signal that was ignored
/// stays ignored. The destructor restores the previous handlers. Only one may exist at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  bool interrupted() const;
  int signal() const;  ///< SIGINT or SIGTERM; 0 until one comes

 private:
  struct sigaction before_[2];
};

}  // namespace horloge
