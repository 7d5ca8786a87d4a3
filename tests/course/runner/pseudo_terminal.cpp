#include "pseudo_terminal.h"

#include <poll.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <utmp.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <stdexcept>

namespace {

using std::chrono::steady_clock;

constexpr std::chrono::minutes patience{2};

}  // namespace

PseudoTerminal::PseudoTerminal(const std::vector<std::string>& command,
                               const std::filesystem::path& work, unsigned short columns) {
  winsize size{};
  size.ws_row = 24;
  size.ws_col = columns;
  if (openpty(&master_, &slave_, nullptr, nullptr, &size) != 0)
    throw std::runtime_error("no pseudo-terminal");
  std::vector<char*> arguments;
  for (const std::string& argument : command)
    arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  program_ = fork();
  if (program_ == 0) {
    close(master_);
    login_tty(slave_);
    for (const char* const name : {"COLUMNS", "LINES", "NO_COLOR"}) unsetenv(name);
    setenv("TERM", "xterm", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    setenv("HORLOGE_WORK", work.c_str(), 1);
    execv(arguments[0], arguments.data());
    _exit(127);
  }
}

PseudoTerminal::~PseudoTerminal() {
  if (!ended_) {
    kill(program_, SIGKILL);
    waitpid(program_, nullptr, 0);
  }
  close(master_);
  close(slave_);
}

PseudoTerminal& PseudoTerminal::type(const std::string& keys) {
  for (const char key : keys)
    if (write(master_, &key, 1) != 1) throw std::runtime_error("cannot type");
  return *this;
}

void PseudoTerminal::resize(unsigned short rows, unsigned short columns) {
  winsize size{};
  size.ws_row = rows;
  size.ws_col = columns;
  ioctl(master_, TIOCSWINSZ, &size);
}

void PseudoTerminal::hang_up() { kill(program_, SIGHUP); }

// Reads what there is within a moment; false if there was nothing.
bool PseudoTerminal::read_some() {
  pollfd source{master_, POLLIN, 0};
  std::array<char, 4096> block;
  if (poll(&source, 1, 20) <= 0) return false;
  const ssize_t n = read(master_, block.data(), block.size());
  if (n > 0) screen_.append(block.data(), static_cast<std::size_t>(n));
  return n > 0;
}

std::string PseudoTerminal::wait_for(const std::string& text) {
  const auto end = steady_clock::now() + patience;
  while (true) {
    const std::size_t at = screen_.find(text, read_to_);
    if (at != std::string::npos) {
      const std::string shown = screen_.substr(read_to_, at + text.size() - read_to_);
      read_to_ = at + text.size();
      return shown;
    }
    if (!read_some() && steady_clock::now() > end)
      throw std::runtime_error("'" + text + "' was never shown, but:\n" + screen_.substr(read_to_));
  }
}

int PseudoTerminal::wait_for_end() {
  const auto end = steady_clock::now() + patience;
  while (waitpid(program_, &status_, WNOHANG) != program_) {
    read_some();
    if (steady_clock::now() > end) throw std::runtime_error("it never ended:\n" + screen_);
  }
  ended_ = true;
  while (read_some()) continue;
  return WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);
}

bool PseudoTerminal::is_cooked() const {
  termios now{};
  if (tcgetattr(slave_, &now) != 0) return false;
  constexpr tcflag_t wanted = ICANON | ECHO | ISIG;
  return (now.c_lflag & wanted) == wanted;
}
