#include "course/models/model_files.h"

#include <fmt/format.h>

#include <algorithm>

#include "course/models/waiting.h"
#include "course/platform/free_memory.h"
#include "course/runner/course.h"
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

double count_numbers(const horloge::SafetensorsFile& weights) {
  double numbers = 0;
  for (const auto& [name, tensor] : weights.tensors)
    numbers += static_cast<double>(tensor.size());
  return numbers;
}

// Linux would end the program without a word.
void need_free(double numbers, const std::string& what, const char* advice) {
  const double needed = numbers * sizeof(horloge::real) / (1U << 20U);
  const auto free = platform::free_megabytes();
  if (free && needed > static_cast<double>(*free))
    throw horloge::ValueError(
        fmt::format("{} {:.0f} MB of memory, and {} MB are free; {}", what,
                    needed, *free, advice));
}

constexpr const char* smaller_model =
    "there may be a smaller model of its kind";

// By what the config says of the words that it can say: a number for each of
// them to each word that it reads, and the table of their vectors. It may say
// more than there is in the file.
struct OfWords {
  double outputs = 0, table = 0;
};

OfWords count_of_words(const horloge::Config& config, std::size_t words) {
  const auto number = [&](const char* key) {
    return config.has(key) ? std::max(config.number(key), 0.0) : 0.0;
  };
  const double vocabulary = number("vocab_size");
  const double width = std::max({number("hidden_size"), number("n_embd"),
                                 number("d_model"), number("dim")});
  return {static_cast<double>(words) * vocabulary, vocabulary * width};
}

// Files are mapped and give way; what is read from them takes memory, and one
// matrix at a time while it turns.
std::shared_ptr<horloge::LanguageModel> load(const fs::path& folder,
                                             std::size_t words) {
  const horloge::Checkpoint checkpoint = horloge::read_model_files(folder);
  const OfWords of_words = count_of_words(checkpoint.config, words);
  const double weights =
      std::max(count_numbers(checkpoint.weights), of_words.table);
  need_free(weights, "its weights need", smaller_model);
  need_free(weights + of_words.outputs,
            "its weights, and what it says to each word, need", smaller_model);
  return horloge::make_model(checkpoint);
}

}  // namespace

std::shared_ptr<horloge::LanguageModel> open_model(const Session& session,
                                                   const fs::path& folder,
                                                   std::size_t words) {
  need_folder(without_slash(folder));
  return wait_for<std::shared_ptr<horloge::LanguageModel>>(
      session, "reading the model", [&] { return load(folder, words); });
}

void need_memory_for_answer(const horloge::LanguageModel& model,
                            std::size_t words) {
  need_free(
      static_cast<double>(words) * static_cast<double>(model.info.vocab_size),
      "what it says to each word needs", "give it fewer words");
}

}  // namespace models
