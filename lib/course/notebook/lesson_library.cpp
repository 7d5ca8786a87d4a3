#include "course/notebook/lesson_library.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include "course/content/marked_code.h"
#include "course/runner/course.h"
#include "course/runner/process.h"
#include "course/stage/long_work.h"
#include "course/stage/page.h"

namespace fs = std::filesystem;

namespace notebook {
namespace {

// What every lesson has, see stage/this_lesson.cpp.
using MakeLesson = void (*)(stage::Lesson& lesson);
constexpr const char* make_lesson_name = "make_this_lesson";

// Never closed: a lesson's steps call into it until the program ends.
stage::Lesson open_library(const fs::path& file) {
  void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const function =
      library == nullptr ? nullptr : dlsym(library, make_lesson_name);
  if (function == nullptr)
    throw std::runtime_error(
        fmt::format("the code of a lesson cannot be read: {}", dlerror()));
  stage::Lesson lesson;
  reinterpret_cast<MakeLesson>(function)(lesson);
  return lesson;
}

// README.md, the code that it shows, and stored results.
std::vector<std::pair<std::string, std::string>> texts_in(
    const fs::path& folder) {
  std::vector<std::pair<std::string, std::string>> texts;
  const auto add = [&](const fs::path& in, const char* ending) {
    if (!fs::is_directory(in)) return;
    for (const auto& entry : fs::directory_iterator(in))
      if (entry.path().extension() == ending)
        texts.emplace_back(entry.path().lexically_relative(folder).string(),
                           runner::read_text(entry.path()));
  };
  texts.emplace_back("README.md", runner::read_text(folder / "README.md"));
  add(folder, ".cpp");
  add(folder / "results", ".txt");
  return texts;
}

}  // namespace

const stage::Lesson& LessonLibrary::of_topic(const std::string& topic) {
  const auto found = texts_.find(topic);
  if (found != texts_.end()) return found->second;
  const auto texts = texts_in(lessons_ / topic);
  stage::LessonFiles files;
  for (const auto& [name, text] : texts) files.files.push_back({name, text});
  return texts_[topic] =
             stage::read_lesson(files, [&](const std::string& name) {
               return [this, topic, name](stage::Page& page) {
                 run(topic, name, page);
               };
             });
}

stage::Step LessonLibrary::lines(const content::CodeLink& lines) {
  stage::Step step;
  step.name = lines.name;
  step.file = "lessons/notebooks/" + lines.file;
  step.code = content::step_code(
      runner::read_text(lessons_ / "notebooks" / lines.file), lines.name);
  step.run = [this, name = lines.name](stage::Page& page) {
    run("notebooks", name, page);
  };
  return step;
}

void LessonLibrary::run(const std::string& topic, const std::string& name,
                        stage::Page& page) {
  if (codes_.count(topic) == 0) {
    if (!fs::exists(file_of(topic))) build(topic, page);
    codes_[topic] = open_library(file_of(topic));
  }
  const auto& steps = codes_[topic].steps;
  const auto step =
      std::find_if(steps.begin(), steps.end(),
                   [&](const stage::Step& s) { return s.name == name; });
  if (step == steps.end())
    throw std::runtime_error(
        fmt::format("lesson {} was built without {}", topic, name));
  step->run(page);
}

void LessonLibrary::build(const std::string& topic, stage::Page& page) const {
  const std::string what = topic == "notebooks"
                               ? "the cells of the notebooks"
                               : fmt::format("lesson {}", std::stoi(topic));
  page.progress(fmt::format("building {} …", what));
  runner::ProcessOptions options;
  options.stop = [] { return stage::interrupted(); };
  const fs::path root = lessons_.parent_path();
  const runner::ProcessResult built = runner::run_process(
      {root / "learn", "alone", build_, "cmake", "--build", build_, "--target",
       fmt::format("lesson_{}_code", topic)},
      options);
  page.progress("");
  stage::stop_if_interrupted();
  if (!built.ok())
    throw std::runtime_error(
        fmt::format("{} could not be built:\n{}", what, built.output));
}

fs::path LessonLibrary::file_of(const std::string& topic) const {
  return build_ / "lessons" / fmt::format("liblesson_{}_code.so", topic);
}

}  // namespace notebook
