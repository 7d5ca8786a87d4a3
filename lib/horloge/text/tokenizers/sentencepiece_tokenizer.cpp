// SentencePiece's own file, as LLaMA 2 (tokenizer.model) and T5 (spiece.model) come with it.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "horloge/core/bytes.h"
#include "horloge/core/error.h"
#include "horloge/core/words.h"
#include "horloge/text/escape_controls.h"
#include "horloge/text/json.h"
#include "horloge/text/tokenizers/bpe.h"
#include "horloge/text/tokenizers/charsmap.h"
#include "horloge/text/tokenizers/sentencepiece_file.h"
#include "horloge/text/tokenizers/tokenizer_parts.h"
#include "horloge/text/tokenizers/unigram.h"
#include "horloge/text/tokenizers/vocabulary_files.h"
#include "horloge/text/utf8.h"

namespace horloge {
namespace {

using Kind = SentencePiece::Kind;

const std::string mark = "▁";

// What a file beside it says of it; without one, as the family has it.
struct SentencePieceSettings {
  bool add_bos_token = false, add_eos_token = false;
  std::size_t extra_ids = 0;
  std::vector<AddedToken> added;
};

void need_what_is_known(const SentencePieceFile& all, const std::string& where) {
  const auto refuse = [&](const std::string& what) {
    fail_to_load(where, what +
                            ", which is not read here; save_pretrained() of Hugging Face's "
                            "AutoTokenizer writes a tokenizer.json from it");
  };
  using Model = SentencePieceFile::Model;
  if (all.model != Model::bpe && all.model != Model::unigram) refuse("is neither BPE nor Unigram");
  if (all.whitespace_as_suffix || !all.escape_whitespaces)
    refuse("has its spaces in another way than before a word");
  for (const SentencePiece& piece : all.pieces)
    if (piece.kind == Kind::user_defined || piece.kind == Kind::unused)
      refuse(fmt::format("has pieces of a kind of their own, such as \"{}\"", excerpt(piece.text)));
}

// A piece is made of any two pieces that it can be cut into; those of a high score come first.
BytePairModel::Merges merges_of(const SentencePieceFile& all, const TokenTable& tokens) {
  struct Scored {
    float score;
    std::pair<std::string, std::string> parts;
  };
  const auto is_normal = [&](std::string_view text) {
    const auto id = tokens.id(text);
    return id && all.pieces[static_cast<std::size_t>(*id)].kind == Kind::normal;
  };
  std::vector<Scored> scored;
  for (const SentencePiece& piece : all.pieces) {
    if (piece.kind != Kind::normal) continue;
    for (const Utf8Character& c : utf8_characters(piece.text, "merges_of")) {
      const auto cut = static_cast<std::size_t>(c.bytes.data() - piece.text.data());
      const std::string left = piece.text.substr(0, cut), right = piece.text.substr(cut);
      if (cut > 0 && is_normal(left) && is_normal(right))
        scored.push_back({piece.score, {left, right}});
    }
  }
  std::stable_sort(scored.begin(), scored.end(),
                   [](const Scored& a, const Scored& b) { return a.score > b.score; });
  BytePairModel::Merges merges;
  merges.reserve(scored.size());
  for (Scored& one : scored) merges.push_back(std::move(one.parts));
  return merges;
}

std::optional<std::string> unknown_of(const SentencePieceFile& all) {
  for (const SentencePiece& piece : all.pieces)
    if (piece.kind == Kind::unknown) return piece.text;
  return std::nullopt;
}

std::unique_ptr<SubwordModel> subwords_of(const SentencePieceFile& all, const TokenTable& tokens) {
  const auto unknown = unknown_of(all);
  if (all.model == SentencePieceFile::Model::bpe) {
    BpeOptions options;
    options.unk_token = unknown;
    options.fuse_unk = true;
    options.byte_fallback = all.byte_fallback;
    return std::make_unique<BytePairModel>(tokens, merges_of(all, tokens), options);
  }
  UnigramModel::Options options;
  if (unknown) options.unk_id = tokens.id(*unknown);
  options.byte_fallback = all.byte_fallback;
  options.bytes_match_text = false;
  std::vector<double> scores;
  for (const SentencePiece& piece : all.pieces) scores.push_back(double{piece.score});
  return std::make_unique<UnigramModel>(tokens, std::move(scores), options);
}

// White space as SentencePiece's Normalizer leaves it, behind the table of characters.
Normalizer spaces_of(const SentencePieceFile& all, const std::string& where) {
  Normalizer characters = [](std::string text) { return text; };
  if (!all.charsmap.empty()) {
    characters = charsmap_normalizer(all.charsmap);
    if (!characters) fail_to_load(where, "has a table of characters that cannot be read");
  }
  return [characters, prefix = all.add_dummy_prefix,
          remove = all.remove_extra_whitespaces](const std::string& text) {
    std::string out;
    const std::string mapped = characters(text);
    bool after_space = true;
    for (const char c : mapped) {
      if (c != ' ' || !remove || !after_space) out += c;
      after_space = c == ' ';
    }
    std::string marked = prefix && !text.empty() ? mark : "";
    for (const char c : out) marked += c == ' ' ? mark : std::string(1, c);
    const auto ends_with_mark = [&] {
      return marked.size() >= mark.size() &&
             marked.compare(marked.size() - mark.size(), mark.size(), mark) == 0;
    };
    while (remove && ends_with_mark()) marked.resize(marked.size() - mark.size());
    return marked;
  };
}

SentencePieceSettings read_settings_beside(const std::filesystem::path& model,
                                           const SentencePieceSettings& usual) {
  SentencePieceSettings read = usual;
  const std::filesystem::path file = model.parent_path() / "tokenizer_config.json";
  if (!is_there(file)) return read;
  const nlohmann::json config = read_json(file, "load_tokenizer");
  const PartSettings settings(config, file.string());
  const std::string name = settings.text("tokenizer_class", "");
  constexpr std::array known = {"", "LlamaTokenizer", "LlamaTokenizerFast", "T5Tokenizer",
                                "T5TokenizerFast"};
  if (std::find(known.begin(), known.end(), name) == known.end())
    fail_to_load(file.string(),
                 fmt::format("tokenizer_class = \"{}\" needs a tokenizer.json", name));
  read.add_bos_token = settings.flag("add_bos_token", read.add_bos_token);
  read.add_eos_token = settings.flag("add_eos_token", read.add_eos_token);
  read.extra_ids = settings.size("extra_ids", read.extra_ids);
  if (read.extra_ids > TokenTable::most) settings.refuse("extra_ids");
  if (!settings.has("added_tokens_decoder")) return read;
  for (const auto& [id, token] : settings.value("added_tokens_decoder").items()) {
    nlohmann::json entry = token;
    const bool is_id =
        !id.empty() && id.size() < 9 && id.find_first_not_of("0123456789") == std::string::npos;
    if (!is_id || !entry.is_object()) settings.fail("added_tokens_decoder", "must be by ids");
    entry["id"] = std::stoul(id);
    read.added.push_back(
        read_added_token(PartSettings(entry, file.string(), "added_tokens_decoder." + id)));
  }
  return read;
}

AddedToken special_token(const std::string& text, std::int64_t id) {
  AddedToken token;
  token.content = text;
  token.id = id;
  token.special = true;
  token.normalized = false;
  return token;
}

// Hugging Face's tokenizers find them in texts; SentencePiece itself does not. T5's <extra_id_0> is
// the last one of its own, which stand behind all pieces.
std::vector<AddedToken> added_tokens(const SentencePieceFile& all,
                                     const SentencePieceSettings& settings) {
  std::vector<AddedToken> added = settings.added;
  const auto is_known = [&](std::int64_t id) {
    return std::any_of(added.begin(), added.end(), [&](const AddedToken& t) { return t.id == id; });
  };
  for (std::size_t i = 0; i < all.pieces.size(); ++i) {
    const bool is_special =
        all.pieces[i].kind == Kind::control || all.pieces[i].kind == Kind::unknown;
    const auto id = static_cast<std::int64_t>(i);
    if (is_special && !is_known(id)) added.push_back(special_token(all.pieces[i].text, id));
  }
  for (std::size_t i = 0; i < settings.extra_ids; ++i) {
    const auto id = static_cast<std::int64_t>(all.pieces.size() + i);
    if (!is_known(id))
      added.push_back(special_token(fmt::format("<extra_id_{}>", settings.extra_ids - 1 - i), id));
  }
  return added;
}

}  // namespace

std::shared_ptr<const PretrainedTokenizer> load_sentencepiece(const std::filesystem::path& file) {
  const SentencePieceFile all = read_sentencepiece_file(file);
  need_what_is_known(all, file.string());
  SentencePieceSettings usual;
  const bool is_t5 = file.filename() == "spiece.model";
  usual.add_bos_token = !is_t5;
  usual.add_eos_token = is_t5;
  usual.extra_ids = is_t5 ? 100 : 0;
  const SentencePieceSettings settings = read_settings_beside(file, usual);
  const auto parts = std::make_shared<TokenizerParts>();
  for (std::size_t i = 0; i < all.pieces.size(); ++i)
    parts->tokens.add(all.pieces[i].text, static_cast<std::int64_t>(i));
  parts->normalizer = spaces_of(all, file.string());
  try {
    parts->model = subwords_of(all, parts->tokens);
  } catch (const ValueError& e) {
    fail_to_load(file.string(), without_who(e.what()));
  }
  parts->decoder =
      TokenDecoder({decode_byte_fallback(), decode_metaspace(mark, all.add_dummy_prefix)});
  const auto bos = parts->tokens.id("<s>"), eos = parts->tokens.id("</s>");
  if (settings.add_bos_token && bos) parts->frame.before = {*bos};
  if (settings.add_eos_token && eos) parts->frame.after = {*eos};
  parts->add(added_tokens(all, settings));
  return std::make_shared<PretrainedTokenizer>(parts);
}

}  // namespace horloge
