#include "horloge/text/tokenizers/vocabulary_files.h"

#include <fmt/format.h>

#include "horloge/core/bytes.h"
#include "horloge/core/error.h"
#include "horloge/core/words.h"
#include "horloge/text/json.h"
#include "horloge/text/normal_form.h"
#include "horloge/text/tokenizers/bpe.h"
#include "horloge/text/tokenizers/token_lists.h"
#include "horloge/text/tokenizers/tokenizer_parts.h"
#include "horloge/text/tokenizers/unigram.h"
#include "horloge/text/tokenizers/word_piece.h"

namespace horloge {
namespace {

using nlohmann::json;
using Parts = std::shared_ptr<TokenizerParts>;

constexpr const char* load_who = "load_tokenizer";

// Those of some tokens that the vocabulary has, as special ones.
std::vector<AddedToken> special_tokens(const TokenTable& tokens,
                                       const std::vector<std::string>& names) {
  std::vector<AddedToken> added;
  for (const std::string& name : names) {
    const auto id = tokens.id(name);
    if (!id) continue;
    AddedToken token;
    token.content = name;
    token.id = *id;
    token.special = true;
    token.normalized = false;
    token.lstrip = name == "<mask>";  // RoBERTa's takes the space before it
    added.push_back(token);
  }
  return added;
}

BytePairModel::Merges read_merges_txt(const std::filesystem::path& file) {
  BytePairModel::Merges merges;
  for_each_line(file, [&](std::string_view line) {
    if (line.empty() || line.substr(0, 9) == "#version:") return;
    const std::size_t space = line.find(' ');
    if (space == line.npos || space == 0 || space + 1 == line.size() ||
        line.find(' ', space + 1) != line.npos)
      fail_to_load(file.string(), fmt::format("merge {} must be two tokens", merges.size() + 1));
    merges.emplace_back(line.substr(0, space), line.substr(space + 1));
  });
  return merges;
}

// Other families write such files as well, with other rules.
void need_known_class(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / "tokenizer_config.json";
  if (!is_there(file)) return;
  const json config = read_json(file, load_who);
  const std::string name = PartSettings(config, file.string()).text("tokenizer_class", "");
  for (const char* known :
       {"", "GPT2Tokenizer", "GPT2TokenizerFast", "RobertaTokenizer", "RobertaTokenizerFast"})
    if (name == known) return;
  fail_to_load(file.string(), fmt::format("tokenizer_class = \"{}\" needs a tokenizer.json", name));
}

std::shared_ptr<const PretrainedTokenizer> make_gpt2(const std::filesystem::path& folder,
                                                     const Parts& parts) {
  const std::filesystem::path merges = folder / "merges.txt";
  if (!is_there(merges))
    fail_to_load(folder.string(),
                 "has a vocab.json without merges.txt, which says how words are cut");
  need_known_class(folder);
  const auto cls = parts->tokens.id("<s>"), sep = parts->tokens.id("</s>");
  const bool is_roberta = cls && sep && parts->tokens.id("<mask>");
  if (is_roberta) parts->frame = {{*cls}, {*sep}};
  parts->pre_tokenizer = byte_level_words();
  parts->decoder = TokenDecoder({decode_byte_level()});
  parts->model = std::make_unique<BytePairModel>(parts->tokens, read_merges_txt(merges));
  parts->add(special_tokens(
      parts->tokens, is_roberta
                         ? std::vector<std::string>{"<s>", "</s>", "<pad>", "<unk>", "<mask>"}
                         : std::vector<std::string>{"<|endoftext|>"}));
  return std::make_shared<PretrainedTokenizer>(parts);
}

// The first six are the unknown token, padding and the like.
std::shared_ptr<const PretrainedTokenizer> make_use_lite(const std::filesystem::path& file,
                                                         const json& list, const Parts& parts) {
  const json all = {{"entries", list}};
  UnigramModel::Options options;
  options.unk_id = 0;
  options.num_reserved = 6;
  options.short_last = true;
  auto scores = read_scored_tokens(PartSettings(all, file.string()), "entries", parts->tokens);
  if (scores.size() < options.num_reserved)
    fail_to_load(file.string(), fmt::format("needs at least {} tokens, has {}",
                                            options.num_reserved, scores.size()));
  parts->model = std::make_unique<UnigramModel>(parts->tokens, std::move(scores), options);
  parts->normalizer = [](const std::string& text) {
    std::string marked;
    if (!text.empty()) marked = "▁";
    for (const char c : normal_form(text, NormalForm::nfkc))
      marked += c == ' ' ? "▁" : std::string(1, c);
    return marked;
  };
  parts->decoder = TokenDecoder({decode_metaspace()});
  return std::make_shared<PretrainedTokenizer>(parts);
}

BertNormalizerOptions bert_options(const std::filesystem::path& folder) {
  BertNormalizerOptions options;
  const std::filesystem::path file = folder / "tokenizer_config.json";
  if (!is_there(file)) return options;
  const json config = read_json(file, load_who);
  const PartSettings settings(config, file.string());
  options.lowercase = settings.flag("do_lower_case", true);
  options.strip_accents = settings.flag("strip_accents", options.lowercase);
  options.handle_chinese_chars = settings.flag("tokenize_chinese_chars", true);
  return options;
}

}  // namespace

std::shared_ptr<const PretrainedTokenizer> load_vocab_json(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / "vocab.json";
  const json vocabulary = read_json(file, load_who);
  const auto parts = std::make_shared<TokenizerParts>();
  if (vocabulary.is_array()) return make_use_lite(file, vocabulary, parts);
  if (!vocabulary.is_object()) fail_to_load(file.string(), "must be a JSON object or a list");
  add_token_list(vocabulary, parts->tokens);
  try {
    return make_gpt2(folder, parts);
  } catch (const ValueError& e) {
    fail_to_load((folder / "merges.txt").string(), without_who(e.what()));
  }
}

std::shared_ptr<const PretrainedTokenizer> load_vocab_txt(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / "vocab.txt";
  const auto parts = std::make_shared<TokenizerParts>();
  add_token_lines(file, parts->tokens);
  const auto cls = parts->tokens.id("[CLS]"), sep = parts->tokens.id("[SEP]");
  if (cls && sep) parts->frame = {{*cls}, {*sep}};
  parts->normalizer = bert_normalizer(bert_options(folder));
  parts->pre_tokenizer = bert_words();
  parts->decoder = TokenDecoder({decode_word_piece()});
  try {
    parts->model = std::make_unique<WordPieceModel>(parts->tokens);
  } catch (const ValueError& e) {
    fail_to_load(file.string(), without_who(e.what()));
  }
  parts->add(special_tokens(parts->tokens, {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"}));
  return std::make_shared<PretrainedTokenizer>(parts);
}

}  // namespace horloge
