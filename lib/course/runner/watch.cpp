#include "course/runner/watch.h"

#include <fmt/format.h>

#include <atomic>
#include <ctime>
#include <optional>
#include <thread>
#include <vector>

#include "course/runner/check.h"
#include "course/runner/editor.h"
#include "course/runner/exercise_commands.h"
#include "course/runner/file_watch.h"
#include "course/runner/lessons.h"
#include "course/runner/list.h"
#include "course/runner/next.h"
#include "course/runner/screen.h"
#include "course/runner/stub.h"
#include "course/runner/topic_step.h"
#include "course/stage/keyboard.h"
#include "horloge/core/interrupt.h"

namespace runner {
namespace {

// Keys that were pressed, until their turn comes.
class Keys {
 public:
  Keys() { keyboard_.emplace(); }

  /// While one lives, another program has the keys.
  class Pause {
   public:
    explicit Pause(Keys& keys) : keys_(keys) { keys_.keyboard_.reset(); }
    ~Pause() { keys_.keyboard_.emplace(); }
    Pause(const Pause&) = delete;
    Pause& operator=(const Pause&) = delete;

   private:
    Keys& keys_;
  };

  /// Waits a while for one.
  void listen(int milliseconds) {
    const char key = keyboard_->wait(milliseconds);
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
  std::optional<stage::Keyboard> keyboard_;
  std::string pressed_;
};

// The second check beside the quick one. Starting another stops it.
class Background {
 public:
  ~Background() { stop(); }

  void start(const Session& session, const Compiler& compiler,
             const Exercise& exercise, const Verdict& verdict) {
    stop();
    stopping_ = false;
    done_ = false;
    running_ = std::thread([this, &session, &compiler, exercise, verdict] {
      try {
        result_ = check_again(session, compiler, exercise, verdict,
                              [this] { return stopping_.load(); });
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
  std::optional<SecondResult> take() {
    if (!done_ || !running_.joinable()) return {};
    running_.join();
    return result_;
  }

 private:
  std::thread running_;
  std::atomic<bool> stopping_{false};
  std::atomic<bool> done_{false};
  SecondResult result_;
};

std::string clock_time() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  return fmt::format("{:02}:{:02}:{:02}", local.tm_hour, local.tm_min,
                     local.tm_sec);
}

// The keys, the most important ones last.
struct KeyWords {
  std::string letter;
  std::string word;
  std::string help;
};

// As many of the keys, in their order, as fit in a line; `dropped` are the
// letters of those that go first.
std::string keys_in_a_line(const std::vector<KeyWords>& keys,
                           const std::string& count, const std::string& dropped,
                           std::size_t width) {
  std::string gone, letters;
  for (const KeyWords& key : keys) letters += key.letter + " ";
  for (std::size_t drop = 0; drop <= dropped.size(); ++drop) {
    gone = dropped.substr(0, drop);
    std::string line = gone.find('#') == gone.npos ? count + "   " : "";
    for (const KeyWords& key : keys)
      if (gone.find(key.letter) == gone.npos)
        line += key.letter + " " + key.word + "  ";
    line += "? keys";
    if (line.size() < width) return line;
  }
  return letters + "?";
}

class Watch {
 public:
  Watch(Session& session, const Exercise& exercise, std::string editor)
      : session_(session),
        exercise_(&exercise),
        editor_(std::move(editor)),
        compiler_(session.course) {
    has_second_ = has_sanitized_check(compiler_);
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
      if (const auto result = background_.take()) tell_second(*result);
    }
    show("\n");
    say(how_to_go_on(session_));
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
    say(fmt::format(
        "Watching {} in {}. The file is yours: edit it, here with e or in any "
        "editor, and save.",
        exercise_->file.string(), session_.course.work.string()));
    session_.progress.set_at(exercise_->id);
    prepare_check(session_, *exercise_, options_.stop);
  }

  // It may have another size by now.
  void find_window() { session_.terminal = stage::find_terminal(); }

  // Where nothing can be kept, the loop goes on: there may be room later.
  void check() try {
    background_.stop();
    file_.begin(session_.course.work / exercise_->file);
    find_window();
    show(rule());
    verdict_ = quick_check(session_, compiler_, *exercise_, options_);
    if (verdict_.ran() && has_second_)
      background_.start(session_, compiler_, *exercise_, verdict_);
    if (verdict_.outcome != Outcome::stopped) show(status_line());
  } catch (const std::exception& e) {
    say(e.what());
  }

  void tell_second(const SecondResult& result) try {
    const std::string text =
        keep_second(session_, *exercise_, verdict_, result);
    if (!text.empty()) show(text + status_line());
  } catch (const std::exception& e) {
    say(e.what());
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

  std::vector<KeyWords> keys() const {
    const std::string& id = exercise_->id;
    const std::string hints = fmt::format("{}/{}", session_.progress.hints(id),
                                          hint_count(*exercise_));
    const std::size_t step = topic_step(session_.course, *exercise_);
    std::vector<KeyWords> all = {
        {"h", "hint " + hints, "the next hint"},
        {"l", "lesson",
         fmt::format("lesson {}{}, and back here", exercise_->lesson,
                     step > 0 ? fmt::format(" at step {}", step) : "")},
        {"e", "edit", "opens your file in your editor"},
        {"r", "run", "checks your file again"},
        {"n", "next", "the next exercise"}};
    if (session_.progress.solved(id) || session_.progress.gave_up(id))
      all.push_back({"d", "diff", "your file beside our solution"});
    all.push_back({"p", "progress", "what is done, and what is left"});
    all.push_back({"q", "quit", "ends"});
    return all;
  }

  std::string status_line() const {
    const std::string count = fmt::format("{}/{}", count_solved(session_),
                                          session_.course.exercises.size());
    return stage::styled(session_.terminal, stage::Style::dim,
                         keys_in_a_line(keys(), count, "p#drne",
                                        session_.terminal.width)) +
           "\n";
  }

  void show_keys() const {
    for (const KeyWords& key : keys())
      show(wrapped(session_, "  " + key.letter + "  ", key.help, 5));
  }

  void press(char key) try {
    if (key == 'h') {
      show_hint(session_, *exercise_, 0);
    } else if (key == 'l') {
      visit_lesson();
    } else if (key == 'e') {
      edit_file();
    } else if (key == 'd') {
      show_diff(session_, *exercise_, false);
    } else if (key == 'p') {
      show(show_list(session_, exercise_->lesson));
    } else if (key == 'r') {
      open_exercise(session_.course, *exercise_);
      return check();
    } else if (key == 'n') {
      return go_on();
    } else if (key == '?') {
      show_keys();
    } else if (key != stage::Keyboard::redraw) {
      return;
    }
    find_window();
    show(status_line());
  } catch (const std::exception& e) {
    say(std::string(e.what()) + ".");
    show(status_line());
  }

  // A lesson, or an editor, has the terminal and its keys meanwhile.
  void visit_lesson() {
    LessonOptions options;
    options.visit = true;
    options.step = topic_step(session_.course, *exercise_);
    const Keys::Pause pause(keys_);
    play_lesson(session_, exercise_->lesson, options);
    say("Back at exercise " + exercise_->name + ".");
  }

  void edit_file() {
    const std::string command = editor_command(editor_);
    open_exercise(session_.course, *exercise_);
    say(fmt::format("{} has the terminal until you close it.", command));
    const Keys::Pause pause(keys_);
    edit(session_.course, *exercise_, command);
  }

  void go_on() {
    const Exercise* const next = exercise_after(session_, *exercise_);
    const bool solved = session_.progress.solved(exercise_->id);
    if (next == nullptr)
      return say(solved ? "Every exercise is solved."
                        : "This one is not solved yet. It is the last that is "
                          "left.");
    background_.stop();
    exercise_ = next;
    open();
    check();
  }

  const horloge::InterruptGuard guard_;  // the keyboard passes signals on to it
  Keys keys_;
  Session& session_;
  const Exercise* exercise_;
  std::string editor_;
  Compiler compiler_;
  CheckOptions options_;
  Verdict verdict_;
  bool has_second_ = false;  // a sanitized check beside the quick one
  Background background_;
  FileWatch file_;
};

}  // namespace

void watch(Session& session, const Exercise& exercise,
           const std::string& editor) {
  Watch(session, exercise, editor).run();
}

}  // namespace runner
