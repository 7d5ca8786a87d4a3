#include "course/notebook/lesson_library.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <stdexcept>

namespace notebook {
namespace {

// What every lesson has, see stage/this_lesson.cpp.
using MakeLesson = void (*)(stage::Lesson& lesson);
constexpr const char* make_lesson_name = "make_this_lesson";

// Never closed: a lesson's steps call into it until the program ends.
MakeLesson open_library(const std::filesystem::path& file) {
  void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const function =
      library == nullptr ? nullptr : dlsym(library, make_lesson_name);
  if (function == nullptr)
    throw std::runtime_error(
        fmt::format("the code of a lesson cannot be read: {}", dlerror()));
  return reinterpret_cast<MakeLesson>(function);
}

}  // namespace

const stage::Lesson& LessonLibrary::of_topic(const std::string& topic) {
  const auto found = lessons_.find(topic);
  if (found != lessons_.end()) return found->second;
  const auto file = folder_ / fmt::format("liblesson_{}_code.so", topic);
  stage::Lesson lesson;
  open_library(file)(lesson);
  return lessons_[topic] = std::move(lesson);
}

}  // namespace notebook
