#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "course/runner/answer_check.h"
#include "course/runner/session.h"
#include "support/temporary_folder.h"

/// A learner's folder of our own, which goes when we go, in the real course.
class Scratch {
 public:
  const std::filesystem::path& folder() const { return folder_.path(); }
  const runner::Course& course() const { return course_; }
  const runner::Exercise& exercise(const std::string& name = "sinusoidal_table") const {
    return course_.find_exercise(name);
  }
  std::filesystem::path file(const std::string& name = "sinusoidal_table") const {
    return folder() / exercise(name).file;
  }

  /// A learner at a terminal of a certain width, without colours.
  runner::Session session(std::size_t width = 80) const;

  /// Saves a text as the learner's file of an exercise.
  void save(const std::string& text, const std::string& name = "sinusoidal_table") const;

  /// What the quick check says of it, without sanitizers.
  runner::Verdict check(const std::string& name = "sinusoidal_table") const;

  /// Names of what lies in .learn/build, where nothing should stay.
  std::vector<std::string> left_behind() const;

 private:
  horloge::test::TemporaryFolder folder_;
  runner::Course course_ = runner::read_course(HORLOGE_ROOT, HORLOGE_BUILD, folder());
};

/// A right answer to sinusoidal_table, for tests that change a word in it.
std::string right_table();

/// A file for sinusoidal_table whose function has this body; it stands on line 6.
std::string table_with(const std::string& body);

/// The text with the first `from` in it replaced by `to`; std::logic_error if there is none.
std::string replaced(std::string text, const std::string& from, const std::string& to);
