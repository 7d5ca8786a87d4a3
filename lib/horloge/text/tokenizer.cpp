#include "horloge/text/tokenizer.h"

#include <algorithm>

#include "horloge/core/error.h"
#include "horloge/text/utf8.h"

namespace horloge {
namespace {

constexpr const char* tokenizer = "Tokenizer";

std::string lower(std::string_view text) {
  std::string out;
  for (const Utf8Character& c : utf8_characters(text, tokenizer)) out += to_utf8(to_lower(c.code));
  return out;
}

std::vector<std::string> words(std::string_view text) {
  const auto characters = utf8_characters(text, tokenizer);
  std::vector<std::string> tokens;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) tokens.push_back(std::move(word));
    word.clear();
  };
  for (std::size_t i = 0; i < characters.size(); ++i) {
    const auto [code, bytes] = characters[i];
    const bool goes_on = i + 1 < characters.size() && is_word_character(characters[i + 1].code);
    if (is_word_character(code)) {
      word += bytes;
    } else if (is_apostrophe(code) && !word.empty() && goes_on) {
      word += bytes;
      end_word();
    } else {
      end_word();
      if (!is_white_space(code)) tokens.emplace_back(bytes);
    }
  }
  end_word();
  return tokens;
}

std::vector<std::string> characters(std::string_view text) {
  std::vector<std::string> tokens;
  for (const Utf8Character& c : utf8_characters(text, tokenizer)) tokens.emplace_back(c.bytes);
  return tokens;
}

SpecialTokens special(const TokenizerOptions& options) {
  return options.special_tokens ? SpecialTokens::pad_and_unk : SpecialTokens::none;
}

using Split = std::vector<std::string> (*)(std::string_view text);

Vocabulary learn(const std::vector<std::string>& texts, const TokenizerOptions& options,
                 Split split) {
  std::vector<std::string> all;
  for (const std::string& text : texts)
    for (std::string& token : split(options.lower_case ? lower(text) : text))
      all.push_back(std::move(token));
  if (all.empty())
    throw ValueError("[Tokenizer] no text to learn a vocabulary from: every text is empty");
  return Vocabulary::from_text(all, options.order, options.min_count, special(options));
}

bool space_between(const std::string& left, const std::string& right) {
  const auto last = utf8_characters(left, tokenizer).back().code;
  const auto first = utf8_characters(right, tokenizer).front().code;
  const auto is_wide = [](char32_t c) {  // full-width punctuation has its space built in
    return is_cjk(c) || (c >= 0x3001 && c <= 0x303F) || (c >= 0xFF00 && c <= 0xFFEF);
  };
  const bool elided = is_apostrophe(last) && left.size() > to_utf8(last).size();
  const bool closing =
      first == U',' || first == U'.' || first == U')' || first == U']' || first == 0x2026;  // …
  const bool opened = last == U'(' || last == U'[';
  return !elided && !closing && !opened && !is_wide(last) && !is_wide(first);
}

}  // namespace

std::vector<std::string> Tokenizer::tokens(std::string_view text) const {
  auto found = split(lower_case_ ? lower(text) : std::string(text));
  if (found.empty())
    throw ValueError(text.empty() ? "[Tokenizer] the text is empty: there is nothing to encode"
                                  : "[Tokenizer] the text is only white space: there is nothing "
                                    "to encode");
  return found;
}

Ids Tokenizer::encode(std::string_view text) const {
  const auto found = tokens(text);
  Ids ids = Ids::from_shape({found.size()});
  std::transform(found.begin(), found.end(), ids.data(),
                 [&](const std::string& token) { return vocabulary_.id(token); });
  return ids;
}

PaddedIds Tokenizer::encode_batch(const std::vector<std::string>& texts) const {
  if (texts.empty()) throw ValueError("[Tokenizer] a batch needs at least one text");
  std::vector<Ids> rows;
  std::size_t longest = 0;
  for (const std::string& text : texts) {
    rows.push_back(encode(text));
    longest = std::max(longest, rows.back().size());
  }
  const auto is_shorter = [&](const Ids& row) { return row.size() < longest; };
  if (!vocabulary_.has_special_tokens() && std::any_of(rows.begin(), rows.end(), is_shorter))
    throw ValueError(
        "[Tokenizer] texts of different lengths need <pad>, which this vocabulary does not have");
  PaddedIds batch{Ids::from_shape({rows.size(), longest}),
                  Mask::from_shape({rows.size(), longest})};
  std::fill_n(batch.ids.data(), batch.ids.size(), Vocabulary::padding_id);
  std::fill_n(batch.mask.data(), batch.mask.size(), false);
  for (std::size_t b = 0; b < rows.size(); ++b) {
    std::copy_n(rows[b].data(), rows[b].size(), batch.ids.data() + b * longest);
    std::fill_n(batch.mask.data() + b * longest, rows[b].size(), true);
  }
  return batch;
}

std::string Tokenizer::decode(const Ids& ids) const {
  std::vector<std::string> pieces;
  for (const std::int64_t id : ids)
    if (!vocabulary_.has_special_tokens() || id != Vocabulary::padding_id)
      pieces.push_back(vocabulary_.token(id));
  return join(pieces);
}

WordTokenizer::WordTokenizer(const std::vector<std::string>& texts, const TokenizerOptions& options)
    : Tokenizer(learn(texts, options, words), options.lower_case) {}

WordTokenizer WordTokenizer::load(const std::filesystem::path& path,
                                  const TokenizerOptions& options) {
  return {Vocabulary::load(path, special(options)), options.lower_case};
}

std::vector<std::string> WordTokenizer::split(std::string_view text) const { return words(text); }

std::string WordTokenizer::join(const std::vector<std::string>& tokens) const {
  std::string text;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (i > 0 && space_between(tokens[i - 1], tokens[i])) text += ' ';
    text += tokens[i];
  }
  return text;
}

CharTokenizer::CharTokenizer(const std::vector<std::string>& texts, const TokenizerOptions& options)
    : Tokenizer(learn(texts, options, characters), options.lower_case) {}

CharTokenizer CharTokenizer::load(const std::filesystem::path& path,
                                  const TokenizerOptions& options) {
  return {Vocabulary::load(path, special(options)), options.lower_case};
}

std::vector<std::string> CharTokenizer::split(std::string_view text) const {
  return characters(text);
}

std::string CharTokenizer::join(const std::vector<std::string>& tokens) const {
  std::string text;
  for (const std::string& token : tokens) text += token;
  return text;
}

}  // namespace horloge
