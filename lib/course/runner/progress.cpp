#include "course/runner/progress.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <nlohmann/json.hpp>

#include "course/runner/own_folder.h"
#include "horloge/core/error.h"

namespace fs = std::filesystem;

namespace runner {

using nlohmann::json;

namespace {

std::string today() {
  return fmt::format("{:%Y-%m-%d}", fmt::localtime(std::time(nullptr)));
}

stage::Guesses guesses_from(const json& state) {
  stage::Guesses guesses;
  const json kept = state.value("predictions", json::object());
  for (const auto& [name, guess] : kept.items())
    guesses[name] = {guess.at("said"), guess.at("came_out"), guess.at("right")};
  return guesses;
}

json json_of(const stage::Guesses& guesses) {
  json all = json::object();
  for (const auto& [name, guess] : guesses)
    all[name] = {{"said", guess.said},
                 {"came_out", guess.came_out},
                 {"right", guess.right}};
  return all;
}

}  // namespace

Progress::Progress(fs::path file) : file_(std::move(file)) { load(); }

void Progress::load() {
  exercises_.clear();
  lessons_.clear();
  notebooks_.clear();
  last_ = {};
  if (!fs::exists(file_)) return;
  try {
    const json all = json::parse(read_text(file_));
    for (const auto& [id, state] : all.at("exercises").items())
      exercises_[id] = {state.at("solved"), state.value("solved_on", ""),
                        state.value("passes", state.at("solved").get<bool>()),
                        state.at("gave_up"), state.at("hints")};
    for (const auto& [topic, state] : all.at("lessons").items())
      lessons_[topic] = {state.at("read"), state.at("step"),
                         guesses_from(state)};
    const json notebooks = all.value("notebooks", json::object());
    for (const auto& [name, step] : notebooks.items()) notebooks_[name] = step;
    const json last = all.value("last", json::object());
    last_ = {last.value("lesson", ""), last.value("exercise", "")};
  } catch (const json::exception&) {
    throw horloge::FileError(fmt::format(
        "the record of your progress is damaged: {}. Repair it, or move it "
        "away to start a new one; your exercises are not affected",
        file_.string()));
  }
}

bool Progress::solved(const std::string& exercise) const {
  const auto found = exercises_.find(exercise);
  return found != exercises_.end() && found->second.solved;
}

std::string Progress::solved_on(const std::string& exercise) const {
  const auto found = exercises_.find(exercise);
  return found == exercises_.end() ? "" : found->second.solved_on;
}

bool Progress::passes(const std::string& exercise) const {
  const auto found = exercises_.find(exercise);
  return found != exercises_.end() && found->second.passes;
}

std::size_t Progress::hints(const std::string& exercise) const {
  const auto found = exercises_.find(exercise);
  return found == exercises_.end() ? 0 : found->second.hints;
}

bool Progress::gave_up(const std::string& exercise) const {
  const auto found = exercises_.find(exercise);
  return found != exercises_.end() && found->second.gave_up;
}

bool Progress::read(const std::string& lesson) const {
  const auto found = lessons_.find(lesson);
  return found != lessons_.end() && found->second.read;
}

std::size_t Progress::step(const std::string& lesson) const {
  const auto found = lessons_.find(lesson);
  return found == lessons_.end() ? 0 : found->second.step;
}

stage::Guesses Progress::guesses(const std::string& lesson) const {
  const auto found = lessons_.find(lesson);
  return found == lessons_.end() ? stage::Guesses() : found->second.guesses;
}

std::size_t Progress::notebook_step(const std::string& notebook) const {
  const auto found = notebooks_.find(notebook);
  return found == notebooks_.end() ? 0 : found->second;
}

void Progress::set_solved(const std::string& exercise, bool solved) {
  change([&] {
    ExerciseState& state = exercises_[exercise];
    if (solved != state.solved) state.solved_on = solved ? today() : "";
    state.solved = state.passes = solved;
  });
}

void Progress::set_passes(const std::string& exercise, bool passes) {
  change([&] { exercises_[exercise].passes = passes; });
}

void Progress::set_hints(const std::string& exercise, std::size_t hints) {
  change([&] { exercises_[exercise].hints = hints; });
}

void Progress::set_gave_up(const std::string& exercise) {
  change([&] { exercises_[exercise].gave_up = true; });
}

void Progress::set_step(const std::string& lesson, std::size_t step,
                        bool read) {
  change([&] {
    LessonState& state = lessons_[lesson];
    state.step = step;
    state.read = state.read || read;
    last_ = {lesson, ""};
  });
}

void Progress::set_guesses(const std::string& lesson,
                           const stage::Guesses& guesses) {
  change([&] {
    for (const auto& [name, guess] : guesses)
      lessons_[lesson].guesses[name] = guess;
  });
}

void Progress::set_notebook_step(const std::string& notebook,
                                 std::size_t step) {
  change([&] { notebooks_[notebook] = step; });
}

void Progress::set_at(const std::string& exercise) {
  if (last_.exercise != exercise) change([&] { last_ = {"", exercise}; });
}

void Progress::forget(const std::string& exercise) {
  change([&] { exercises_.erase(exercise); });
}

// A lesson may be open in one window and an exercise in another.
void Progress::change(const std::function<void()>& body) {
  make_folder(file_.parent_path());
  const FolderLock one_at_a_time(file_.parent_path());
  load();
  body();
  save();
}

void Progress::save() const {
  json all = {{"exercises", json::object()}, {"lessons", json::object()}};
  for (const auto& [id, state] : exercises_)
    all["exercises"][id] = {{"solved", state.solved},
                            {"solved_on", state.solved_on},
                            {"passes", state.passes},
                            {"gave_up", state.gave_up},
                            {"hints", state.hints}};
  for (const auto& [topic, state] : lessons_) {
    json& lesson = all["lessons"][topic];
    lesson = {{"read", state.read}, {"step", state.step}};
    if (!state.guesses.empty()) lesson["predictions"] = json_of(state.guesses);
  }
  for (const auto& [name, step] : notebooks_) all["notebooks"][name] = step;
  if (!last_.lesson.empty()) all["last"]["lesson"] = last_.lesson;
  if (!last_.exercise.empty()) all["last"]["exercise"] = last_.exercise;
  write_file(file_, all.dump(2) + "\n");
}

}  // namespace runner
