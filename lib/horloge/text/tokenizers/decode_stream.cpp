#include "horloge/text/tokenizers/decode_stream.h"

#include <utility>

#include "horloge/text/tokenizers/whole_characters.h"

namespace horloge {

DecodeStream::DecodeStream(std::shared_ptr<const PretrainedTokenizer> tokenizer,
                           bool skip_special_tokens)
    : tokenizer_(std::move(tokenizer)), skip_special_tokens_(skip_special_tokens) {}

std::string DecodeStream::push(std::int64_t id) {
  if (skip_special_tokens_ && tokenizer_->is_special(id)) return "";
  held_ += tokenizer_->bytes(id, std::exchange(first_, false));
  return take_whole_characters(held_);
}

std::string DecodeStream::finish() {
  first_ = true;
  return std::exchange(held_, {}).empty() ? "" : "\ufffd";
}

}  // namespace horloge
