#include "course/exercise/throw_line.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

namespace exercise {
namespace {

std::string watched;

// Where the last exception came from, innermost first.
constexpr int most_frames = 64;
thread_local std::array<void*, most_frames> frames;
thread_local int frame_count = 0;
thread_local void* thrown_from = nullptr;

// What addr2line says of the places, and of what was inlined there: the name of
// a function in one line, its file and line in the next.
std::string lines_of(const std::vector<std::size_t>& places) {
  std::string command = "addr2line -f -i -e '" + watched + "'";
  for (const std::size_t place : places)
    command += fmt::format(" {:#x}", place - 1);  // a call, not what follows it
  FILE* const pipe = popen((command + " 2>/dev/null").c_str(), "r");
  if (pipe == nullptr) return "";
  std::string text;
  std::array<char, 4096> some{};
  while (std::fgets(some.data(), some.size(), pipe) != nullptr)
    text += some.data();
  pclose(pipe);
  return text;
}

// What is made of a library's templates keeps the library's names, and
// debuggers may place it in the learner's file.
bool is_of_a_library(const std::string& function) {
  for (const char* const name : {"2xt", "St", "7horloge", "9__gnu_cxx"})
    for (const char* const before : {"_Z", "_ZN", "_ZNK"})
      if (function.rfind(std::string(before) + name, 0) == 0) return true;
  return false;
}

}  // namespace

void watch_throws_of(const std::string& library) { watched = library; }

int line_of_last_throw() {
  if (watched.empty() || watched.find('\'') != std::string::npos) return 0;
  std::vector<std::size_t> places;
  for (int i = 0; i < frame_count; ++i) {
    Dl_info info{};
    if (dladdr(frames[i], &info) != 0 && info.dli_fname == watched)
      places.push_back(static_cast<const char*>(frames[i]) -
                       static_cast<const char*>(info.dli_fbase));
  }
  if (places.empty()) return 0;
  // The headers of libraries end in .h and .hpp; the learner's file does not.
  const std::string mark = ".cpp:";
  std::istringstream lines(lines_of(places));
  for (std::string function, place;
       std::getline(lines, function) && std::getline(lines, place);) {
    const std::size_t at = place.find(mark);
    if (at != std::string::npos && !is_of_a_library(function))
      return static_cast<int>(
          std::strtol(place.c_str() + at + mark.size(), nullptr, 10));
  }
  return 0;
}

// Our own library is the one that this is compiled into.
bool last_throw_is_its_own() {
  Dl_info there{}, here{};
  return dladdr(thrown_from, &there) != 0 && dladdr(&watched, &here) != 0 &&
         there.dli_fbase != here.dli_fbase &&
         std::string(there.dli_fname).find("libstdc++") == std::string::npos;
}

}  // namespace exercise

// Stands before the C++ library's own, and hands on to it. In C++ it has
// another name, for <cxxabi.h> declares that one with a type that compilers do
// not use.
extern "C" [[noreturn]] void throw_and_keep_frames(
    void* thrown, void* type, void (*destroy)(void*)) __asm__("__cxa_throw");

void throw_and_keep_frames(void* thrown, void* type, void (*destroy)(void*)) {
  using Throw = void (*)(void*, void*, void (*)(void*));
  static const auto next =
      reinterpret_cast<Throw>(dlsym(RTLD_NEXT, "__cxa_throw"));
  exercise::thrown_from = __builtin_return_address(0);
  if (!exercise::watched.empty())
    exercise::frame_count =
        backtrace(exercise::frames.data(), exercise::most_frames);
  next(thrown, type, destroy);
  std::abort();  // never reached
}
