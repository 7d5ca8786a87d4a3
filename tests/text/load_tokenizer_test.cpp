// Which files a tokenizer is read from, and how they are refused.

#include <nlohmann/json.hpp>

#include "horloge/text/tokenizers/pretrained_tokenizer.h"
#include "support/arrays.h"
#include "support/files.h"

namespace horloge {
namespace {

using nlohmann::json;

class LoadTokenizer : public testing::Test {
 protected:
  std::string file(const std::string& name) const { return (folder_ / name).string(); }
  void write(const std::string& name, const std::string& text) const {
    test::write_text(folder_ / name, text);
  }
  std::shared_ptr<const PretrainedTokenizer> load() const { return load_tokenizer(folder_.path()); }

  const test::TemporaryFolder folder_;
};

json small_bpe() {
  return {{"added_tokens", json::array()},
          {"model",
           {{"type", "BPE"}, {"vocab", {{"a", 0}, {"b", 1}, {"ab", 2}}}, {"merges", {"a b"}}}}};
}

TEST_F(LoadTokenizer, ReadsTheFilesOfGpt2AndRoberta) {
  write("vocab.json", R"({"a": 0, "Ġ": 1, "b": 2, "Ġb": 3, "<|endoftext|>": 4})");
  EXPECT_ERROR(load(), FileError,
               folder_.path().string() + ": has a vocab.json without merges.txt, which says how");
  write("merges.txt", "#version: 0.2\nĠ b\n");
  EXPECT_THAT(load()->encode("a b<|endoftext|>"), ElementsAre(0, 3, 4));
  EXPECT_EQ(load()->decode(Ids{0, 3}), "a b");
  write("vocab.json", R"({"<s>": 0, "</s>": 1, "<mask>": 2, "Ġ": 3, "b": 4, "Ġb": 5})");
  EXPECT_THAT(load()->encode("b <mask> b"), ElementsAre(0, 4, 2, 5, 1));
  write("merges.txt", "Ġ b x\n");
  EXPECT_ERROR(load(), FileError, file("merges.txt") + ": merge 1 must be two tokens");
  write("merges.txt", "Ġ c\n");
  EXPECT_ERROR(load(), FileError, file("merges.txt") + ": \"c\" is not in the vocabulary");
  write("tokenizer_config.json", R"({"tokenizer_class": "Qwen2Tokenizer"})");
  EXPECT_ERROR(load(), FileError, "tokenizer_class = \"Qwen2Tokenizer\" needs a tokenizer.json");
}

TEST_F(LoadTokenizer, ReadsTheFileOfBert) {
  write("vocab.txt", "[PAD]\r\n[UNK]\r\n[CLS]\r\n[SEP]\r\n[MASK]\r\nthe\r\ncat\r\n##s\r\n");
  EXPECT_THAT(load()->encode("The cats [MASK] dog"), ElementsAre(2, 5, 6, 7, 4, 1, 3));
  EXPECT_EQ(load()->decode(Ids{5, 6, 7}), "the cats");
  write("tokenizer_config.json", R"({"do_lower_case": false})");
  EXPECT_THAT(load()->encode("The cat"), ElementsAre(2, 1, 6, 3));
  write("vocab.txt", "the\n");
  EXPECT_ERROR(load(), FileError, file("vocab.txt") + ": \"[UNK]\" is not in the vocabulary");
}

// The first six are reserved, a space is put before every text, and NFKC brings it to one form.
TEST_F(LoadTokenizer, ReadsAListWithLogProbabilities) {
  write("vocab.json", R"([["?", 0], ["r", 0], ["r", 0], ["r", 0], ["r", 0], ["r", 0], ["▁", -3],
      ["a", -2], ["b", -2], ["▁a", -2.5], [".", -1], [":", null], ["a", -5], ["▁b", -5]])");
  EXPECT_THAT(load()->encode("ab"), ElementsAre(9, 8));
  EXPECT_THAT(load()->encode("…:"), ElementsAre(6, 10, 10, 10, 11));
  EXPECT_THAT(load()->encode(" b b "), ElementsAre(6, 6, 8, 6, 8, 6));  // -3 - 2 again and again
  EXPECT_THAT(load()->encode("r"), ElementsAre(6, 0));
  EXPECT_THAT(load()->encode("ba"), ElementsAre(6, 8, 12));  // of equal tokens the last one counts
  EXPECT_EQ(load()->encode("").size(), 0U);
  EXPECT_EQ(load()->decode(Ids{9, 8, 6, 8}), "ab b");
  write("vocab.json", R"([["?", 0]])");
  EXPECT_ERROR(load(), FileError, file("vocab.json") + ": needs at least 6 tokens, has 1");
  write("vocab.json", R"([["?"]])");
  EXPECT_ERROR(load(), FileError, "entries[0] must be a token and its log-probability");
  write("vocab.json", R"([["?", "x"]])");
  EXPECT_ERROR(load(), FileError, "entries[0] must be a token and its log-probability");
  write("vocab.json", "[[\"" + std::string(50'000, 'a') + "\",0]]");
  EXPECT_ERROR(load(), FileError, "entries[0] has 50000 bytes; a token may have at most 1000");
  write("vocab.json", "[[");
  EXPECT_ERROR(load(), FileError, file("vocab.json") + ": must be valid JSON; at byte 3");
}

TEST_F(LoadTokenizer, SaysWhatAFolderLacks) {
  EXPECT_ERROR(load(), FileError, folder_.path().string() + ": has no tokenizer: tokenizer.json, ");
  write("sentencepiece.bpe.model", "");
  EXPECT_ERROR(load(), FileError,
               file("sentencepiece.bpe.model") + ": has other ids than the model");
}

TEST_F(LoadTokenizer, NamesThePartThatItDoesNotKnow) {
  const auto refused = [&](const json& change, const std::string& sentence) {
    json values = small_bpe();
    values.merge_patch(change);
    write("tokenizer.json", values.dump());
    EXPECT_ERROR(load(), FileError, "[load_tokenizer] " + file("tokenizer.json") + ": " + sentence);
  };
  write("tokenizer.json", small_bpe().dump());
  EXPECT_THAT(load()->encode("aba"), ElementsAre(2, 0));
  refused({{"model", nullptr}}, "model is missing");
  refused({{"model", 7}}, "model must be a JSON object");
  refused({{"model", {{"type", "Magic"}}}}, "model.type = \"Magic\" is not supported");
  refused({{"model", {{"vocab", nullptr}}}}, "model.vocab is missing");
  refused({{"model", {{"vocab", {{"c", -1}}}}}}, "model.vocab[\"c\"] must be an id");
  refused({{"model", {{"vocab", {{"c", 3'000'000}}}}}}, "model.vocab[\"c\"] must be an id");
  refused({{"model", {{"merges", {"a"}}}}}, "model.merges[0] must be two tokens");
  refused({{"model", {{"merges", {"a b", "a c"}}}}},
          "model.merges do not fit: \"c\" is not in the vocabulary");
  refused({{"model", {{"dropout", 0.1}}}}, "model.dropout = 0.1 is not supported");
  refused({{"model", {{"end_of_word_suffix", "</w>"}}}},
          "model.end_of_word_suffix = \"</w>\" is not supported");
  refused({{"model", {{"extra", {{"a", 1}}}}}}, "model.extra = {…} is not supported");
  refused({{"extra", "x"}}, "extra = \"x\" is not supported");
  refused({{"added_tokens", {{{"id", 1}}}}}, "added_tokens[0].content is missing");
  refused({{"added_tokens", {{{"id", 1}, {"content", std::string(1001, 'x')}}}}},
          "added_tokens[0].content may have at most 1000 bytes");
  refused({{"added_tokens", {{{"id", -1}, {"content", "x"}}}}}, "added_tokens[0].id must be an id");
  refused({{"added_tokens", {{{"id", 2'000'000'000}, {"content", "x"}}}}},
          "the id of \"x\" must be from 0 to 1999999, got 2000000000");
}

TEST_F(LoadTokenizer, ReadsNoFileThatIsNotJson) {
  for (const std::string& text :
       {std::string(), std::string("{"), std::string(100'000, '['), std::string("\xff")}) {
    write("tokenizer.json", text);
    EXPECT_ERROR(load(), FileError, file("tokenizer.json") + ": ");
  }
  EXPECT_ERROR(parse_tokenizer("[]", "here"), FileError,
               "[load_tokenizer] here: it must be a JSON");
}

TEST_F(LoadTokenizer, ReadsOnlyNamesWhereItMust) {
  json values = small_bpe();
  values["normalizer"] = {{"type", "Rot13"}};
  values["added_tokens"] = {{{"id", 7}, {"content", "<s>"}}};
  write("tokenizer.json", values.dump());
  const auto names = load_token_names(folder_.path(), "for a reason");
  EXPECT_EQ(names->decode(Ids{2, 7, 0}), "ab<s>a");
  EXPECT_ERROR(names->encode("a"), ValueError, "cannot be cut into tokens: for a reason");
  write("tokenizer.json", "{}");
  EXPECT_ERROR(load_token_names(folder_.path(), ""), FileError, "has no list of tokens");
  write("vocab.txt", "the\n##s\n##a\n");
  EXPECT_EQ(load_token_names(folder_.path(), "")->decode(Ids{0, 1}), "thes");
}

}  // namespace
}  // namespace horloge
