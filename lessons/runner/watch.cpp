#include "runner/watch.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include <atomic>
#include <optional>
#include <thread>

#include "horloge/train/interrupt.h"
#include "runner/check.h"
#include "runner/help.h"
#include "runner/screen.h"
#include "runner/stub.h"

namespace fs = std::filesystem;

namespace runner {
namespace {

// Keys one by one, as they are pressed; as it was before at the end.
class Keyboard {
 public:
  Keyboard() : is_terminal_(tcgetattr(STDIN_FILENO, &before_) == 0) {
    if (!is_terminal_) return;
    termios keys = before_;
    keys.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    tcsetattr(STDIN_FILENO, TCSANOW, &keys);
  }
  ~Keyboard() {
    if (is_terminal_) tcsetattr(STDIN_FILENO, TCSANOW, &before_);
  }
  Keyboard(const Keyboard&) = delete;
  Keyboard& operator=(const Keyboard&) = delete;

  /// The next key; 0 if none comes for a while.
  char wait(int milliseconds) {
    pollfd source{STDIN_FILENO, POLLIN, 0};
    if (at_end_) source.fd = -1;
    if (poll(&source, 1, milliseconds) <= 0) return 0;
    char key = 0;
    at_end_ = read(STDIN_FILENO, &key, 1) <= 0;
    return key;
  }

 private:
  termios before_{};
  bool is_terminal_;
  bool at_end_ = false;
};

// What tells one save from the next.
struct Stamp {
  timespec time{};
  off_t size = 0;
  ino_t file = 0;
  bool operator==(const Stamp& other) const {
    return time.tv_sec == other.time.tv_sec &&
           time.tv_nsec == other.time.tv_nsec && size == other.size &&
           file == other.file;
  }
};

std::optional<Stamp> stamp_of(const fs::path& path) {
  struct stat info {};
  if (stat(path.c_str(), &info) != 0) return {};
  return Stamp{info.st_mtim, info.st_size, info.st_ino};
}

// The sanitized check beside the quick one. Starting another stops it.
class Background {
 public:
  ~Background() { stop(); }

  void start(const Session& session, const Compiler& compiler,
             const Exercise& exercise, std::uint64_t seed) {
    stop();
    stopping_ = false;
    done_ = false;
    running_ = std::thread([this, &session, &compiler, exercise, seed] {
      try {
        result_ =
            check_sanitized(session.course, compiler, exercise, exercise.file,
                            seed, [this] { return stopping_.load(); });
      } catch (const std::exception&) {
        result_ = {};  // it only adds a sentence; the verdict stands
      }
      done_ = true;
    });
  }

  void stop() {
    stopping_ = true;
    if (running_.joinable()) running_.join();
  }

  /// Its result, once.
  std::optional<SanitizedResult> take() {
    if (!done_ || !running_.joinable()) return {};
    running_.join();
    return result_;
  }

 private:
  std::thread running_;
  std::atomic<bool> stopping_{false};
  std::atomic<bool> done_{false};
  SanitizedResult result_;
};

class Watch {
 public:
  Watch(Session& session, const Exercise& exercise)
      : session_(session), exercise_(&exercise), compiler_(session.course) {}

  void run() {
    const horloge::InterruptGuard guard;
    Keyboard keyboard;
    open();
    check();
    while (!guard.interrupted()) {
      const char key = keyboard.wait(50);
      if (key == 'q') break;
      if (key != 0) press(key);
      if (saved()) check();
      if (const auto result = background_.take()) {
        const std::string text =
            keep_sanitized(session_, *exercise_, verdict_, *result);
        if (!text.empty()) show("\r" + text + status_line());
      }
    }
    show("\n");
  }

 private:
  void open() {
    if (open_exercise(session_.course, *exercise_))
      show("Made " + exercise_->file.string() +
           ": your file for this exercise.\n");
    show("Watching " + exercise_->file.string() +
         ": open it in your editor, and save.\n");
    build_check(session_.course, *exercise_);
  }

  fs::path file() const { return session_.course.work / exercise_->file; }

  // Whether there is a new save, all of it: editors write in pieces.
  bool saved() {
    const auto now = stamp_of(file());
    if (!now || *now == last_) return false;
    if (!(now == seen_)) {
      seen_ = now;
      return false;
    }
    return now->size > 0;
  }

  void check() {
    background_.stop();
    last_ = seen_.value_or(stamp_of(file()).value_or(Stamp{}));
    seen_.reset();
    if (!stamp_of(file())) {
      show(exercise_->file.string() + " is gone; r makes it anew.\n");
      return;
    }
    show("\n");
    verdict_ = quick_check(session_, compiler_, *exercise_, CheckOptions{});
    if (verdict_.ran())
      background_.start(session_, compiler_, *exercise_, verdict_.seed);
    show(status_line());
  }

  std::string status_line() const {
    const bool solved = session_.progress.solved(exercise_->id);
    std::string keys =
        fmt::format("h hint {}/{}", session_.progress.hints(exercise_->id),
                    hint_count(*exercise_));
    if (solved) keys += "  d diff";
    keys += "  r run  l list";
    if (solved) keys += "  n next";
    return stage::styled(session_.terminal, stage::Style::dim,
                         show_progress(session_) + "   " + keys + "  q quit") +
           "\n";
  }

  void press(char key) try {
    if (key == 'h') {
      show_hint(session_, *exercise_, 0);
    } else if (key == 'd') {
      show_diff(session_, *exercise_, false);
    } else if (key == 'l') {
      show(show_list(session_));
    } else if (key == 'r') {
      open_exercise(session_.course, *exercise_);
      check();
    } else if (key == 'n') {
      go_on();
    }
  } catch (const std::exception& e) {
    show(std::string(e.what()) + "\n");
  }

  void go_on() {
    const Exercise* const next = next_exercise(session_);
    if (next == nullptr) {
      show("Every exercise is solved.\n");
    } else if (next == exercise_) {
      show("This one is not solved yet.\n");
    } else {
      background_.stop();
      exercise_ = next;
      open();
      check();
    }
  }

  Session& session_;
  const Exercise* exercise_;
  Compiler compiler_;
  Verdict verdict_;
  Background background_;
  Stamp last_;                 // the save that was checked
  std::optional<Stamp> seen_;  // a newer one, seen once
};

}  // namespace

void watch(Session& session, const Exercise& exercise) {
  Watch(session, exercise).run();
}

}  // namespace runner
