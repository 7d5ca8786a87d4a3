#include <fmt/format.h>

#include "horloge/core/bytes.h"
#include "horloge/core/error.h"
#include "horloge/core/words.h"
#include "horloge/text/json.h"
#include "horloge/text/tokenizers/pretrained_tokenizer.h"
#include "horloge/text/tokenizers/tokenizer_parts.h"
#include "horloge/text/tokenizers/vocabulary_files.h"

namespace horloge {
namespace {

constexpr const char* who = "load_tokenizer";

std::shared_ptr<const PretrainedTokenizer> make_tokenizer(const PartSettings& all) {
  // Cutting a text off and padding it are the caller's.
  all.ignore({"version", "truncation", "padding"});
  auto parts = std::make_shared<TokenizerParts>();
  if (const auto part = all.part("normalizer")) parts->normalizer = read_normalizer(*part);
  if (const auto part = all.part("pre_tokenizer")) parts->pre_tokenizer = read_pre_tokenizer(*part);
  if (const auto part = all.part("post_processor")) parts->frame = read_special_frame(*part);
  const auto model = all.part("model");
  if (!model) all.fail("model", "is missing");
  parts->model = read_subword_model(*model, parts->tokens);
  const auto decoder = all.part("decoder");
  parts->decoder = decoder ? read_decoder(*decoder) : guess_decoder(parts->tokens, TokenDecoder());
  std::vector<AddedToken> added;
  if (all.has("added_tokens"))
    for (const PartSettings& token : all.parts("added_tokens"))
      added.push_back(read_added_token(token));
  parts->add(added);
  all.finish();
  return std::make_shared<PretrainedTokenizer>(parts);
}

}  // namespace

std::shared_ptr<const PretrainedTokenizer> parse_tokenizer(std::string_view text,
                                                           const std::string& where) {
  const nlohmann::json values = parse_json(text, fmt::format("[{}] {}: ", who, where));
  try {
    return make_tokenizer(PartSettings(values, where));
  } catch (const ValueError& e) {
    fail_to_load(where, without_who(e.what()));
  }
}

std::shared_ptr<const PretrainedTokenizer> load_tokenizer(const std::filesystem::path& folder) {
  const auto has = [&](const char* name) { return is_there(folder / name); };
  if (const std::filesystem::path file = folder / "tokenizer.json"; is_there(file))
    return parse_tokenizer(map_file(file, who, longest_text_file).view, file.string());
  if (has("vocab.json")) return load_vocab_json(folder);
  if (has("vocab.txt")) return load_vocab_txt(folder);
  for (const char* model : {"tokenizer.model", "spiece.model"})
    if (has(model)) return load_sentencepiece(folder / model);
  if (const auto model = folder / "sentencepiece.bpe.model"; is_there(model))
    fail_to_load(model.string(),
                 "has other ids than the model, which is not read here; save_pretrained() of "
                 "Hugging Face's AutoTokenizer writes a tokenizer.json from it");
  fail_to_load(folder.string(),
               "has no tokenizer: tokenizer.json, vocab.json with merges.txt, vocab.txt, "
               "tokenizer.model or spiece.model");
}

}  // namespace horloge
