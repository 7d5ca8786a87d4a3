// What the page's workers call. A text that is returned stays where it is until
// the next call.

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <vector>

#include "course/exercise/program.h"
#include "course/runner/verdict_json.h"

namespace exercise {
namespace {

constexpr int could_not_run = 2;

// What stands in for the end of a program (CMakeLists.txt gives _exit this
// name): the page goes on.
struct End {
  int status;
};

std::string kept;  // what was returned last

const Exam* exam_in(const char* check) {
  void* const library = dlopen(check, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return nullptr;
  const auto exam =
      reinterpret_cast<const Exam* (*)()>(dlsym(library, "horloge_exam"));
  return exam == nullptr ? nullptr : exam();
}

int run(std::vector<std::string> arguments, const Exam& exam) try {
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  return run_exam(static_cast<int>(arguments.size()), argv.data(), exam);
} catch (const End& end) {
  return end.status;
}

}  // namespace
}  // namespace exercise

extern "C" void horloge_end_of_check(int status) {
  std::fflush(nullptr);
  throw exercise::End{status};
}

/// Checks an answer as check_NN_NAME does: the check, the answer, and where the
/// report goes are files; 0 if it passes, 1 if not, 2 if it could not run.
extern "C" int horloge_check(const char* check, const char* answer,
                             const char* seed, const char* report) {
  const exercise::Exam* const exam = exercise::exam_in(check);
  if (exam == nullptr) {
    fmt::print(stderr, "{}\n", dlerror());
    return exercise::could_not_run;
  }
  const int descriptor = open(report, O_WRONLY);
  return exercise::run(
      {"check", answer, "--seed", seed, "--report", std::to_string(descriptor)},
      *exam);
}

/// The verdict on an answer, as texts of JSON; see runner::verdict_json.
extern "C" const char* horloge_verdict(const char* request) {
  exercise::kept = runner::verdict_json(request);
  return exercise::kept.c_str();
}
