#pragma once

#include <sys/types.h>

namespace runner {

/// A process that leads a group of its own hears neither Ctrl-C nor the end of
/// the terminal. While one of these lives, a signal that ends us ends the group
/// first.
class EndsWithUs {
 public:
  explicit EndsWithUs(pid_t group);
  ~EndsWithUs();
  EndsWithUs(const EndsWithUs&) = delete;
  EndsWithUs& operator=(const EndsWithUs&) = delete;

 private:
  pid_t group_;
};

/// What EndsWithUs does for signals that nobody handles. Call it before
/// somebody does who passes them on, as stage::Keyboard.
void listen_for_our_end();

}  // namespace runner
