#include "horloge/models/sentence_encoder.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "horloge/core/bytes.h"
#include "horloge/core/error.h"
#include "horloge/models/models.h"
#include "horloge/models/parts/pooling.h"
#include "horloge/text/escape_controls.h"
#include "horloge/text/json.h"

namespace horloge {
namespace {

using nlohmann::json;

constexpr const char* sentence_encoder = "SentenceEncoder";
constexpr const char* modules_file = "modules.json";
constexpr const char* pooling_file = "1_Pooling/config.json";

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& what) {
  throw FileError(fmt::format("[{}] {}: {}", sentence_encoder, file.string(), what));
}

bool is_set(const json& settings, const std::string& key, const std::filesystem::path& file) {
  const auto found = settings.find(key);
  if (found == settings.end()) return false;
  if (!found->is_boolean()) refuse(file, key + " must be true or false");
  return found->get<bool>();
}

// {"pooling_mode_cls_token": false, "pooling_mode_mean_tokens": true, …}
SentencePooling read_pooling(const std::filesystem::path& file) {
  const json settings = read_json(file, sentence_encoder);
  if (!settings.is_object()) refuse(file, "must be an object of settings");
  const std::string first = "pooling_mode_cls_token", mean = "pooling_mode_mean_tokens";
  for (const auto& [key, value] : settings.items())
    if (key.rfind("pooling_mode_", 0) == 0 && key != first && key != mean &&
        is_set(settings, key, file))
      refuse(file, excerpt(key) + " is not supported; only " + first + " and " + mean + " are");
  if (is_set(settings, first, file) == is_set(settings, mean, file))
    refuse(file, "must set one of " + first + " and " + mean);
  return is_set(settings, first, file) ? SentencePooling::first_token : SentencePooling::mean;
}

// [{"idx": 0, "path": "", "type": "sentence_transformers.models.Transformer"}, …]
bool read_normalize(const std::filesystem::path& file) {
  const json modules = read_json(file, sentence_encoder);
  if (!modules.is_array()) refuse(file, "must be a list of modules");
  bool normalize = false;
  for (const json& module : modules) {
    const std::string type = module.is_object() ? module.value("type", "") : "";
    const std::string name = type.substr(type.rfind('.') + 1);
    if (name == "Normalize")
      normalize = true;
    else if (name != "Transformer" && name != "Pooling")
      refuse(file, "the module " + excerpt(type) +
                       " is not supported; only Transformer, Pooling and Normalize are");
  }
  return normalize;
}

}  // namespace

bool says_sentence_pooling(const std::filesystem::path& folder) {
  return is_there(folder / modules_file) || is_there(folder / pooling_file);
}

SentenceEncoderOptions read_sentence_pooling(const std::filesystem::path& folder) try {
  SentenceEncoderOptions options;
  if (is_there(folder / pooling_file)) options.pooling = read_pooling(folder / pooling_file);
  if (is_there(folder / modules_file)) options.normalize = read_normalize(folder / modules_file);
  return options;
} catch (const json::exception&) {
  refuse(folder / modules_file, "the type of a module must be a text");
}

SentenceEncoder::SentenceEncoder(std::shared_ptr<const LanguageModel> model,
                                 const SentenceEncoderOptions& options)
    : model_(std::move(model)), options_(options) {
  const ModelInfo& info = model_->info;
  if (info.decoder_start_id)
    throw ValueError(fmt::format("[{}] {} writes about a text, and makes no vector of it",
                                 sentence_encoder, info.architecture));
  if (info.causal)
    throw ValueError(
        fmt::format("[{}] {} reads from left to right, and makes no vector of a whole text",
                    sentence_encoder, info.architecture));
}

SentenceEncoder SentenceEncoder::load(const std::filesystem::path& folder) {
  return of(load_pretrained(folder), folder);
}

SentenceEncoder SentenceEncoder::of(std::shared_ptr<const LanguageModel> model,
                                    const std::filesystem::path& folder) {
  SentenceEncoderOptions options = read_sentence_pooling(folder);
  if (model->info.embeds_texts && !says_sentence_pooling(folder))
    options.pooling = SentencePooling::own;
  return {std::move(model), options};
}

Tensor SentenceEncoder::operator()(const ModelInput& in) const {
  const ModelOutput out = model_->forward(in);
  if (options_.pooling == SentencePooling::own && !out.pooled.defined())
    throw ValueError(fmt::format("[{}] {} makes no vector of its own", sentence_encoder,
                                 model_->info.architecture));
  const Tensor vector = options_.pooling == SentencePooling::own ? out.pooled
                        : options_.pooling == SentencePooling::first_token
                            ? first_token(out.last_hidden)
                            : mean_of_tokens(out.last_hidden, in.attention_mask);
  return options_.normalize ? of_length_one(vector) : vector;
}

}  // namespace horloge
