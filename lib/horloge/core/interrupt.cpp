#include "horloge/core/interrupt.h"

namespace horloge {
namespace {

constexpr int signals[] = {SIGINT, SIGTERM, SIGHUP};

// A handler may touch nothing else.
volatile std::sig_atomic_t noted = 0;

extern "C" void note_interrupt(int signal) { noted = signal; }

}  // namespace

InterruptGuard::InterruptGuard(HangUp hang_up)
    : count_(hang_up == HangUp::recorded ? 3 : 2), before_{} {
  noted = 0;
  struct sigaction action {};
  action.sa_handler = note_interrupt;
  for (int i = 0; i < count_; ++i) {
    // A terminal that closes sends SIGHUP, and its shell then often sends one more.
    const bool once = signals[i] != SIGHUP;
    action.sa_flags = SA_RESTART | (once ? static_cast<int>(SA_RESETHAND) : 0);
    ::sigaction(signals[i], nullptr, &before_[i]);
    if (before_[i].sa_handler != SIG_IGN) ::sigaction(signals[i], &action, nullptr);
  }
}

InterruptGuard::~InterruptGuard() {
  for (int i = 0; i < count_; ++i) ::sigaction(signals[i], &before_[i], nullptr);
}

bool InterruptGuard::interrupted() const { return noted != 0; }

int InterruptGuard::signal() const { return noted; }

}  // namespace horloge
