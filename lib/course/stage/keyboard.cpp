#include "course/stage/keyboard.h"

#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <iterator>
#include <string>

#include "course/content/lines.h"

namespace stage {
namespace {

// All that ends or stops a program and still lets it do a last thing.
constexpr int signals[] = {SIGTSTP, SIGINT,  SIGTERM, SIGQUIT, SIGHUP,
                           SIGSEGV, SIGABRT, SIGBUS,  SIGFPE,  SIGILL};

// A handler can reach nothing else.
termios before;
struct sigaction earlier[std::size(signals)];
volatile std::sig_atomic_t active = 0;
volatile std::sig_atomic_t changed = 0;  // what the window shows
struct sigaction earlier_at_resize;

// tcsetattr from the background raises SIGTTOU, which would stop us.
bool in_foreground() { return tcgetpgrp(STDIN_FILENO) == getpgrp(); }

void take_terminal() {
  if (!in_foreground() || tcgetattr(STDIN_FILENO, &before) != 0) return;
  termios keys = before;
  keys.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  keys.c_cc[VMIN] = 1;
  keys.c_cc[VTIME] = 0;
  tcsetattr(STDIN_FILENO, TCSANOW, &keys);
  active = 1;
}

void give_back() {
  if (active != 0 && in_foreground()) tcsetattr(STDIN_FILENO, TCSANOW, &before);
  active = 0;
}

// Gives the terminal back, then lets the signal do what it would have done.
extern "C" void give_back_first(int signal) {
  const int error = errno;
  give_back();
  for (std::size_t i = 0; i < std::size(signals); ++i)
    if (signals[i] == signal) sigaction(signal, &earlier[i], nullptr);
  raise(signal);
  errno = error;
}

extern "C" void stop(int signal);

void listen_to(std::size_t i) {
  struct sigaction action {};
  action.sa_handler = signals[i] == SIGTSTP ? stop : give_back_first;
  action.sa_flags = SA_RESTART;
  sigaction(signals[i], nullptr, &earlier[i]);
  if (earlier[i].sa_handler != SIG_IGN) sigaction(signals[i], &action, nullptr);
}

// Ctrl-Z stops the program here, and fg lets it go on from here. Or nothing
// happens, where no shell is there to go back to.
extern "C" void stop(int signal) {
  const int error = errno;
  give_back();
  sigaction(signal, &earlier[0], nullptr);
  sigset_t only, all_before;
  sigemptyset(&only);
  sigaddset(&only, signal);
  raise(signal);
  sigprocmask(SIG_UNBLOCK, &only, &all_before);
  sigprocmask(SIG_SETMASK, &all_before, nullptr);
  listen_to(0);
  take_terminal();
  changed = 1;
  errno = error;
}

bool is_answer(const std::string& keys) { return keys[0] == ']'; }

extern "C" void note_resize(int) { changed = 1; }

// What follows Esc within a moment belongs to one key; after Esc ] it is an
// answer of the terminal that came late.
std::string rest_of_key() {
  constexpr int moment = 30;
  std::string keys;
  pollfd source{STDIN_FILENO, POLLIN, 0};
  char key = 0;
  while (poll(&source, 1, moment) > 0 && read(STDIN_FILENO, &key, 1) == 1) {
    keys += key;
    const bool introduces = keys == "[" || keys == "O";
    if (is_answer(keys) && key != '\a' && key != '\\') continue;
    if (!introduces && (keys.size() == 1 || key >= '@')) break;
  }
  return keys;
}

char key_after_escape() {
  const std::string keys = rest_of_key();
  if (keys.empty()) return Keyboard::escape;
  if (is_answer(keys) || content::begins_with(keys, "[?")) return 0;
  for (const char* on : {"[C", "OC", "[B", "OB", "[6~"})  // →, ↓, page down
    if (keys == on) return Keyboard::forward;
  for (const char* back : {"[D", "OD"})  // ←
    if (keys == back) return Keyboard::backward;
  return Keyboard::unknown;
}

}  // namespace

Keyboard::Keyboard() {
  if (isatty(STDIN_FILENO) != 1) return;
  static const int at_exit = std::atexit(give_back);
  static_cast<void>(at_exit);
  for (std::size_t i = 0; i < std::size(signals); ++i) listen_to(i);
  struct sigaction action {};
  action.sa_handler = note_resize;
  action.sa_flags = SA_RESTART;
  sigaction(SIGWINCH, &action, &earlier_at_resize);
  listens_ = true;
  take_terminal();
}

Keyboard::~Keyboard() {
  give_back();
  if (!listens_) return;
  sigaction(SIGWINCH, &earlier_at_resize, nullptr);
  for (std::size_t i = 0; i < std::size(signals); ++i) {
    struct sigaction now {};
    sigaction(signals[i], nullptr, &now);
    if (now.sa_handler == give_back_first || now.sa_handler == stop)
      sigaction(signals[i], &earlier[i], nullptr);
  }
}

char Keyboard::wait(int milliseconds) {
  pollfd source{STDIN_FILENO, POLLIN, 0};
  const bool there = poll(&source, 1, milliseconds) > 0;
  if (changed != 0) {
    changed = 0;
    return redraw;
  }
  if (!there) return 0;
  char key = 0;
  const ssize_t n = read(STDIN_FILENO, &key, 1);
  if (n < 0 && errno == EINTR) return 0;
  if (n <= 0) return end;
  if (key == escape) return key_after_escape();
  if (key == '\r') return '\n';
  return key == '\b' ? backspace : key;
}

bool Keyboard::was_pressed(char wanted) {
  bool found = false;
  char key = 0;
  pollfd source{STDIN_FILENO, POLLIN, 0};
  while (active != 0 && poll(&source, 1, 0) > 0 &&
         read(STDIN_FILENO, &key, 1) == 1)
    found = found || key == wanted;
  return found;
}

void Keyboard::forget() { tcflush(STDIN_FILENO, TCIFLUSH); }

}  // namespace stage
