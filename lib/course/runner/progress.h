#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>

#include "course/stage/guesses.h"

namespace runner {

/// What a learner has done: by the ids of exercises and the topics of lessons,
/// in .learn/progress.json. Entries that a later version of the course does not
/// know stay in the file.
class Progress {
 public:
  /// Reads the file, if it is there. horloge::FileError if it is damaged.
  explicit Progress(std::filesystem::path file);

  /// Solved once is solved, whatever is tried afterwards.
  bool solved(const std::string& exercise) const;
  /// The day, "2026-03-14"; empty if it is not solved, or was before days were
  /// noted.
  std::string solved_on(const std::string& exercise) const;
  /// Whether the version that was checked last is right, as far as it was
  /// checked.
  bool passes(const std::string& exercise) const;
  std::size_t hints(const std::string& exercise) const;  ///< how many were seen
  bool gave_up(const std::string& exercise) const;
  bool read(const std::string& lesson) const;
  std::size_t step(const std::string& lesson) const;  ///< 0 before the first
  std::size_t notebook_step(const std::string& notebook) const;  ///< likewise

  /// What was predicted in a lesson; empty for one without.
  stage::Guesses guesses(const std::string& lesson) const;

  /// What the learner was at last: one of the two is not empty, but for
  /// learners who have done nothing yet.
  struct Place {
    std::string lesson;    ///< a topic
    std::string exercise;  ///< an id
  };
  const Place& last() const { return last_; }

  // Each writes the file at once, whole or not at all, and keeps what others
  // have written meanwhile.
  void set_solved(const std::string& exercise, bool solved);
  /// What the last check said. Only set_solved makes a pass count.
  void set_passes(const std::string& exercise, bool passes);
  void set_hints(const std::string& exercise, std::size_t hints);
  void set_gave_up(const std::string& exercise);
  void set_step(const std::string& lesson, std::size_t step, bool read);
  /// Adds to the guesses of a lesson, or takes the place of earlier ones.
  void set_guesses(const std::string& lesson, const stage::Guesses& guesses);
  /// Leaves the lesson or exercise that set_step and set_at have kept.
  void set_notebook_step(const std::string& notebook, std::size_t step);
  void set_at(const std::string& exercise);
  void forget(const std::string& exercise);

 private:
  void load();
  void change(const std::function<void()>& body);
  void save() const;

  struct ExerciseState {
    bool solved = false;  // for good
    std::string solved_on;
    bool passes = false;
    bool gave_up = false;
    std::size_t hints = 0;
  };
  struct LessonState {
    bool read = false;
    std::size_t step = 0;
    stage::Guesses guesses;
  };
  std::filesystem::path file_;
  std::map<std::string, ExerciseState> exercises_;
  std::map<std::string, LessonState> lessons_;
  std::map<std::string, std::size_t> notebooks_;  // the step of each
  Place last_;
};

}  // namespace runner
