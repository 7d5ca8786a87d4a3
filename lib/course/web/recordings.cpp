#include "course/web/recordings.h"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "course/runner/own_folder.h"
#include "course/runner/process.h"
#include "horloge/core/crc32.h"

namespace fs = std::filesystem;

namespace web {
namespace {

// What a lesson's recording depends on, in one line.
std::string key_of(const fs::path& program, const fs::path& library) {
  std::string key;
  for (const fs::path& file : {program, library}) {
    const std::string bytes = runner::read_text(file);
    horloge::Crc32 sum;
    sum.add(bytes);
    key += fmt::format("{} {:08x} ", bytes.size(), sum.value());
  }
  return key;
}

}  // namespace

Recordings::Recordings(const runner::Course& course,
                       std::function<void(const std::string&)> wait)
    : course_(course), wait_(std::move(wait)) {}

Json Recordings::of(const runner::LessonEntry& lesson) const {
  const fs::path program = course_.build / "bin" / ("lesson_" + lesson.topic);
  const fs::path folder = course_.build / "web/recordings";
  const fs::path file = folder / (lesson.topic + ".json");
  const fs::path key_file = folder / (lesson.topic + ".key");
  const std::string key = key_of(program, course_.lesson_code(lesson.number));
  if (!fs::exists(file) || !fs::exists(key_file) ||
      runner::read_text(key_file) != key) {
    wait_(lesson.title);
    runner::make_folder(folder);
    const auto result =
        runner::run_process({program.string(), "--record", file.string()});
    if (!result.ok())
      throw std::runtime_error(fmt::format("lesson {} cannot be recorded:\n{}",
                                           lesson.number, result.output));
    runner::write_file(key_file, key);
  }
  return Json::parse(runner::read_text(file));
}

}  // namespace web
