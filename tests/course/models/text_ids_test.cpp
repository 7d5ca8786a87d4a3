// ./learn model --text: words in, words out.

#include "course/models/text_ids.h"

#include <fstream>
#include <nlohmann/json.hpp>

#include "../runner/said.h"
#include "../runner/scratch.h"
#include "course/models/model.h"
#include "support/matchers.h"

namespace models {
namespace {

using namespace runner;
namespace fs = std::filesystem;

// GPT-2's kind: the letters a to z, a space, some words, and the bytes of 文.
nlohmann::json small_byte_level() {
  nlohmann::json vocabulary, merges = nlohmann::json::array();
  const auto add = [&](const std::string& token) { vocabulary[token] = vocabulary.size(); };
  for (char c = 'a'; c <= 'z'; ++c) add({c});
  for (const char* letter : {"Ġ", "æ", "ĸ", "ĩ"}) add(letter);
  for (const auto& [left, right] : {std::pair{"a", "t"}, {"c", "at"}, {"Ġ", "cat"}, {"Ġ", "s"}}) {
    add(std::string(left) + right);
    merges.push_back(std::string(left) + " " + right);
  }
  return {{"pre_tokenizer", {{"type", "ByteLevel"}, {"add_prefix_space", false}}},
          {"decoder", {{"type", "ByteLevel"}}},
          {"model", {{"type", "BPE"}, {"vocab", vocabulary}, {"merges", merges}}}};
}

class TextIdsTest : public testing::Test {
 protected:
  fs::path with(const std::string& model, const std::string& file, const std::string& text) const {
    const fs::path folder = scratch_.folder() / model;
    fs::create_directories(folder);
    for (const char* name : {"config.json", "model.safetensors"})
      fs::copy_file(fs::path(HORLOGE_DATA_DIR) / "golden/models" / model / name, folder / name,
                    fs::copy_options::overwrite_existing);
    std::ofstream(folder / file) << text;
    return folder;
  }
  ModelOptions gpt2(const std::string& text) const {
    ModelOptions wanted;
    wanted.folder = with("gpt2_tiny", "tokenizer.json", small_byte_level().dump());
    wanted.text = text;
    return wanted;
  }
  ModelOptions bert(const std::string& text) const {
    ModelOptions wanted;
    wanted.folder = with("bert_tiny", "vocab.txt",
                         "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nthe\ncat\neats\nmouse\n##s\n.\n");
    wanted.text = text;
    return wanted;
  }
  std::string shown(const ModelOptions& wanted, std::size_t width = 80) const {
    return said_by([&] { show_model(scratch_.session(width), wanted); });
  }

  Scratch scratch_;
};

TEST_F(TextIdsTest, ShowsWhatBecameOfATextAndWhatFollows) {
  const std::string text = shown(gpt2("the cat 文"));
  EXPECT_THAT(text, HasSubstr("\nIn pieces: \"t\" \"h\" \"e\" \" cat\" \" \" \"\\xe6\" \"\\x96\" "
                              "\"\\x87\"\nBy number: 19 7 4 32 26 27 28 29\n"));
  EXPECT_THAT(text, HasSubstr("\nThe next token after \"the cat 文\":\n"));
  // The same ids by number answer the same.
  ModelOptions by_number = gpt2("");
  by_number.text.reset();
  by_number.ids = "19,7,4,32,26,27,28,29";
  const std::string table = text.substr(text.find("The next token"));
  EXPECT_THAT(shown(by_number), testing::EndsWith(table));
}

TEST_F(TextIdsTest, EverythingThatIdsCanIsForTexts) {
  ModelOptions wanted = gpt2("the cat sat");
  wanted.shuffle = true;
  wanted.generate = 2;
  wanted.position = "rotary";
  const std::string text = shown(wanted);
  EXPECT_THAT(text, HasSubstr("The same tokens in another order: \""));
  EXPECT_THAT(text, HasSubstr("After \"the cat sat\" it writes: "));
  EXPECT_THAT(text, HasSubstr("with positions: rotary"));
  wanted = gpt2("the cat sat");
  wanted.at = 3;
  EXPECT_THAT(shown(wanted), HasSubstr("The next token after \"the\":\n"));
}

TEST_F(TextIdsTest, LooksAtTheMask) {
  EXPECT_THAT(
      shown(bert("The [MASK] eats the mouse.")),
      HasSubstr("In pieces: \"[CLS]\" \" the\" \"[MASK]\" \" eats\" \" the\" \" mouse\" "
                "\".\" \"[SEP]\"\nBy number: 2 5 4 7 5 8 10 3\n\n"
                "The token at position 3 of \"[CLS] the [MASK] eats the mouse. [SEP]\":\n"));
  // Without one it is the last word, and not the end.
  EXPECT_THAT(shown(bert("the cat")), HasSubstr("The token at position 3 of"));
  ModelOptions wanted = bert("the [MASK]");
  wanted.at = 2;
  EXPECT_THAT(shown(wanted), HasSubstr("The token at position 2 of"));
}

// The beginning and the end are no words, and stay.
TEST_F(TextIdsTest, ShufflesWordsAlone) {
  for (std::uint64_t seed = 1; seed < 6; ++seed) {
    ModelOptions wanted = bert("the cat eats [MASK] the mouse");
    wanted.shuffle = true;
    wanted.seed = seed;
    EXPECT_THAT(shown(wanted),
                testing::ContainsRegex("in another order: \"\\[CLS\\] [a-z]+ [a-z]+ [a-z]+ "
                                       "\\[MASK\\] [a-z]+ [a-z]+ \\[SEP\\]"));
  }
}

TEST_F(TextIdsTest, RefusesInOneSentence) {
  const std::string no_word = "wrong use: ./learn model: --text has to have a token in it";
  EXPECT_EQ(shown(gpt2("")), no_word);
  EXPECT_EQ(shown(bert("")), no_word);
  EXPECT_EQ(shown(bert(" \n")), no_word);
  EXPECT_EQ(shown(gpt2("ab\xff")),
            "refused: byte 2 of the text (0xFF) cannot start a character: the text must be UTF-8");
  EXPECT_EQ(shown(gpt2(std::string(40, 'x'))),
            "wrong use: ./learn model: this model has 32 positions, too few for 40 tokens");
  ModelOptions none = gpt2("cat");
  fs::remove(none.folder / "tokenizer.json");
  EXPECT_EQ(shown(none),
            "refused: the model's folder has no tokenizer.json, which says how a text is cut into "
            "tokens");
  std::ofstream(none.folder / "tokenizer.model") << "x";
  EXPECT_THAT(shown(none), HasSubstr("tokenizer.model: is no model that SentencePiece wrote"));
  nlohmann::json unknown = small_byte_level();
  unknown["normalizer"] = {{"type", "Rot13"}};
  none.folder = with("gpt2_tiny", "tokenizer.json", unknown.dump());
  EXPECT_EQ(shown(none), "refused: a text cannot be cut into tokens: " +
                             (none.folder / "tokenizer.json").string() +
                             ": normalizer.type = \"Rot13\" is not supported");
  none.text.reset();
  none.ids = "19,7,4";  // to spell ids takes less
  EXPECT_THAT(shown(none), HasSubstr("The next token after \"the\":\n"));
  nlohmann::json larger = small_byte_level();
  larger["added_tokens"] = {{{"id", 500}, {"content", "<x>"}}};
  none.folder = with("gpt2_tiny", "tokenizer.json", larger.dump());
  none.ids.reset();
  none.text = "a<x>";
  EXPECT_EQ(shown(none),
            "wrong use: ./learn model: this model's tokens are 0 to 95, and 500 is not "
            "one of them");
}

TEST_F(TextIdsTest, CutsALongListOfPieces) {
  const fs::path folder = gpt2("").folder;
  const std::vector<std::int64_t> ids(150, 0);
  const std::string text = show_pieces(scratch_.session(), TokenNames::read(folder), ids);
  EXPECT_THAT(text, HasSubstr("\"a\" … and 50 more\nBy number: 0 0 "));
  for (const std::size_t width : {80U, 40U, 26U})
    EXPECT_THAT(shown(gpt2("the cat sat on the cat"), width), Not(HasSubstr("refused")));
}

}  // namespace
}  // namespace models
