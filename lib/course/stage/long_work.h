#pragma once

#include <atomic>
#include <functional>
#include <mutex>

namespace stage {

/// Thrown out of work that the learner does not want to wait for.
struct Interrupted {};

/// Whether Ctrl-C was pressed, or the program is asked to end, since the first
/// call, which is the program's first act.
bool interrupted();

/// Whether it was more than Ctrl-C: the program is asked to end.
bool is_to_end();

/// Ctrl-C was understood; from here on the next one counts.
void forget_interrupt();

/// Long work calls this now and then, from any thread.
void stop_if_interrupted();

/// While one lives, long work also stops when the learner says so: when `skip`
/// answers true. One at a time.
class LongWork {
 public:
  explicit LongWork(std::function<bool()> skip = {});
  ~LongWork();
  LongWork(const LongWork&) = delete;
  LongWork& operator=(const LongWork&) = delete;

  /// Whether there was any.
  bool was_done() const { return done_; }

  /// For stop_if_interrupted().
  bool is_skipped();

 private:
  std::function<bool()> skip_;
  std::mutex asking_;
  std::atomic<bool> done_{false};
  std::atomic<bool> skipped_{false};
};

}  // namespace stage
