#include "horloge/models/models.h"

#include <fmt/format.h>

#include <functional>
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

template <class Model, class Recipe>
std::shared_ptr<LanguageModel> follow(const Recipe& r, const Checkpoint& checkpoint, Rng& rng) {
  check_fits(checkpoint, "words", r.embeddings.vocab_size, r.embeddings.d_model);
  check_fits(checkpoint, "types", r.embeddings.num_types, r.embeddings.d_model);
  check_fits(checkpoint, r.stack);
  return std::make_shared<Model>(r, rng);
}

std::shared_ptr<LanguageModel> made(const DecoderRecipe& r, const Checkpoint& checkpoint,
                                    Rng& rng) {
  return follow<DecoderModel>(r, checkpoint, rng);
}

std::shared_ptr<LanguageModel> made(const EncoderRecipe& r, const Checkpoint& checkpoint,
                                    Rng& rng) {
  return follow<EncoderModel>(r, checkpoint, rng);
}

std::shared_ptr<LanguageModel> made(const EncoderDecoderRecipe& r, const Checkpoint& checkpoint,
                                    Rng& rng) {
  check_fits(checkpoint, "words", r.embeddings.vocab_size, r.embeddings.d_model);
  check_fits(checkpoint, r.encoder);
  if (r.decoder) check_fits(checkpoint, *r.decoder);
  return std::make_shared<EncoderDecoderModel>(r, rng);
}

std::shared_ptr<LanguageModel> made(const TransformerXLRecipe& r, const Checkpoint& checkpoint,
                                    Rng& rng) {
  for (const Shape& table : r.words.tables())
    check_fits(checkpoint, "words", table.front(), table.back());
  check_fits(checkpoint, r.stack);
  return std::make_shared<TransformerXLModel>(r, rng);
}

using RecipeFunction = std::function<AnyRecipe(const Checkpoint&, Rng&)>;

const std::map<std::string, RecipeFunction>& architectures() {
  static const std::map<std::string, RecipeFunction> all = {
      {"bert", bert_recipe},
      {"bloom", bloom_recipe},
      {"deepseek_v3", deepseek_v3_recipe},
      {"distilbert", distilbert_recipe},
      {"gemma", gemma_recipe},
      {"gemma2", gemma2_recipe},
      {"gemma3_text", gemma3_recipe},
      {"gpt2", gpt2_recipe},
      {"gpt_neox", gpt_neox_recipe},
      {"gpt_oss", gpt_oss_recipe},
      {"gptj", gptj_recipe},
      {"llama", llama_recipe},
      {"llama4_text", llama4_recipe},
      {"mistral", mistral_recipe},
      {"modernbert", modernbert_recipe},
      {"olmo2", olmo2_recipe},
      {"phi", phi_recipe},
      {"phi3", phi3_recipe},
      {"qwen2", qwen2_recipe},
      {"qwen3", qwen3_recipe},
      {"roberta", roberta_recipe},
      {"roformer", roformer_recipe},
      {"smollm3", smollm3_recipe},
      {"t5", t5_recipe},
      {"transfo-xl", transformer_xl_recipe},
      {"use-lite", use_lite_recipe},
      {"xlm-roberta", roberta_recipe},
  };
  return all;
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
    const AnyRecipe recipe = recipe_of(checkpoint, rng);
    return std::visit([&](const auto& r) { return made(r, checkpoint, rng); }, recipe);
  } catch (const Error& e) {
    if (std::string(e.what()).find("[load_pretrained]") == 0) throw;
    checkpoint.config.fail(e);
  }
}

}  // namespace

AnyRecipe recipe_of(const Checkpoint& checkpoint, Rng& rng) {
  const Config& config = checkpoint.config;
  const auto found = architectures().find(config.text("model_type"));
  if (found != architectures().end()) return found->second(checkpoint, rng);
  std::vector<std::string> names;
  for (const auto& [name, read] : architectures()) names.push_back(name);
  config.refuse("model_type", "choose one of " + joined(names));
}

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
