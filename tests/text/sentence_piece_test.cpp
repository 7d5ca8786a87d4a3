#include "horloge/text/sentence_piece.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "horloge/core/error.h"
#include "support/arrays.h"
#include "support/files.h"

namespace horloge {
namespace {

using testing::ElementsAre;

// Ids 0 and 1 are reserved; the others are 2, 3, …
SentencePieceTokenizer tokenizer(const std::vector<SentencePieceTokenizer::Piece>& pieces) {
  std::vector<SentencePieceTokenizer::Piece> all = {{"?", 0}, {"<s>", 0}};
  all.insert(all.end(), pieces.begin(), pieces.end());
  return SentencePieceTokenizer(all, 2);
}

std::vector<std::string> cut(const SentencePieceTokenizer& tokenizer, const std::string& text) {
  return tokenizer.pieces(tokenizer.encode(text));
}

const SentencePieceTokenizer letters =
    tokenizer({{"▁", -3}, {"a", -2}, {"b", -2}, {"c", -2}, {"ab", -3}, {"▁a", -2.5}, {"bc", -3.5}});

TEST(SentencePiece, TakesTheLikeliestWay) {
  EXPECT_THAT(cut(letters, "a"), ElementsAre("▁a"));              // -2.5, not -3 - 2
  EXPECT_THAT(cut(letters, "ab"), ElementsAre("▁a", "b"));        // -4.5, not -3 - 3
  EXPECT_THAT(cut(letters, "bab"), ElementsAre("▁", "b", "ab"));  // -8, not -9
  EXPECT_THAT(cut(letters, "abc"), ElementsAre("▁a", "bc"));      // -6, not -6.5
  EXPECT_THAT(letters.encode("abc"), ElementsAre(7, 8));
}

// Step by step greedily it would end elsewhere: the longest piece first is not the best.
TEST(SentencePiece, LooksFurtherThanTheNextPiece) {
  const auto far =
      tokenizer({{"▁", -1}, {"x", -9}, {"y", -9}, {"▁x", -1}, {"▁xy", -3}, {"yx", -1}});
  EXPECT_THAT(cut(far, "xyx"), ElementsAre("▁x", "yx"));
  EXPECT_THAT(cut(far, "xy"), ElementsAre("▁xy"));
}

TEST(SentencePiece, OfEqualWaysTheLastPieceIsShort) {
  const auto equal = tokenizer({{"▁", -1}, {"a", -1}, {"b", -1}, {"ab", -2}, {"▁a", -2}});
  EXPECT_THAT(cut(equal, "ab"), ElementsAre("▁", "a", "b"));
}

TEST(SentencePiece, OfPiecesThatComeTwiceTheLastCounts) {
  const auto twice = tokenizer({{"▁", -1}, {"a", -1}, {"a", -5}});
  EXPECT_THAT(twice.encode("a"), ElementsAre(2, 4));
}

TEST(SentencePiece, KeepsEverySpace) {
  EXPECT_EQ(letters.encode("").size(), 0U);
  EXPECT_THAT(cut(letters, " "), ElementsAre("▁", "▁"));
  EXPECT_THAT(cut(letters, "a  b "), ElementsAre("▁a", "▁", "▁", "b", "▁"));
}

TEST(SentencePiece, UnknownCharactersInARowAreOne) {
  EXPECT_THAT(cut(letters, "aéèb"), ElementsAre("▁a", "?", "b"));
  EXPECT_THAT(letters.encode("é"), ElementsAre(2, 0));
  EXPECT_THAT(cut(letters, "é a\t\nb"), ElementsAre("▁", "?", "▁a", "?", "b"));
  // A character that only a longer piece has is unknown by itself, and known within that.
  const auto longer = tokenizer({{"▁", -1}, {"xy", -9}});
  EXPECT_THAT(cut(longer, "xy"), ElementsAre("▁", "xy"));
  EXPECT_THAT(cut(longer, "yx"), ElementsAre("▁", "?"));
  // Reserved names are found in no text.
  EXPECT_THAT(cut(letters, "<s>"), ElementsAre("▁", "?"));
}

TEST(SentencePiece, BringsTextToOneForm) {
  const auto dots = tokenizer({{"▁", -1}, {".", -1}, {"é", -1}, {"f", -1}, {"i", -1}});
  EXPECT_THAT(cut(dots, "…"), ElementsAre("▁", ".", ".", "."));
  EXPECT_THAT(cut(dots, "e\u0301"), ElementsAre("▁", "é"));
  EXPECT_THAT(cut(dots, "\ufb01"), ElementsAre("▁", "f", "i"));
  EXPECT_THAT(cut(dots, "f\u00a0i"), ElementsAre("▁", "f", "▁", "i"));
  EXPECT_ERROR(dots.encode("f\xff"), ValueError, "byte 1 of the text (0xFF)");
}

class Files : public testing::Test {
 protected:
  SentencePieceTokenizer load(const std::string& text) const {
    test::write_text(path_, text);
    return SentencePieceTokenizer::load(path_, 1);
  }
  const test::TemporaryFolder folder_;
  const std::filesystem::path path_ = folder_ / "vocab.json";
};

TEST_F(Files, ReadsAVocabulary) {
  const auto read = load(R"([["?",0],["▁",-1.5],["a",-2],[":",null]])");
  EXPECT_EQ(read.vocab_size(), 4U);
  EXPECT_THAT(read.encode("a:"), ElementsAre(1, 2, 3));
}

TEST_F(Files, RefusesWhatIsNone) {
  const std::string where = "[SentencePieceTokenizer] " + path_.string() + ": ";
  EXPECT_ERROR(load("[["), FileError, where + "must be valid JSON; at byte 3");
  EXPECT_ERROR(load("{}"), FileError, where + "must be a JSON list");
  EXPECT_ERROR(load(R"([["a"]])"), FileError, where + "entry 0 must be a piece");
  EXPECT_ERROR(load(R"([["?",0],["a","b"]])"), FileError, where + "entry 1 must be a piece");
  EXPECT_ERROR(load(R"([["?",0],["",-1]])"), FileError, where + "piece 1 is empty");
  EXPECT_ERROR(load("[[\"?\",0],[\"" + std::string(5'000'000, 'a') + "\",0]]"), FileError,
               where + "piece 1 has 5000000 bytes; it may have at most 1000");
  EXPECT_ERROR(load("[]"), FileError, where + "needs at least 1 pieces, got 0");
  EXPECT_ERROR(SentencePieceTokenizer::load(folder_ / "none"), FileError, "none");
  EXPECT_ERROR(letters.pieces(Ids{9}), IndexError, "id 9 is out of range: there are 9 pieces");
}

}  // namespace
}  // namespace horloge
