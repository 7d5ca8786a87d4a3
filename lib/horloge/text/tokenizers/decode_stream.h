#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "horloge/text/tokenizers/pretrained_tokenizer.h"

namespace horloge {

/// Ids in, one by one, and out comes the text that is certain by then. The bytes of a character
/// that is not whole yet are held back, so what was written never has to be taken back. All parts
/// together are decode() of all ids.
///
/// To go on after a prompt, push its ids first: the next word then keeps the space before it.
class DecodeStream {
 public:
  explicit DecodeStream(std::shared_ptr<const PretrainedTokenizer> tokenizer,
                        bool skip_special_tokens = false);

  /// The text that this id makes certain; it may be empty.
  std::string push(std::int64_t id);

  /// What is held back, with U+FFFD for bytes that are no character. The next id begins a new text.
  std::string finish();

 private:
  std::shared_ptr<const PretrainedTokenizer> tokenizer_;
  bool skip_special_tokens_;
  bool first_ = true;
  std::string held_;  // the first bytes of a character
};

}  // namespace horloge
