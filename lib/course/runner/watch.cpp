#include "course/runner/watch.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <atomic>
#include <ctime>
#include <optional>
#include <thread>

#include "course/runner/check.h"
#include "course/runner/help.h"
#include "course/runner/screen.h"
#include "course/runner/stub.h"
#include "course/stage/keyboard.h"
#include "horloge/core/interrupt.h"

namespace fs = std::filesystem;

namespace runner {
namespace {

// Keys that were pressed, until their turn comes.
class Keys {
 public:
  /// Waits a while for one.
  void listen(int milliseconds) {
    const char key = keyboard_.wait(milliseconds);
    if (key != 0) pressed_ += key;
  }

  /// The first one, once; 0 if there is none.
  char take() {
    if (pressed_.empty()) return 0;
    const char key = pressed_.front();
    pressed_.erase(0, 1);
    return key;
  }

  bool want_to_leave() const {
    return pressed_.find_first_of({'q', stage::Keyboard::end}) !=
           std::string::npos;
  }

 private:
  stage::Keyboard keyboard_;
  std::string pressed_;
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

std::string clock_time() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  return fmt::format("{:02}:{:02}:{:02}", local.tm_hour, local.tm_min,
                     local.tm_sec);
}

// What the learner's file is doing.
class FileWatch {
 public:
  enum class Event { none, saved, gone };

  /// From now on `path` is watched; what it holds now is known.
  void begin(fs::path path) {
    path_ = std::move(path);
    known_ = seen_ = stamp_of(path_);
    times_seen_ = 0;
  }

  /// Looks again. A save counts when the file has stayed the same from one
  /// look to the next, for editors write in pieces; an empty file, or none,
  /// has to stay so for longer, for to many editors that is a piece too.
  Event look() {
    constexpr int a_while = 10;
    const auto now = stamp_of(path_);
    if (!(now == seen_)) {
      seen_ = now;
      times_seen_ = 0;
      return Event::none;
    }
    if (now == known_) return Event::none;
    const bool whole = now && now->size > 0;
    if (++times_seen_ < (whole ? 1 : a_while)) return Event::none;
    known_ = now;
    return now ? Event::saved : Event::gone;
  }

 private:
  fs::path path_;
  std::optional<Stamp> known_;  // what was told
  std::optional<Stamp> seen_;   // at the last look
  int times_seen_ = 0;
};

class Watch {
 public:
  Watch(Session& session, const Exercise& exercise)
      : session_(session), exercise_(&exercise), compiler_(session.course) {
    options_.stop = [this] { return is_leaving(0); };
  }

  void run() {
    constexpr int a_while = 50;  // milliseconds
    open();
    check();
    while (!is_leaving(a_while)) {
      if (const char key = keys_.take(); key != 0) press(key);
      switch (file_.look()) {
        case FileWatch::Event::saved:
          check();
          break;
        case FileWatch::Event::gone:
          say(exercise_->file.string() +
              " is gone. Save it again, or press r to start over.");
          break;
        case FileWatch::Event::none:
          break;
      }
      if (const auto result = background_.take()) {
        const std::string text =
            keep_sanitized(session_, *exercise_, verdict_, *result);
        if (!text.empty()) show(text + status_line());
      }
    }
    show("\n");
  }

 private:
  // Also in the middle of a check; other keys are for what comes after it.
  bool is_leaving(int milliseconds) {
    keys_.listen(milliseconds);
    return guard_.interrupted() || keys_.want_to_leave();
  }

  void say(const std::string& text) { show(wrapped(session_, "", text, 0)); }

  void open() {
    if (open_exercise(session_.course, *exercise_))
      say("Made " + exercise_->file.string() +
          ": your file for this exercise.");
    say("Watching " + exercise_->file.string() +
        ": open it in your editor, and save.");
    prepare_check(session_, *exercise_, options_.stop);
  }

  // It may have another size by now.
  void find_window() { session_.terminal = stage::find_terminal(); }

  void check() {
    background_.stop();
    file_.begin(session_.course.work / exercise_->file);
    find_window();
    show(rule());
    verdict_ = quick_check(session_, compiler_, *exercise_, options_);
    if (verdict_.ran())
      background_.start(session_, compiler_, *exercise_, verdict_.seed);
    if (verdict_.outcome != Outcome::stopped) show(status_line());
  }

  // Between one verdict and the next.
  std::string rule() const {
    const std::string text = "--- " + clock_time() + " ";
    return "\n" +
           stage::styled(
               session_.terminal, stage::Style::dim,
               text + std::string(session_.terminal.width - text.size(), '-')) +
           "\n";
  }

  // The longest that fits on one line.
  std::string status_line() const {
    const bool solved = session_.progress.solved(exercise_->id);
    const std::string hints =
        fmt::format("{}/{}", session_.progress.hints(exercise_->id),
                    hint_count(*exercise_));
    const std::string keys = "h hint " + hints + (solved ? "  d diff" : "") +
                             "  r run  l list" + (solved ? "  n next" : "") +
                             "  q quit";
    const std::string count = fmt::format("{}/{}", count_solved(session_),
                                          session_.course.exercises.size());
    std::string line = show_progress(session_) + "   " + keys;
    for (const std::string& shorter :
         {count + "   " + keys,
          count + " " + (solved ? "h d r l n q" : "h r l q")})
      if (line.size() >= session_.terminal.width) line = shorter;
    return stage::styled(session_.terminal, stage::Style::dim, line) + "\n";
  }

  void press(char key) try {
    if (key == 'h') {
      show_hint(session_, *exercise_, 0);
    } else if (key == 'd') {
      show_diff(session_, *exercise_, false);
    } else if (key == 'l') {
      show(show_list(session_, exercise_->lesson));
    } else if (key == 'r') {
      open_exercise(session_.course, *exercise_);
      return check();
    } else if (key == 'n') {
      return go_on();
    } else if (key != stage::Keyboard::redraw) {
      return;
    }
    find_window();
    show(status_line());
  } catch (const std::exception& e) {
    say(e.what());
  }

  void go_on() {
    const Exercise* const next = next_exercise(session_);
    if (next == nullptr) {
      say("Every exercise is solved.");
    } else if (next == exercise_) {
      say("This one is not solved yet.");
    } else {
      background_.stop();
      exercise_ = next;
      open();
      check();
    }
  }

  const horloge::InterruptGuard guard_;  // the keyboard passes signals on to it
  Keys keys_;
  Session& session_;
  const Exercise* exercise_;
  Compiler compiler_;
  CheckOptions options_;
  Verdict verdict_;
  Background background_;
  FileWatch file_;
};

}  // namespace

void watch(Session& session, const Exercise& exercise) {
  Watch(session, exercise).run();
}

}  // namespace runner
