#include "course/stage/lesson_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <stdexcept>

#include "course/stage/lines.h"

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

void set_title(Step& step, const std::string& title) {
  constexpr std::string_view aside = "Aside: ";
  step.aside = title.rfind(aside, 0) == 0;
  step.title = step.aside ? title.substr(aside.size()) : title;
}

struct CodeLine {
  std::string name, file;
};

// Code: [`name`](file.cpp)
std::optional<CodeLine> parse_code_line(const std::string& line) {
  constexpr std::string_view begin = "Code: [`";
  constexpr std::string_view middle = "`](";
  const std::size_t name_end = line.find(middle);
  const std::size_t file_end = line.find(')', name_end);
  if (line.rfind(begin, 0) != 0 || file_end == std::string::npos) return {};
  const std::size_t file_at = name_end + middle.size();
  return CodeLine{line.substr(begin.size(), name_end - begin.size()),
                  line.substr(file_at, file_end - file_at)};
}

// The last paragraph before the code, if it asks.
void take_prediction(std::size_t number, Step& step) {
  const std::string mark = "\nPredict: ";
  const std::string text = "\n\n" + step.before;
  const std::size_t last = text.rfind("\n\n", text.find_last_not_of('\n')) + 1;
  const std::string all = text + "\n" + step.after;
  const std::size_t asks = all.find(mark);
  if (asks == std::string::npos) return;
  if (asks != last || all.rfind(mark) != last)
    throw std::runtime_error(
        fmt::format("[lesson] in step {}, Predict: has to begin the last "
                    "paragraph before the code",
                    number));
  step.prediction = parse_prediction(text.substr(last), step.name);
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

std::string marked_code(std::string_view source, std::string_view mark,
                        std::string_view name) {
  const std::string begin = fmt::format("\n// {}: {}\n", mark, name);
  const std::size_t start = source.find(begin);
  if (start == std::string_view::npos)
    throw std::runtime_error(
        fmt::format("[lesson] no line says // {}: {}", mark, name));
  const std::string_view rest = source.substr(start + begin.size());
  const std::size_t end = std::min(rest.find(fmt::format("\n// {}: ", mark)),
                                   rest.find("\n// End of "));
  std::string code(rest.substr(0, end));
  code.erase(code.find_last_not_of('\n') + 1);
  return code + "\n";
}

std::string step_code(std::string_view source, std::string_view name) {
  return marked_code(source, "Step", name);
}

std::string subject_of(const std::string& line) {
  const bool italic = line.size() > 2 && line.front() == '*' &&
                      line.find('*', 1) == line.size() - 1;
  return italic ? line.substr(1, line.size() - 2) : "";
}

Lesson read_lesson(const LessonFiles& files, const FindCode& code_of) {
  Lesson lesson;
  for (const std::string& line : lines_of(find_file(files, "README.md"))) {
    if (line.rfind("# ", 0) == 0) {
      lesson.title = line.substr(2);
    } else if (line.rfind("## ", 0) == 0) {
      lesson.steps.emplace_back();
      set_title(lesson.steps.back(), line.substr(3));
    } else if (const auto named = parse_code_line(line)) {
      if (lesson.steps.empty() || lesson.steps.back().run)
        throw std::runtime_error(
            fmt::format("[lesson] one piece of code a step: {}", line));
      Step& step = lesson.steps.back();
      step.run = code_of(named->name);
      step.file = named->file;
      step.name = named->name;
      step.code = step_code(find_file(files, step.file), named->name);
    } else if (lesson.steps.empty()) {
      if (lesson.subject.empty()) lesson.subject = subject_of(line);
    } else {
      Step& step = lesson.steps.back();
      (step.run ? step.after : step.before) += line + "\n";
    }
  }
  take_results(files, lesson);
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
