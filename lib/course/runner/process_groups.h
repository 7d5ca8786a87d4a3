#pragma once

#include <sys/types.h>

namespace runner {

/// A process that leads a group of its own receives neither Ctrl-C nor the
/// hang-up of the terminal. While one of these lives, a signal that ends us
/// ends the group first.
class EndsWithUs {
 public:
  explicit EndsWithUs(pid_t group);
  ~EndsWithUs();
  EndsWithUs(const EndsWithUs&) = delete;
  EndsWithUs& operator=(const EndsWithUs&) = delete;

 private:
  pid_t group_;
};

/// Installs what EndsWithUs needs, for signals that nobody handles yet. To be
/// called ahead of a handler that passes signals on, such as that of
/// stage::Keyboard.
void listen_for_our_end();

}  // namespace runner
