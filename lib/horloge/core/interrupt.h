#pragma once

#include <csignal>

namespace horloge {

/// What becomes of the program when its terminal is closed (SIGHUP).
enum class HangUp { ends, recorded };

/// While one exists, Ctrl-C (SIGINT) and SIGTERM do not end the program but are recorded, and so is
/// SIGHUP if asked, so that it can stop at a point of its choice. A second Ctrl-C or SIGTERM ends
/// it at once. A signal that was ignored stays ignored. The destructor restores the previous
/// handlers. Only one may exist at a time.
class InterruptGuard {
 public:
  explicit InterruptGuard(HangUp hang_up = HangUp::ends);
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  bool interrupted() const;
  int signal() const;  ///< SIGINT or SIGTERM; 0 until one comes

 private:
  int count_;  // of the signals it listens to
  struct sigaction before_[3];
};

}  // namespace horloge
