// How words are cut into tokens, by hand.

#include "horloge/text/tokenizers/subword_model.h"

#include "horloge/text/tokenizers/bpe.h"
#include "horloge/text/tokenizers/unigram.h"
#include "horloge/text/tokenizers/word_piece.h"
#include "support/arrays.h"

namespace horloge {
namespace {

using Words = std::vector<std::string>;

// A model of some kind with its own vocabulary; an id is a place in a list.
template <class Model>
class Cutter {
 public:
  template <class... Arguments>
  explicit Cutter(const Words& tokens, Arguments&&... arguments) {
    for (const std::string& token : tokens)
      tokens_.add(token, static_cast<std::int64_t>(tokens_.size()));
    model_ = std::make_unique<Model>(tokens_, std::forward<Arguments>(arguments)...);
  }

  Words operator()(const std::string& piece) const {
    std::vector<std::int64_t> ids;
    model_->encode(piece, ids);
    Words words;
    for (const std::int64_t id : ids) words.push_back(*tokens_.token(id));
    return words;
  }

 private:
  TokenTable tokens_;
  std::unique_ptr<Model> model_;
};

using Bpe = Cutter<BytePairModel>;
using Merges = BytePairModel::Merges;

TEST(BytePairModel, MergesInTheOrderOfTheList) {
  const Words tokens = {"a", "b", "c", "ab", "bc", "abc"};
  EXPECT_THAT(Bpe(tokens, Merges{{"a", "b"}, {"b", "c"}, {"ab", "c"}})("abc"), ElementsAre("abc"));
  EXPECT_THAT(Bpe(tokens, Merges{{"b", "c"}, {"a", "b"}})("abc"), ElementsAre("a", "bc"));
  EXPECT_THAT(Bpe(tokens, Merges{{"a", "b"}, {"b", "c"}})("abcbc"), ElementsAre("ab", "c", "bc"));
  EXPECT_THAT(Bpe(tokens, Merges{})("ab"), ElementsAre("a", "b"));
}

TEST(BytePairModel, OfEqualPairsTheLeftmostComesFirst) {
  const Bpe cut({"a", "aa", "aaaa"}, Merges{{"a", "a"}, {"aa", "aa"}});
  EXPECT_THAT(cut("aaa"), ElementsAre("aa", "a"));
  EXPECT_THAT(cut("aaaaaaa"), ElementsAre("aaaa", "aa", "a"));
}

TEST(BytePairModel, UnknownCharactersAreAsTheOptionsSay) {
  const Words tokens = {"<unk>", "a", "<0xC3>", "<0xA9>"};
  BpeOptions options;
  EXPECT_THAT(Bpe(tokens, Merges{}, options)("aéa"), ElementsAre("a", "a"));  // as the reference
  options.unk_token = "<unk>";
  EXPECT_THAT(Bpe(tokens, Merges{}, options)("éêa"), ElementsAre("<unk>", "<unk>", "a"));
  options.fuse_unk = true;
  EXPECT_THAT(Bpe(tokens, Merges{}, options)("éêaé"), ElementsAre("<unk>", "a", "<unk>"));
  options.byte_fallback = true;
  EXPECT_THAT(Bpe(tokens, Merges{}, options)("aé"), ElementsAre("a", "<0xC3>", "<0xA9>"));
  EXPECT_THAT(Bpe(tokens, Merges{}, options)("ê"), ElementsAre("<unk>"));  // no token for one byte
}

TEST(BytePairModel, TakesAWholeTokenIfMergesAreIgnored) {
  const Words tokens = {"a", "b", "c", "ab", "abc"};
  BpeOptions options;
  options.ignore_merges = true;
  EXPECT_THAT(Bpe(tokens, Merges{{"a", "b"}}, options)("abc"), ElementsAre("abc"));
  EXPECT_THAT(Bpe(tokens, Merges{{"a", "b"}}, options)("abca"), ElementsAre("ab", "c", "a"));
}

TEST(BytePairModel, RefusesWhatDoesNotFit) {
  EXPECT_ERROR(Bpe({"a"}, Merges{{"a", "b"}}), ValueError, "\"b\" is not in the vocabulary");
  EXPECT_ERROR(Bpe({"a", "b"}, Merges{{"a", "b"}}), ValueError, "\"ab\" is not in the vocabulary");
  BpeOptions options;
  options.unk_token = "?";
  EXPECT_ERROR(Bpe({"a"}, Merges{}, options), ValueError, "\"?\" is not in the vocabulary");
}

// A million times the same letter takes no longer than any other text of that length.
TEST(BytePairModel, TakesALongPieceInItsStride) {
  const Bpe cut({"a", "aa", "aaaa"}, Merges{{"a", "a"}, {"aa", "aa"}});
  EXPECT_EQ(cut(std::string(400'001, 'a')).size(), 100'001U);
}

using Unigram = Cutter<UnigramModel>;
using Scores = std::vector<double>;

UnigramModel::Options with_unknown() {
  UnigramModel::Options options;
  options.unk_id = 0;
  return options;
}

const Unigram& letters() {
  static const Unigram cut({"?", "▁", "a", "b", "c", "ab", "▁a", "bc"},
                           Scores{0, -3, -2, -2, -2, -3, -2.5, -3.5}, with_unknown());
  return cut;
}

TEST(UnigramModel, TakesTheLikeliestWay) {
  EXPECT_THAT(letters()("▁a"), ElementsAre("▁a"));              // -2.5, not -3 - 2
  EXPECT_THAT(letters()("▁ab"), ElementsAre("▁a", "b"));        // -4.5, not -3 - 3
  EXPECT_THAT(letters()("▁bab"), ElementsAre("▁", "b", "ab"));  // -8, not -9
  EXPECT_THAT(letters()("▁abc"), ElementsAre("▁a", "bc"));      // -6, not -6.5
}

// Step by step greedily it would end elsewhere: the longest token first is not the best.
TEST(UnigramModel, LooksFurtherThanTheNextToken) {
  const Unigram far({"?", "▁", "x", "y", "▁x", "▁xy", "yx"}, Scores{0, -1, -9, -9, -1, -3, -1},
                    with_unknown());
  EXPECT_THAT(far("▁xyx"), ElementsAre("▁x", "yx"));
  EXPECT_THAT(far("▁xy"), ElementsAre("▁xy"));
}

TEST(UnigramModel, OfEqualWaysTheLastTokenIsLongUnlessAskedOtherwise) {
  const Words tokens = {"?", "▁", "a", "b", "ab", "▁a"};
  const Scores scores = {0, -1, -1, -1, -2, -2};
  UnigramModel::Options options = with_unknown();
  EXPECT_THAT(Unigram(tokens, scores, options)("▁ab"), ElementsAre("▁", "ab"));
  options.short_last = true;
  EXPECT_THAT(Unigram(tokens, scores, options)("▁ab"), ElementsAre("▁", "a", "b"));
}

TEST(UnigramModel, UnknownCharactersInARowAreOne) {
  EXPECT_THAT(letters()("aéèb"), ElementsAre("a", "?", "b"));
  EXPECT_THAT(letters()("é"), ElementsAre("?"));
  // A character that only a longer token has is unknown by itself, and known within that.
  const Unigram longer({"?", "xy"}, Scores{0, -9}, with_unknown());
  EXPECT_THAT(longer("xy"), ElementsAre("xy"));
  EXPECT_THAT(longer("yx"), ElementsAre("?"));
  EXPECT_ERROR(Unigram({"a"}, Scores{0}, UnigramModel::Options())("ab"), ValueError,
               "the vocabulary has no token for \"b\"");
}

TEST(UnigramModel, UnknownCharactersCanBeBytes) {
  UnigramModel::Options options = with_unknown();
  options.byte_fallback = true;
  const Unigram bytes({"?", "a", "<0xC3>", "<0xA9>"}, Scores{0, -1, 0, 0}, options);
  EXPECT_THAT(bytes("aéa"), ElementsAre("a", "<0xC3>", "<0xA9>", "a"));
  EXPECT_THAT(bytes("éê"), ElementsAre("?"));  // not all of them have one
}

TEST(UnigramModel, ReservedTokensAreFoundInNoText) {
  UnigramModel::Options options = with_unknown();
  options.num_reserved = 2;
  const Unigram reserved({"?", "<s>", "s"}, Scores{0, 0, -1}, options);
  EXPECT_THAT(reserved("<s>"), ElementsAre("?", "s", "?"));
}

using WordPiece = Cutter<WordPieceModel>;

TEST(WordPieceModel, TakesTheLongestFirst) {
  const WordPiece cut({"[UNK]", "un", "##aff", "##able", "##a", "una"});
  EXPECT_THAT(cut("unaffable"), ElementsAre("[UNK]"));  // "una" leaves "ffable": no way back
  const WordPiece without({"[UNK]", "un", "##aff", "##able", "##a"});
  EXPECT_THAT(without("unaffable"), ElementsAre("un", "##aff", "##able"));
  EXPECT_THAT(without("una"), ElementsAre("un", "##a"));
  EXPECT_THAT(without("able"), ElementsAre("[UNK]"));  // not as the beginning of a word
}

TEST(WordPieceModel, AWordIsUnknownAsAWhole) {
  WordPieceOptions options;
  options.max_input_chars_per_word = 3;
  const WordPiece cut({"[UNK]", "é", "##é", "a"}, options);
  EXPECT_THAT(cut("ééé"), ElementsAre("é", "##é", "##é"));
  EXPECT_THAT(cut("éééé"), ElementsAre("[UNK]"));
  EXPECT_THAT(cut("éx"), ElementsAre("[UNK]"));
  EXPECT_ERROR(WordPiece({"a"}), ValueError, "\"[UNK]\" is not in the vocabulary");
}

}  // namespace
}  // namespace horloge
