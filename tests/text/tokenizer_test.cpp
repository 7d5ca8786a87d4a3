#include "horloge/text/tokenizer.h"

#include "support/arrays.h"
#include "support/files.h"

namespace horloge {
namespace {

std::vector<std::string> words(const std::string& text, bool lower_case = false) {
  return WordTokenizer({text}, TokenizerOptions().with_lower_case(lower_case)).tokens(text);
}

std::vector<std::int64_t> list(const Ids& ids) { return {ids.begin(), ids.end()}; }

TEST(WordTokenizer, SplitsFrenchEnglishAndChinese) {
  EXPECT_THAT(words("Le chat mange la souris."),
              ElementsAre("Le", "chat", "mange", "la", "souris", "."));
  EXPECT_THAT(words("l'homme qu’elle aime"), ElementsAre("l'", "homme", "qu’", "elle", "aime"));
  EXPECT_THAT(words("aujourd'hui, don't!"), ElementsAre("aujourd'", "hui", ",", "don'", "t", "!"));
  EXPECT_THAT(words("'cat' dogs'"), ElementsAre("'", "cat", "'", "dogs", "'"));
  EXPECT_THAT(words("猫吃老鼠。"), ElementsAre("猫", "吃", "老", "鼠", "。"));
  EXPECT_THAT(words("我 love猫2"), ElementsAre("我", "love", "猫", "2"));
  EXPECT_THAT(words(" «\u00A0Où ?\u00A0»\t\n"), ElementsAre("«", "Où", "?", "»"));
  EXPECT_THAT(words("est-ce a_b 3.5"), ElementsAre("est", "-", "ce", "a_b", "3", ".", "5"));
  EXPECT_THAT(words("L'ÉCOLE Œuvre ÀB", true), ElementsAre("l'", "école", "œuvre", "àb"));
  EXPECT_THAT(words("ΛΌΓΟΣ Мир", true), ElementsAre("λόγοσ", "мир"));
}

TEST(WordTokenizer, GivesIdsByFirstOccurrence) {
  const WordTokenizer tokenizer({"b a b", "c a b"});
  EXPECT_EQ(tokenizer.vocab_size(), 5U);
  EXPECT_THAT(list(tokenizer.encode("a b c")), ElementsAre(3, 2, 4));
  EXPECT_THAT(list(tokenizer.encode("a zebra <pad>")), ElementsAre(3, 1, 1, 1, 1));
}

TEST(WordTokenizer, OrByFrequencyEqualOnesByFirstOccurrence) {
  auto options = TokenizerOptions().with_order(VocabularyOrder::frequency);
  EXPECT_THAT(list(WordTokenizer({"d a b", "c a b"}, options).encode("a b d c")),
              ElementsAre(2, 3, 4, 5));
  options = options.with_min_count(2);
  EXPECT_THAT(list(WordTokenizer({"d a b", "c a b"}, options).encode("a b d c")),
              ElementsAre(2, 3, 1, 1));
}

TEST(CharTokenizer, CanDoWithoutSpecialTokens) {
  const auto options = TokenizerOptions().with_special_tokens(false);
  const CharTokenizer tokenizer({"abba"}, options);
  EXPECT_EQ(tokenizer.vocab_size(), 2U);
  EXPECT_THAT(list(tokenizer.encode("bab")), ElementsAre(1, 0, 1));
  EXPECT_EQ(tokenizer.decode(tokenizer.encode("bab")), "bab");
  EXPECT_THAT(list(tokenizer.encode_batch({"ab", "ba"}).ids), ElementsAre(0, 1, 1, 0));
  EXPECT_ERROR(tokenizer.encode("ac"), ValueError,
               "\"c\" is not in the vocabulary, which has no <unk> either");
  EXPECT_ERROR(tokenizer.encode_batch({"ab", "a"}), ValueError,
               "texts of different lengths need <pad>");
  const TemporaryFolder folder;
  tokenizer.save(folder / "v");
  EXPECT_EQ(read_text(folder / "v"), "a\nb\n");
  const auto again = CharTokenizer::load(folder / "v", options);
  EXPECT_THAT(list(again.encode("bab")), ElementsAre(1, 0, 1));
  EXPECT_ERROR(CharTokenizer::load(folder / "v"), FileError, "line 1 must be <pad>");
}

TEST(WordTokenizer, PadsABatch) {
  const WordTokenizer tokenizer({"le chat dort"});
  const PaddedIds batch = tokenizer.encode_batch({"chat", "le chat dort", "dort le"});
  EXPECT_EQ(batch.ids.shape(), (Shape{3, 3}));
  EXPECT_THAT(list(batch.ids), ElementsAre(3, 0, 0, 2, 3, 4, 4, 2, 0));
  const std::vector<bool> mask(batch.mask.begin(), batch.mask.end());
  EXPECT_THAT(mask, ElementsAre(true, false, false, true, true, true, true, true, false));
  EXPECT_ERROR(tokenizer.encode_batch({}), ValueError, "a batch needs at least one text");
}

TEST(WordTokenizer, DecodesReadably) {
  for (const char* text : {"l'homme aime, dit-on, le chat.", "猫吃老鼠。", "don't (stop) …"}) {
    const WordTokenizer tokenizer({text});
    std::string got = tokenizer.decode(tokenizer.encode(text));
    EXPECT_EQ(tokenizer.tokens(got), tokenizer.tokens(text));
  }
  const WordTokenizer tokenizer({"l'homme aime, (le) chat. 猫吃"});
  EXPECT_EQ(tokenizer.decode(tokenizer.encode("l'homme aime, (le) chat. 猫吃")),
            "l'homme aime, (le) chat.猫吃");
  Ids ids = tokenizer.encode("l'homme aime chat");
  ids(2) = Vocabulary::padding_id;
  ids(3) = Vocabulary::unknown_id;
  EXPECT_EQ(tokenizer.decode(ids), "l'homme <unk>");
  ids(0) = 99;
  EXPECT_ERROR(tokenizer.decode(ids), IndexError, "[Vocabulary] id 99 is out of range: there are");
  ids(0) = -1;
  EXPECT_ERROR(tokenizer.decode(ids), IndexError, "id -1 is out of range");
}

TEST(CharTokenizer, GivesTheTextBack) {
  const std::string text = "Le chat\n mange 老鼠 !";
  const CharTokenizer tokenizer({text});
  EXPECT_EQ(tokenizer.encode(text).size(), 19U);
  EXPECT_EQ(tokenizer.decode(tokenizer.encode(text)), text);
  EXPECT_EQ(tokenizer.encode("z")(0), Vocabulary::unknown_id);
}

TEST(Tokenizer, RefusesTextsThatAreEmptyOrMalformed) {
  const WordTokenizer word({"a"});
  const CharTokenizer character({"a"});
  EXPECT_ERROR(word.encode(""), ValueError, "[Tokenizer] the text is empty");
  EXPECT_ERROR(word.encode(" \n\u3000"), ValueError, "the text is only white space");
  EXPECT_ERROR(character.encode(""), ValueError, "the text is empty");
  EXPECT_EQ(character.encode(" ").size(), 1U);
  EXPECT_ERROR(word.encode("ab\xFF"), ValueError, "[Tokenizer] byte 2 of the text (0xFF)");
  EXPECT_ERROR(WordTokenizer(std::vector<std::string>{}), ValueError, "no text to learn");
  EXPECT_ERROR(CharTokenizer({"", ""}), ValueError, "no text to learn a vocabulary from");
}

TEST(Tokenizer, SavesAndLoadsItsVocabulary) {
  const TemporaryFolder folder;
  const WordTokenizer words({"l'homme aime 猫 \\n"});
  words.save(folder / "words");
  EXPECT_EQ(read_text(folder / "words"), "<pad>\n<unk>\nl'\nhomme\naime\n猫\n\\\\\nn\n");
  const auto words_again = WordTokenizer::load(folder / "words");
  EXPECT_EQ(list(words_again.encode("猫 \\ aime z")), list(words.encode("猫 \\ aime z")));

  const CharTokenizer characters({"a\n\r\\ \tb"});
  characters.save(folder / "characters");
  EXPECT_EQ(CharTokenizer::load(folder / "characters").decode(characters.encode("a\n\r\\ \tb")),
            "a\n\r\\ \tb");
}

TEST(Vocabulary, NamesTheLineThatIsWrong) {
  const TemporaryFolder folder;
  const auto path = folder / "words";
  const auto expect = [&](const std::string& text, const std::string& message) {
    write_text(path, text);
    EXPECT_ERROR(Vocabulary::load(path), FileError,
                 "[Vocabulary::load] " + path.string() + ": " + message);
  };
  expect("", "line 1 is missing: a vocabulary begins with <pad> and <unk>");
  expect("<pad>\n", "line 2 is missing");
  expect("a\n", "line 1 must be <pad>");
  expect("<pad>\n<pad>\n", "line 2 must be <unk>");
  expect("<pad>\n<unk>\na\n\nb\n", "line 4 is empty");
  expect("<pad>\n<unk>\na\nb\na\n", "line 5 repeats a token");
  expect("<pad>\n<unk>\na\nb", "line 4 has no line break: the file is truncated");
  expect("<pad>\n<unk>\na\\t\n", "line 3 has a backslash that escapes nothing");
  expect("<pad>\n<unk>\na\\\n", "line 3 has a backslash that escapes nothing");
  expect("<pad>\n<unk>\n\xFF\n", "line 3 is not UTF-8");
  EXPECT_THROW(Vocabulary::load(folder / "none"), FileError);
}

}  // namespace
}  // namespace horloge
