#include "horloge/text/tokenizers/pretrained_tokenizer.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "horloge/core/error.h"
#include "horloge/text/tokenizers/decode_stream.h"
#include "horloge/text/tokenizers/text_work.h"
#include "horloge/text/tokenizers/tokenizer_parts.h"
#include "horloge/text/utf8.h"

namespace horloge {
namespace {

using IdList = std::vector<std::int64_t>;

// One text on its way to ids. A word that comes again takes those it had.
class Encoding {
 public:
  Encoding(const TokenizerParts& parts, std::string_view text) : parts_(parts) {
    for (const AddedSpan& span : parts.in_text.spans(text)) {
      if (span.id)
        ids_.push_back(*span.id);
      else
        add_text(std::string(text.substr(span.begin, span.end - span.begin)), span.begin == 0);
    }
  }

  IdList& ids() { return ids_; }

 private:
  void add_text(std::string text, bool at_start) {
    if (parts_.normalizer) text = parts_.normalizer(std::move(text));
    for (const AddedSpan& span : parts_.in_normalised.spans(text)) {
      if (span.id)
        ids_.push_back(*span.id);
      else
        add_words({text.substr(span.begin, span.end - span.begin), at_start && span.begin == 0});
    }
  }

  void add_words(const TextPiece& piece) {
    TextPieces words;
    if (parts_.pre_tokenizer)
      parts_.pre_tokenizer(piece, words);
    else
      words.push_back(piece);
    for (const TextPiece& word : words) add_word(word.text);
  }

  void add_word(const std::string& word) {
    constexpr std::size_t longest_known = 64;
    if (word.empty()) return;
    if (word.size() > longest_known) return parts_.model->encode(word, ids_);
    const auto [place, is_new] = known_.try_emplace(word);
    if (is_new) parts_.model->encode(word, place->second);
    ids_.insert(ids_.end(), place->second.begin(), place->second.end());
  }

  const TokenizerParts& parts_;
  std::unordered_map<std::string, IdList> known_;
  IdList ids_;
};

}  // namespace

PretrainedTokenizer::PretrainedTokenizer(std::shared_ptr<const TokenizerParts> parts)
    : parts_(std::move(parts)) {}

Ids PretrainedTokenizer::encode(std::string_view text, bool add_special_tokens) const {
  utf8_characters(text, "PretrainedTokenizer");  // for its error, which names the byte
  if (!parts_->model)
    throw ValueError("[PretrainedTokenizer] a text cannot be cut into tokens: " +
                     parts_->why_no_model);
  const TextWork work(text.size());
  IdList ids = Encoding(*parts_, text).ids();
  if (add_special_tokens) {
    const auto& [before, after] = parts_->frame;
    ids.insert(ids.begin(), before.begin(), before.end());
    ids.insert(ids.end(), after.begin(), after.end());
  }
  Ids out = Ids::from_shape({ids.size()});
  std::copy(ids.begin(), ids.end(), out.begin());
  return out;
}

std::string PretrainedTokenizer::decode(const Ids& ids, bool skip_special_tokens) const {
  const TextWork work(ids.size());
  DecodeStream stream(std::make_shared<PretrainedTokenizer>(*this), skip_special_tokens);
  std::string text;
  for (const std::int64_t id : ids) text += stream.push(id);
  return text + stream.finish();
}

std::size_t PretrainedTokenizer::vocab_size() const { return parts_->tokens.size(); }

const std::string& PretrainedTokenizer::token(std::int64_t id) const {
  const std::string* const token = parts_->tokens.token(id);
  if (token == nullptr)
    throw IndexError(fmt::format("[PretrainedTokenizer] id {} has no token: there are 0 to {}", id,
                                 static_cast<std::int64_t>(vocab_size()) - 1));
  return *token;
}

std::optional<std::int64_t> PretrainedTokenizer::id(std::string_view token) const {
  return parts_->tokens.id(token);
}

bool PretrainedTokenizer::is_special(std::int64_t id) const {
  return parts_->special_ids.count(id) > 0;
}

std::string PretrainedTokenizer::bytes(std::int64_t id, bool first) const {
  const std::string* const token = parts_->tokens.token(id);
  return token == nullptr ? fmt::format("<{}>", id) : parts_->decoder(*token, first);
}

}  // namespace horloge
