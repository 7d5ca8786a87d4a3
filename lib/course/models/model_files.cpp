#include "course/models/model_files.h"

#include <fmt/format.h>

#include <algorithm>

#include "course/models/model_place.h"
#include "course/models/waiting.h"
#include "course/platform/free_memory.h"
#include "course/runner/course.h"
#include "horloge/core/error.h"
#include "horloge/models/models.h"

namespace fs = std::filesystem;

namespace models {

using namespace runner;
namespace {

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
            "its weights, and what it says to each token, need", smaller_model);
  return horloge::make_model(checkpoint);
}

}  // namespace

std::shared_ptr<horloge::LanguageModel> open_model(const Session& session,
                                                   const fs::path& folder,
                                                   std::size_t words) {
  need_folder(folder);
  return wait_for<std::shared_ptr<horloge::LanguageModel>>(
      session, "reading the model", [&] { return load(folder, words); });
}

void need_memory_for_answer(const horloge::LanguageModel& model,
                            std::size_t words) {
  need_free(
      static_cast<double>(words) * static_cast<double>(model.info.vocab_size),
      "what it says to each token needs", "give it fewer tokens");
}

}  // namespace models
