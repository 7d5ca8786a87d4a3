#include "horloge/core/interrupt.h"

namespace horloge {
namespace {

constexpr int signals[] = {SIGINT, SIGTERM};

// A handler may touch nothing else.
volatile std::sig_atomic_t noted = 0;

extern "C" void note_interrupt(int signal) { noted = signal; }

}  // namespace

InterruptGuard::InterruptGuard() : before_{} {
  noted = 0;
  struct sigaction action {};
  action.sa_handler = note_interrupt;
  action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
  for (int i = 0; i < 2; ++i) {
    ::sigaction(signals[i], nullptr, &before_[i]);
    if (before_[i].sa_handler != SIG_IGN) ::sigaction(signals[i], &action, nullptr);
  }
}

InterruptGuard::~InterruptGuard() {
  for (int i = 0; i < 2; ++i) ::sigaction(signals[i], &before_[i], nullptr);
}

bool InterruptGuard::interrupted() const { return noted != 0; }

int InterruptGuard::signal() const { return noted; }

}  // namespace horloge
