#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

/// A program at a terminal of 80 by 24, and somebody who types. Whatever is waited for may take two
/// minutes: machines are busy.
class PseudoTerminal {
 public:
  PseudoTerminal(const std::vector<std::string>& command, const std::filesystem::path& work,
                 unsigned short columns = 80);
  ~PseudoTerminal();
  PseudoTerminal(const PseudoTerminal&) = delete;
  PseudoTerminal& operator=(const PseudoTerminal&) = delete;

  PseudoTerminal& type(const std::string& keys);

  /// The window has another size now, and the program hears of it.
  void resize(unsigned short rows, unsigned short columns);

  /// What the program hears when the window is closed.
  void hang_up();

  /// Waits until the screen has shown a text after what was waited for before; answers with all
  /// that was shown up to it. std::runtime_error, with what was shown instead, if it never comes.
  std::string wait_for(const std::string& text);

  /// The same, for what is typed then: terminal.at("q quit").type("q").
  PseudoTerminal& at(const std::string& text) {
    wait_for(text);
    return *this;
  }

  /// Waits for the end: the status, or 128 and the signal.
  int wait_for_end();

  /// Whether lines are edited and keys echoed, as a shell wants it.
  bool is_cooked() const;

  pid_t program() const { return program_; }

  /// All that was shown so far.
  const std::string& screen() const { return screen_; }

 private:
  bool read_some();

  int master_ = -1;
  int slave_ = -1;  // stays open, so that the terminal outlives the program
  pid_t program_ = -1;
  bool ended_ = false;
  int status_ = 0;
  std::string screen_;
  std::size_t read_to_ = 0;
};
