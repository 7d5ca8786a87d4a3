// Whatever a tokenizer.json holds, loading it gives a tokenizer or a FileError of bounded length
// that is valid UTF-8 and holds nothing that a terminal would obey. A tokenizer cuts a text into
// ids that it can spell again, as valid UTF-8, or throws one of the library's errors.

#include <cstdint>
#include <cstdlib>
#include <string>

#include "horloge/core/error.h"
#include "horloge/text/shown.h"
#include "horloge/text/tokenizers/decode_stream.h"
#include "horloge/text/utf8.h"

namespace horloge {
namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void encode_and_decode(const std::shared_ptr<const PretrainedTokenizer>& tokenizer) try {
  const Ids ids = tokenizer->encode(
      " The cats'  caf\u00e9 e\u0301\n\u4e2d\u6587 12\U0001f600<s>[MASK]\x01 ab ");
  DecodeStream stream(tokenizer);
  std::string text;
  for (const std::int64_t id : ids) text += stream.push(id);
  text += stream.finish();
  require(text == tokenizer->decode(ids));
  utf8_characters(text, "fuzz");
} catch (const ValueError&) {
}

void load(const std::string& bytes) try {
  encode_and_decode(parse_tokenizer(bytes, "FILE"));
} catch (const FileError& e) {
  const std::string sentence = e.what();
  utf8_characters(sentence, "fuzz");
  require(visible(sentence) == sentence);
  require(sentence.size() < 2000);
}

}  // namespace
}  // namespace horloge

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  horloge::load({reinterpret_cast<const char*>(data), size});
  return 0;
}
