// Any bytes as a text, through the tokenizers of data/golden/tokenizers, of which the first byte
// chooses one: ids that it can spell again, as valid UTF-8, or a ValueError.

#include <cstdint>
#include <filesystem>
#include <map>

#include "any_tokenizer.h"

namespace horloge {
namespace {

const std::shared_ptr<const PretrainedTokenizer>& golden_tokenizer(std::size_t choice) {
  static constexpr const char* names[] = {
      "bert",  "gpt2",    "llama", "llama3",           "llama_sentencepiece",
      "qwen2", "roberta", "t5",    "t5_sentencepiece", "unigram_bytes"};
  static std::map<std::string, std::shared_ptr<const PretrainedTokenizer>> loaded;
  const std::string name = names[choice % std::size(names)];
  auto& tokenizer = loaded[name];
  if (!tokenizer)
    tokenizer =
        load_tokenizer(std::filesystem::path(HORLOGE_DATA_DIR) / "golden/tokenizers" / name);
  return tokenizer;
}

}  // namespace
}  // namespace horloge

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 0)
    horloge::encode_and_decode(horloge::golden_tokenizer(data[0]),
                               {reinterpret_cast<const char*>(data) + 1, size - 1});
  return 0;
}
