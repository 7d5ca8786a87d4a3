// What ids spell, from the lists that models come with.

#include "course/models/token_names.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <fstream>

#include "../runner/scratch.h"

namespace models {
namespace {

using namespace runner;
namespace fs = std::filesystem;

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

TEST_F(TokenNamesTest, SaysWhatCannotBeRead) {
  EXPECT_EQ(TokenNames::read(scratch.folder() / "nowhere").trouble(), "");
  EXPECT_EQ(read("vocab.json", R"({"a": 1})").trouble(), "");
  const std::string file = (scratch.folder() / "tokenizer.json").string();
  fs::remove(scratch.folder() / "vocab.json");
  const auto trouble = [&](const std::string& text) {
    return read("tokenizer.json", text).trouble();
  };
  EXPECT_THAT(trouble("{"), testing::HasSubstr(file + ": must be valid JSON; at byte 2"));
  EXPECT_EQ(trouble("{}"), file + ": model is missing");
  EXPECT_EQ(trouble(R"({"model": {"vocab": {"a": 1e30}}})"),
            file + ": model.vocab[\"a\"] must be an id");
  EXPECT_EQ(trouble(std::string(100'000, '[')),
            file + ": JSON may be nested at most 127 levels deep");
  EXPECT_EQ(trouble(R"({"model": {"vocab": {}}, "added_tokens": )" + std::string(100'000, '[')),
            file + ": JSON may be nested at most 127 levels deep");
}

TEST_F(TokenNamesTest, ReadsNoDeviceNoPipeAndNoFileWithoutEnd) {
  const fs::path file = scratch.folder() / "tokenizer.json";
  fs::create_symlink("/dev/zero", file);
  EXPECT_THAT(TokenNames::read(scratch.folder()).trouble(), testing::HasSubstr("is a device or a"));
  fs::remove(file);
  ASSERT_EQ(mkfifo(file.c_str(), 0600), 0);
  EXPECT_THAT(TokenNames::read(scratch.folder()).trouble(), testing::HasSubstr("or a pipe"));
  fs::remove(file);
  std::ofstream(scratch.folder() / "vocab.txt") << "the\n";
  fs::resize_file(scratch.folder() / "vocab.txt", std::uintmax_t{8} << 30U);
  EXPECT_THAT(TokenNames::read(scratch.folder()).trouble(),
              testing::HasSubstr("vocab.txt: may have at most 64 MB, has 8192"));
  EXPECT_THAT(read("vocab.txt", std::string(2'000'001, '\n')).trouble(),
              testing::HasSubstr("vocab.txt: has more than 2000000 lines"));
}

TEST_F(TokenNamesTest, TakesNoIdThatIsNone) {
  const TokenNames names =
      read("vocab.json", R"({"a": 1, "b": -1, "c": 1e30, "d": 9223372036854775808,
                                                  "e": 18446744073709551615, "f": 1.5, "g": "2"})");
  EXPECT_EQ(names.text({1}), "a");
  EXPECT_EQ(names.piece(2), "<2>");
}

TEST_F(TokenNamesTest, ShowsTokensOfAnyKindAndLength) {
  const TokenNames names = read("vocab.json", "{\"\\u001b[2J\": 1, \"\u202ea\": 2, \"" +
                                                  std::string(5'000'000, 'a') + "\": 3}");
  EXPECT_EQ(names.piece(1), "\\x1b[2J");
  EXPECT_EQ(names.piece(2), "\\u202ea");
  EXPECT_EQ(names.piece(3), std::string(100, 'a') + "… (5000000 bytes)");
  EXPECT_EQ(names.text({1, 2}), "\\x1b[2J\\u202ea");
}

TEST_F(TokenNamesTest, HoldsBackACharacterUntilItIsWhole) {
  const TokenNames names =
      read("vocab.json", R"({"Ġ": 0, "Ġa": 1, "æ": 2, "ĸ": 3, "ĩ": 4, "Ġb": 5, "ÿ": 6})");
  EXPECT_EQ(names.text({1, 2}), " a");
  EXPECT_EQ(names.text({1, 2, 3}), " a");
  EXPECT_EQ(names.text({1, 2, 3, 4}), " a文");
  EXPECT_EQ(names.text({1, 2, 3, 5}), " a\\xe6\\x96 b");  // it will never be whole
  EXPECT_EQ(names.piece(2), "\\xe6");
}

}  // namespace
}  // namespace models
