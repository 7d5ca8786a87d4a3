#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "course/runner/course.h"

namespace runner {

/// How an answer is compiled.
enum class BuildMode {
  quick,      ///< for the first verdict; in double
  sanitized,  ///< with address and undefined-behaviour sanitizers; in double
  lesson,     ///< to take part in its lesson; in float
};

struct Compiled {
  bool ok = false;
  bool stopped = false;
  std::filesystem::path library;  ///< the caller removes it
  std::string messages;           ///< the compiler's own
  std::string forbidden;          ///< a file that it may not include, but does
};

/// Compiles answers as the build says: it leaves its compiler and flags in the
/// build folder's exercises/answers.json.
class Compiler {
 public:
  /// Reads the settings; horloge::FileError if nothing was built yet.
  explicit Compiler(const Course& course);

  /// Another compiler instead of the build's, with the headers that it has
  /// compiled into a folder, if there are any.
  void use(const std::string& compiler,
           const std::filesystem::path& headers = {});

  /// Compiles a source file, a path relative to Course::work, as an answer to
  /// an exercise. `stop` is asked now and then; true ends it.
  Compiled compile(const Exercise& exercise, const std::filesystem::path& file,
                   BuildMode mode,
                   const std::function<bool()>& stop = {}) const;

  /// The sanitizers' runtime, which has to be loaded ahead of all else.
  std::string sanitizer_runtime() const;

  const std::string& name() const { return compiler_; }

  /// Whether it is the build's own.
  bool is_the_builds() const { return is_the_builds_; }

 private:
  std::vector<std::string> compile_command(
      const Exercise& exercise, BuildMode mode,
      const std::filesystem::path& file,
      const std::vector<std::string>& what) const;
  std::vector<std::string> link_command(const Exercise& exercise,
                                        BuildMode mode,
                                        const std::filesystem::path& object,
                                        const std::filesystem::path& out) const;

  Course course_;
  std::string compiler_;
  bool is_the_builds_ = true;
  std::filesystem::path headers_, library_;
  std::vector<std::string> flags_, quick_, sanitized_, float_;
  std::vector<std::string> link_, sanitized_link_;
  std::string sanitizer_runtime_;
};

/// The functions that an object or a library defines itself; inline ones and
/// templates are not among them. Names as the linker knows them.
std::vector<std::string> strong_functions(const std::filesystem::path& binary);

}  // namespace runner
