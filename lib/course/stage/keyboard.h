#pragma once

namespace stage {

/// While one lives, the terminal hands over keys one by one, as they are
/// pressed, and does not echo them. At the end, and before a signal stops or
/// ends the program, it is as it was; handlers that were set before then have
/// their turn. One at a time; where there is no terminal it only reads.
class Keyboard {
 public:
  static constexpr char backward = 2;  ///< Ctrl-B, or ←
  static constexpr char end = 4;       ///< Ctrl-D, or the terminal is gone
  static constexpr char forward = 6;   ///< Ctrl-F, or →, ↓, page down
  static constexpr char redraw = 12;  ///< Ctrl-L, or the window has changed, or
                                      ///< the program was continued
  static constexpr char escape = 27;
  static constexpr char backspace = 127;
  static constexpr char unknown = 1;

  Keyboard();
  ~Keyboard();
  Keyboard(const Keyboard&) = delete;
  Keyboard& operator=(const Keyboard&) = delete;

  /// The next key; 0 if none comes for a while. Enter is '\n'.
  char wait(int milliseconds);

  /// Whether a key is among those pressed up to now, which are then forgotten.
  bool was_pressed(char key);

  /// Forgets what was pressed up to now.
  void forget();

 private:
  bool listens_ = false;
};

}  // namespace stage
