#include "horloge/models/save_pretrained.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "horloge/core/atomic_file.h"
#include "horloge/core/error.h"
#include "horloge/io/tensor_checksums.h"
#include "horloge/models/models.h"

namespace horloge {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* who = "save_pretrained";

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    throw FileError(fmt::format("[{}] {}: the folder cannot be made: {}", who, folder.string(),
                                error.message()));
}

std::string config_for(const LanguageModel& model) {
  if (!model.config.empty()) return model.config;
  if (const auto* const decoder = dynamic_cast<const DecoderModel*>(&model))
    return config_of(*decoder);
  throw ValueError(
      fmt::format("[{}] only decoders can be written without the config that they were made from, "
                  "and this is {}",
                  who, model.info.architecture));
}

// Those of a model that was put together by hand are its family's.
WeightTable table_for(const LanguageModel& model, const std::string& config) {
  if (!model.table.rules.empty()) return model.table;
  Rng undrawn = Rng::undrawn();
  return make_model(Config::parse(config), undrawn)->table;
}

// Meta's files turn neighbours in a head, Hugging Face's the two halves.
void refuse_meta(const WeightTable& table) {
  if (!table.rules.empty() && table.rules.front().theirs == "tok_embeddings")
    throw ValueError(
        fmt::format("[{}] the weights come in Meta's layout, whose rotary pairs are not those of "
                    "Hugging Face's LLaMA; load the model from its config.json to write one",
                    who));
}

}  // namespace

void save_pretrained(const LanguageModel& model, const fs::path& folder) {
  json config = json::parse(config_for(model));
  const WeightTable table = table_for(model, config.dump());
  refuse_meta(table);
  config[config.contains("dtype") ? "dtype" : "torch_dtype"] =
      real_dtype == DType::F64 ? "float64" : "float32";
  SafetensorsFile file;
  file.tensors = stored_weights(model.named_parameters(), table);
  file.metadata = {{"format", "pt"}};
  add_checksums(file);
  make_folder(folder);
  write_safetensors(folder / "model.safetensors", file);
  write_file_atomically(folder / "config.json", config.dump(2) + '\n', who);
}

void save_pretrained(const CharTokenizer& tokenizer, const fs::path& folder) {
  const Vocabulary& vocabulary = tokenizer.vocabulary();
  json ids = json::object();
  for (std::size_t id = 0; id < vocabulary.size(); ++id)
    ids[vocabulary.token(static_cast<std::int64_t>(id))] = id;
  const json unknown = vocabulary.has_special_tokens() ? json(Vocabulary::unknown_token) : json();
  const json file = {{"version", "1.0"},
                     {"truncation", nullptr},
                     {"padding", nullptr},
                     {"added_tokens", json::array()},
                     {"normalizer", tokenizer.lower_case() ? json{{"type", "Lowercase"}} : json()},
                     {"pre_tokenizer", nullptr},
                     {"post_processor", nullptr},
                     {"decoder", {{"type", "Fuse"}}},
                     {"model",
                      {{"type", "BPE"},
                       {"dropout", nullptr},
                       {"unk_token", unknown},
                       {"continuing_subword_prefix", nullptr},
                       {"end_of_word_suffix", nullptr},
                       {"fuse_unk", false},
                       {"byte_fallback", false},
                       {"vocab", ids},
                       {"merges", json::array()}}}};
  make_folder(folder);
  write_file_atomically(folder / "tokenizer.json", file.dump(2) + '\n', who);
}

}  // namespace horloge
