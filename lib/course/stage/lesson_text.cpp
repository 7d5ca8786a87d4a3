#include "course/stage/lesson_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "course/content/lesson_readme.h"
#include "course/content/marked_code.h"

namespace stage {
namespace {

std::string_view find_file(const LessonFiles& files, std::string_view name) {
  for (const SourceFile& file : files.files)
    if (file.name == name) return file.text;
  throw std::runtime_error(fmt::format("[lesson] there is no file {}", name));
}

// results/name.txt
void take_results(const LessonFiles& files, Lesson& lesson) {
  constexpr std::string_view folder = "results/", ending = ".txt";
  for (const SourceFile& file : files.files) {
    if (file.name.substr(0, folder.size()) != folder) continue;
    const auto step = std::find_if(
        lesson.steps.begin(), lesson.steps.end(), [&](const Step& s) {
          return file.name == fmt::format("{}{}{}", folder, s.name, ending);
        });
    if (step == lesson.steps.end())
      throw std::runtime_error(
          fmt::format("[lesson] {} belongs to no step", file.name));
    step->stored = file.text;
  }
}

// ../model.txt
void take_model(const LessonFiles& files, Lesson& lesson) {
  for (const SourceFile& file : files.files) {
    if (file.name != "../model.txt") continue;
    const content::ModelMap map = content::read_model_map(file.text);
    std::vector<std::string> titles;
    for (const Step& step : lesson.steps) titles.push_back(step.title);
    const auto lit = map.lit(std::string(files.topic), titles);
    for (std::size_t i = 0; i < lit.size(); ++i) lesson.steps[i].lit = lit[i];
    lesson.parts = map.parts;
  }
}

Step step_of(const content::StepText& text, const LessonFiles& files,
             const FindCode& code_of) {
  Step step;
  step.title = text.title;
  step.aside = text.aside;
  step.before = text.before;
  step.after = text.after;
  if (text.codes.empty()) return step;
  if (text.codes.size() > 1)
    throw std::runtime_error(fmt::format(
        "[lesson] one piece of code a step: line {} of README.md names {} too",
        text.codes[1].line, text.codes[1].name));
  step.name = text.codes[0].name;
  step.file = text.codes[0].file;
  step.run = code_of(step.name);
  step.code = content::step_code(find_file(files, step.file), step.name);
  return step;
}

// The last paragraph before the code, if it asks.
void take_prediction(std::size_t number, Step& step) {
  const std::string mark = "\nPredict: ";
  const std::string all = "\n" + step.before + "\n" + step.after;
  if (all.find(mark) == std::string::npos) return;
  const std::size_t asks = content::question_in(step.before);
  if (all.find(mark) != asks || all.rfind(mark) != asks)
    throw std::runtime_error(
        fmt::format("[lesson] in step {}, Predict: has to begin the last "
                    "paragraph before the code",
                    number));
  step.prediction = parse_prediction(step.before.substr(asks), step.name);
  step.prediction->step = number;
}

void take_predictions(Lesson& lesson) {
  std::set<std::string> shown;
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    take_prediction(i + 1, lesson.steps[i]);
    if (!lesson.steps[i].prediction) continue;
    const std::string& name = lesson.steps[i].prediction->name;
    const bool later = std::any_of(
        lesson.steps.begin() + static_cast<std::ptrdiff_t>(i),
        lesson.steps.end(),
        [&](const Step& step) { return step.run && step.name == name; });
    if (!later || !shown.insert(name).second)
      throw std::runtime_error(fmt::format(
          "[lesson] step {} predicts what `{}` shows, and {}", i + 1, name,
          later ? "another step does, too" : "no step from there on runs it"));
  }
}

}  // namespace

const Prediction* Lesson::prediction_shown_by(const Step& step) const {
  for (const Step& asking : steps)
    if (step.run && asking.prediction && asking.prediction->name == step.name)
      return &*asking.prediction;
  return nullptr;
}

Lesson read_lesson(const LessonFiles& files, const FindCode& code_of) {
  const content::LessonReadme readme =
      content::read_readme(find_file(files, "README.md"));
  Lesson lesson;
  lesson.title = readme.title;
  lesson.subject = readme.subject;
  for (const content::StepText& text : readme.steps)
    lesson.steps.push_back(step_of(text, files, code_of));
  take_results(files, lesson);
  take_model(files, lesson);
  take_predictions(lesson);
  return lesson;
}

Lesson make_lesson(const LessonFiles& files, const StepCodes& codes) {
  std::set<std::string_view> used;
  Lesson lesson = read_lesson(files, [&](const std::string& name) {
    const auto code =
        std::find_if(codes.begin(), codes.end(),
                     [&](const StepCode& c) { return c.name == name; });
    if (code == codes.end())
      throw std::runtime_error(
          fmt::format("[lesson] README.md names {}, which no file has", name));
    used.insert(code->name);
    return code->run;
  });
  for (const StepCode& code : codes)
    if (used.count(code.name) == 0)
      throw std::runtime_error(
          fmt::format("[lesson] README.md has no step for {}", code.name));
  return lesson;
}

}  // namespace stage
