#include "course/models/token_names.h"

#include <algorithm>
#include <iterator>

#include "horloge/core/bytes.h"
#include "horloge/core/error.h"
#include "horloge/core/words.h"
#include "horloge/text/escape_controls.h"
#include "horloge/text/tokenizers/whole_characters.h"

namespace fs = std::filesystem;

namespace models {
namespace {

bool has_tokens(const fs::path& folder) {
  constexpr const char* names[] = {"tokenizer.json", "vocab.json",
                                   "vocab.txt",      "tokenizer.model",
                                   "spiece.model",   "sentencepiece.bpe.model"};
  return std::any_of(std::begin(names), std::end(names), [&](const char* name) {
    return horloge::is_there(folder / name);
  });
}

}  // namespace

TokenNames TokenNames::read(const fs::path& folder) {
  TokenNames names;
  if (!has_tokens(folder)) return names;
  std::string why;
  try {
    names.tokenizer_ = horloge::load_tokenizer(folder);
    return names;
  } catch (const horloge::Error& e) {
    why = horloge::without_who(e.what());
  }
  try {
    names.tokenizer_ = horloge::load_token_names(folder, why);
  } catch (const horloge::Error&) {
    names.trouble_ = why;
  }
  return names;
}

std::string TokenNames::piece(std::int64_t id) const {
  constexpr std::size_t longest = 1000;
  const std::string bytes = tokenizer_->bytes(id);
  return bytes.size() > longest ? horloge::excerpt(bytes)
                                : horloge::escape_controls(bytes);
}

std::string TokenNames::text(const std::vector<std::int64_t>& ids) const {
  std::string all;
  for (std::size_t i = 0; i < ids.size(); ++i)
    all += tokenizer_->bytes(ids[i], i == 0);
  std::string begun = all;
  horloge::take_whole_characters(begun);
  all.resize(all.size() - begun.size());
  return horloge::escape_controls(all);
}

std::vector<std::int64_t> TokenNames::ids(const std::string& text) const {
  if (empty())
    throw horloge::FileError(
        trouble_.empty() ? "the model's folder has no tokenizer.json, which "
                           "says how a text is cut into tokens"
                         : trouble_);
  const horloge::Ids ids = tokenizer_->encode(text);
  return {ids.begin(), ids.end()};
}

}  // namespace models
