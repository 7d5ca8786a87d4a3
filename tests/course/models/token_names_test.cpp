// What ids spell, from the lists that models come with.

#include "course/models/token_names.h"

#include <gtest/gtest.h>

#include <fstream>

#include "../runner/scratch.h"

namespace models {
namespace {

using namespace runner;

class TokenNamesTest : public testing::Test {
 protected:
  TokenNames read(const std::string& file, const std::string& text) const {
    std::ofstream(scratch.folder() / file) << text;
    return TokenNames::read(scratch.folder());
  }

  Scratch scratch;
};

TEST_F(TokenNamesTest, ReadsBytesFromTheirLetters) {
  const TokenNames names = read("vocab.json", R"({"Ġ": 0, "The": 1, "Ġcat": 2, "Ċ": 3, "ĠÃ©t": 4,
      "æ": 5, "ĸ": 6, "ĩ": 7, "<|end of text|>": 8})");
  EXPECT_EQ(names.piece(2), " cat");
  EXPECT_EQ(names.piece(3), "\\n");
  EXPECT_EQ(names.piece(8), "<|end of text|>");  // added as it is
  EXPECT_EQ(names.text({1, 2, 4, 3}), "The cat ét\\n");
  EXPECT_EQ(names.text({5, 6, 7}), "文");  // one character of three tokens
  EXPECT_EQ(names.piece(9), "<9>");
  EXPECT_EQ(names.piece(-1), "<-1>");
}

TEST_F(TokenNamesTest, ReadsPiecesOfWords) {
  const TokenNames names = read("vocab.txt", "[PAD]\r\nthe\r\nmouse\r\n##s\r\n#\r\n");
  EXPECT_EQ(names.piece(2), " mouse");
  EXPECT_EQ(names.piece(3), "s");
  EXPECT_EQ(names.text({1, 2, 3, 4}), "the mouses #");
}

TEST_F(TokenNamesTest, ReadsATokenizer) {
  const TokenNames pairs = read(
      "tokenizer.json",
      R"({"model": {"type": "BPE", "vocab": {"<unk>": 0, "<0x0A>": 1, "▁cat": 2, "s": 3, "<0xZZ>": 4,
                                              "▁the": 6, "####": 7, "Ġ": 8}},
          "added_tokens": [{"id": 5, "content": "<|user|>"}]})");
  EXPECT_EQ(pairs.text({2, 3, 1, 5}), "cats\\n<|user|>");
  EXPECT_EQ(pairs.piece(2), " cat");
  EXPECT_EQ(pairs.piece(4), "<0xZZ>");
  EXPECT_EQ(pairs.piece(7), "####");
  const TokenNames list =
      read("tokenizer.json", R"({"model": {"vocab": [["<pad>", 0], ["▁le", -2.5], ["s", -3]]}})");
  EXPECT_EQ(list.text({1, 2}), "les");
}

TEST_F(TokenNamesTest, ReadsAListWherePlacesAreIds) {
  const TokenNames names = read("vocab.json", R"([["?", 0], ["▁dog", -7.5], ["s", null]])");
  EXPECT_EQ(names.text({1, 2}), "dogs");
}

// The model is what was asked for: a broken list must not stand in its way.
TEST_F(TokenNamesTest, DoesWithoutWhatCannotBeRead) {
  EXPECT_TRUE(TokenNames::read(scratch.folder() / "nowhere").empty());
  for (const char* text : {"", "{", "[]", "7", R"({"model": {}})", R"({"model": {"vocab": "x"}})",
                           R"({"model": {"vocab": {"a": "b"}}})", R"({"model": {"vocab": [7]}})",
                           R"({"model": {"vocab": {"a": 99999999999}}})"})
    EXPECT_TRUE(read("tokenizer.json", text).empty()) << text;
  EXPECT_EQ(read("vocab.json", R"({"a": 1})").piece(1), "a");  // the next list
}

}  // namespace
}  // namespace models
