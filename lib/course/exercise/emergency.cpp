#include "course/exercise/emergency.h"

#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string_view>

#include "course/platform/confine.h"
#include "course/platform/stack.h"

namespace exercise {
namespace {

// Where to say what cannot wait until the end.
int emergency_descriptor = -1;

void report_at_once(std::string_view event) {
  [[maybe_unused]] const ssize_t n =
      write(emergency_descriptor, event.data(), event.size());
}

// Whether xtensor has met shapes that do not fit together. From 0.26 on it
// meets them in a function that is noexcept, if it assigns: x += y.
bool shapes_do_not_fit() {
  try {
    if (const auto thrown = std::current_exception())
      std::rethrow_exception(thrown);
  } catch (const std::exception& e) {
    return std::strstr(e.what(), "Incompatible dimension") != nullptr;
  } catch (...) {
  }
  return false;
}

// Something thrown where nothing may be, in a destructor for one.
void report_wild_throws() {
  std::set_terminate([] {
    report_at_once(shapes_do_not_fit() ? "{\"event\":\"shapes\"}\n"
                                       : "{\"event\":\"terminate\"}\n");
    std::abort();
  });
}

// Where the end of the stack is.
const char* end_of_stack = nullptr;

extern "C" void on_bad_address(int signal, siginfo_t* info, void*) {
  constexpr std::ptrdiff_t near = 1 << 20;
  const std::ptrdiff_t distance =
      static_cast<const char*>(info->si_addr) - end_of_stack;
  if (-near < distance && distance < near)
    report_at_once("{\"event\":\"stack overflow\"}\n");
  std::signal(signal, SIG_DFL);  // and the same again, without us
}

// A function that calls itself without end looks like any bad address from
// outside. A sanitizer, which tells them apart itself, is left alone.
void report_stack_overflow() {
  struct sigaction before {};
  sigaction(SIGSEGV, nullptr, &before);
  if (before.sa_handler != SIG_DFL) return;
  end_of_stack = platform::end_of_stack();
  if (end_of_stack == nullptr) return;

  static std::array<char, 1 << 16> other_stack;  // the usual one is full then
  stack_t alternative{};
  alternative.ss_sp = other_stack.data();
  alternative.ss_size = other_stack.size();
  struct sigaction action {};
  action.sa_sigaction = on_bad_address;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  if (sigaltstack(&alternative, nullptr) != 0) return;
  // Which of the two a full stack gives depends on the system.
  for (const int signal : {SIGSEGV, SIGBUS})
    sigaction(signal, &action, nullptr);
}

}  // namespace

void report_emergencies(int descriptor) {
  emergency_descriptor = descriptor;
  report_stack_overflow();
  report_wild_throws();
}

void confine_answer() { platform::confine(); }

}  // namespace exercise
