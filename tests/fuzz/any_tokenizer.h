#pragma once

// What holds for every tokenizer and every text.

#include <cstdlib>
#include <string>

#include "horloge/core/error.h"
#include "horloge/text/escape_controls.h"
#include "horloge/text/tokenizers/decode_stream.h"
#include "horloge/text/utf8.h"

namespace horloge {

inline void require(bool holds) {
  if (!holds) std::abort();
}

inline void require_fit_for_screen(const std::string& sentence) {
  utf8_characters(sentence, "fuzz");
  require(escape_controls(sentence) == sentence);
  require(sentence.size() < 2000);
}

inline void encode_and_decode(const std::shared_ptr<const PretrainedTokenizer>& tokenizer,
                              const std::string& any) try {
  const Ids ids = tokenizer->encode(any);
  DecodeStream stream(tokenizer);
  std::string text;
  for (const std::int64_t id : ids) text += stream.push(id);
  text += stream.finish();
  require(text == tokenizer->decode(ids));
  utf8_characters(text, "fuzz");
} catch (const ValueError& e) {
  require_fit_for_screen(e.what());
}

}  // namespace horloge
