#include "horloge/models/models.h"

#include <fmt/format.h>

#include <map>

#include "horloge/core/bytes.h"
#include "horloge/core/error.h"
#include "horloge/core/words.h"
#include "horloge/io/shards.h"
#include "horloge/models/architectures.h"
#include "horloge/models/llama.h"
#include "horloge/nn/init.h"

namespace horloge {
namespace {

namespace fs = std::filesystem;

using Make = std::shared_ptr<LanguageModel> (*)(const Checkpoint&, Rng&);

template <class Model, class Recipe>
std::shared_ptr<LanguageModel> follow(const Recipe& r, const Checkpoint& checkpoint, Rng& rng) {
  check_fits(checkpoint, "words", r.embeddings.vocab_size, r.embeddings.d_model);
  check_fits(checkpoint, "types", r.embeddings.num_types, r.embeddings.d_model);
  check_fits(checkpoint, r.stack);
  return std::make_shared<Model>(r, rng);
}

template <DecoderRecipe (*recipe)(const Checkpoint&, Rng&)>
std::shared_ptr<LanguageModel> decoder(const Checkpoint& checkpoint, Rng& rng) {
  return follow<DecoderModel>(recipe(checkpoint, rng), checkpoint, rng);
}

template <EncoderRecipe (*recipe)(const Checkpoint&, Rng&)>
std::shared_ptr<LanguageModel> encoder(const Checkpoint& checkpoint, Rng& rng) {
  return follow<EncoderModel>(recipe(checkpoint, rng), checkpoint, rng);
}

template <EncoderDecoderRecipe (*recipe)(const Checkpoint&, Rng&)>
std::shared_ptr<LanguageModel> encoder_decoder(const Checkpoint& checkpoint, Rng& rng) {
  const EncoderDecoderRecipe r = recipe(checkpoint, rng);
  check_fits(checkpoint, "words", r.embeddings.vocab_size, r.embeddings.d_model);
  check_fits(checkpoint, r.encoder);
  if (r.decoder) check_fits(checkpoint, *r.decoder);
  return std::make_shared<EncoderDecoderModel>(r, rng);
}

std::shared_ptr<LanguageModel> transformer_xl(const Checkpoint& checkpoint, Rng& rng) {
  const TransformerXLRecipe r = transformer_xl_recipe(checkpoint);
  for (const Shape& table : r.words.tables())
    check_fits(checkpoint, "words", table.front(), table.back());
  check_fits(checkpoint, r.stack);
  return std::make_shared<TransformerXLModel>(r, rng);
}

const std::map<std::string, Make>& architectures() {
  static const std::map<std::string, Make> makers = {
      {"bert", encoder<bert_recipe>},
      {"bloom", decoder<bloom_recipe>},
      {"deepseek_v3", decoder<deepseek_v3_recipe>},
      {"distilbert", encoder<distilbert_recipe>},
      {"gemma", decoder<gemma_recipe>},
      {"gemma2", decoder<gemma2_recipe>},
      {"gemma3_text", decoder<gemma3_recipe>},
      {"gpt2", decoder<gpt2_recipe>},
      {"gpt_neox", decoder<gpt_neox_recipe>},
      {"gpt_oss", decoder<gpt_oss_recipe>},
      {"gptj", decoder<gptj_recipe>},
      {"llama", decoder<llama_recipe>},
      {"llama4_text", decoder<llama4_recipe>},
      {"mistral", decoder<mistral_recipe>},
      {"modernbert", encoder<modernbert_recipe>},
      {"olmo2", decoder<olmo2_recipe>},
      {"phi", decoder<phi_recipe>},
      {"phi3", decoder<phi3_recipe>},
      {"qwen2", decoder<qwen2_recipe>},
      {"qwen3", decoder<qwen3_recipe>},
      {"roberta", encoder<roberta_recipe>},
      {"roformer", encoder<roformer_recipe>},
      {"smollm3", decoder<smollm3_recipe>},
      {"t5", encoder_decoder<t5_recipe>},
      {"transfo-xl", transformer_xl},
      {"use-lite", encoder<use_lite_recipe>},
      {"xlm-roberta", encoder<roberta_recipe>},
  };
  return makers;
}

Make architecture_of(const Config& config) {
  const auto found = architectures().find(config.text("model_type"));
  if (found != architectures().end()) return found->second;
  std::vector<std::string> names;
  for (const auto& [name, make] : architectures()) names.push_back(name);
  config.refuse("model_type", "choose one of " + joined(names));
}

// The folder itself, from which read_checkpoint() takes the usual file or its shards, or the one
// file that Meta's layout has instead.
fs::path weights_of(const fs::path& directory) {
  const fs::path meta = directory / "consolidated.safetensors";
  const bool usual = is_there(directory / "model.safetensors") ||
                     is_there(directory / "model.safetensors.index.json");
  return !usual && is_there(meta) ? meta : directory;
}

// An error of a part about its options becomes one about the config that they come from.
std::shared_ptr<LanguageModel> build(const Checkpoint& checkpoint, Rng& rng) {
  try {
    return architecture_of(checkpoint.config)(checkpoint, rng);
  } catch (const Error& e) {
    if (std::string(e.what()).find("[load_pretrained]") == 0) throw;
    checkpoint.config.fail(e);
  }
}

}  // namespace

Checkpoint read_model_files(const fs::path& directory) {
  if (!is_there(directory))
    throw FileError(fmt::format("[load_pretrained] there is no folder {}", directory.string()));
  for (const char* config : {"config.json", "params.json"}) {
    if (!is_there(directory / config)) continue;
    return {Config::read(directory / config), read_checkpoint(weights_of(directory))};
  }
  throw FileError(
      fmt::format("[load_pretrained] {}: the folder has no config.json, which says what "
                  "the model is made of",
                  directory.string()));
}

std::shared_ptr<LanguageModel> make_model(const Checkpoint& checkpoint) {
  if (is_meta_config(checkpoint.config))
    return make_model(
        {from_meta_config(checkpoint.config, checkpoint.weights), checkpoint.weights});
  Rng rng = Rng::undrawn();  // all of them are loaded, or it fails
  const auto model = build(checkpoint, rng);
  checkpoint.config.finish();
  model->load(checkpoint.weights, fmt::format("[load_pretrained] {}: ", checkpoint.config.where()));
  model->config = checkpoint.config.dump();
  model->eval();
  return model;
}

std::shared_ptr<LanguageModel> make_model(const Config& config, Rng& rng) {
  const auto model = build({config, {}, true}, rng);
  if (config.has("initializer_range"))
    init::gpt(*model, model->info.sizes.d_model, rng,
              init::GptOptions().with_deviation(config.number("initializer_range")));
  config.finish();
  model->config = config.dump();
  return model;
}

std::shared_ptr<LanguageModel> load_pretrained(const fs::path& directory) {
  return make_model(read_model_files(directory));
}

}  // namespace horloge
