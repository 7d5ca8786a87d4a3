#include "course/models/model_files.h"

#include <fmt/format.h>

#include <chrono>
#include <future>

#include "course/platform/free_memory.h"
#include "course/runner/course.h"
#include "course/runner/waiting_line.h"
#include "horloge/core/error.h"
#include "horloge/models/models.h"

namespace fs = std::filesystem;

namespace models {

using namespace runner;
namespace {

using horloge::FileError;

// Folders have an empty last part when a / ends their name.
fs::path without_slash(const fs::path& folder) {
  return folder.has_filename() ? folder : folder.parent_path();
}

// "; did you mean models/gpt2?", or nothing.
std::string near_miss(const fs::path& missing) {
  const std::string name = missing.filename();
  std::string nearest;
  std::size_t least = name.size() / 2 + 1;
  std::error_code unreadable;
  const fs::path around =
      missing.has_parent_path() ? missing.parent_path() : fs::path(".");
  for (const auto& entry : fs::directory_iterator(around, unreadable)) {
    const std::string other = entry.path().filename();
    const std::size_t distance = edit_distance(name, other);
    if (!entry.is_directory(unreadable) || distance >= least) continue;
    nearest = other;
    least = distance;
  }
  if (nearest.empty()) return "";
  return fmt::format("; did you mean {}?",
                     (missing.parent_path() / nearest).string());
}

void need_folder(const fs::path& path) {
  std::error_code unreachable;
  if (fs::is_regular_file(path, unreachable))
    throw FileError(fmt::format(
        "{} is a file; name the folder that it is in, with its config.json",
        path.string()));
  if (!fs::exists(path, unreachable))
    throw FileError(
        fmt::format("there is no folder {}{}", path.string(), near_miss(path)));
}

// Linux would end the program without a word. Files are mapped and give way;
// what is read from them takes this, and one matrix at a time while it turns.
void need_memory(const horloge::SafetensorsFile& weights) {
  std::size_t numbers = 0;
  for (const auto& [name, tensor] : weights.tensors)
    numbers += horloge::element_count(tensor.shape());
  const std::size_t needed = numbers * sizeof(horloge::real) >> 20U;
  const auto free = platform::free_megabytes();
  if (free && needed > *free)
    throw horloge::ValueError(
        fmt::format("its weights need {} MB of memory, and {} MB are free; "
                    "there may be a smaller model of its kind",
                    needed, *free));
}

std::shared_ptr<horloge::LanguageModel> load(const fs::path& folder) {
  const horloge::Checkpoint checkpoint = horloge::read_model_files(folder);
  need_memory(checkpoint.weights);
  return horloge::make_model(checkpoint);
}

}  // namespace

std::shared_ptr<horloge::LanguageModel> open_model(const Session& session,
                                                   const fs::path& folder) {
  need_folder(without_slash(folder));
  auto model = std::async(std::launch::async, load, folder);
  WaitingLine waiting(session.terminal);
  // What is there at once needs no line.
  constexpr auto moment = std::chrono::milliseconds(300);
  if (model.wait_for(moment) != std::future_status::ready)
    waiting.begin("reading the model");
  while (model.wait_for(moment) != std::future_status::ready) waiting.tick();
  return model.get();
}

}  // namespace models
