// SentencePiece's own files, by the ids that SentencePiece makes with them: see
// data/golden/tokenizers/README.md.

#include <nlohmann/json.hpp>

#include "horloge/text/tokenizers/pretrained_tokenizer.h"
#include "support/arrays.h"
#include "support/files.h"
#include "support/temporary_folder.h"

namespace horloge {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

fs::path golden_folder(const std::string& name) {
  return fs::path(HORLOGE_DATA_DIR) / "golden/tokenizers" / name;
}

class SentencePieceTokenizer : public testing::TestWithParam<const char*> {
 protected:
  const std::shared_ptr<const PretrainedTokenizer> tokenizer_ =
      load_tokenizer(golden_folder(GetParam()));
};

// What has no ids holds a special token: that is found here, as Hugging Face's tokenizers do.
TEST_P(SentencePieceTokenizer, AgreesWithTheReference) {
  const json texts = json::parse(test::read_text(golden_folder("strings.json")));
  const json expected =
      json::parse(test::read_text(golden_folder(std::string(GetParam()) + "/expected.json")));
  ASSERT_EQ(expected["ids"].size(), texts.size());
  const std::int64_t unknown = tokenizer_->id("<unk>").value();
  std::size_t compared = 0;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (expected["ids"][i].is_null()) continue;
    const auto want = expected["ids"][i].get<std::vector<std::int64_t>>();
    const Ids ids = tokenizer_->encode(texts[i].get<std::string>());
    EXPECT_EQ(std::vector<std::int64_t>(ids.begin(), ids.end()), want) << texts[i];
    ++compared;
    // SentencePiece writes a sign of its own for what is unknown, and takes the mark for a space.
    if (std::count(want.begin(), want.end(), unknown) > 0 ||
        texts[i].dump().find("▁") != std::string::npos)
      continue;
    EXPECT_EQ(tokenizer_->decode(ids, true), expected["decoded"][i].get<std::string>()) << texts[i];
  }
  EXPECT_GT(compared, 325U);
}

INSTANTIATE_TEST_SUITE_P(All, SentencePieceTokenizer,
                         testing::Values("llama_sentencepiece", "t5_sentencepiece"));

class SentencePieceFolder : public testing::Test {
 protected:
  void copy(const std::string& golden, const std::string& name) const {
    write(name, test::read_text(golden_folder(golden) / name));
  }
  void write(const std::string& name, const std::string& text) const {
    test::write_text(folder_.path() / name, text);
  }
  std::shared_ptr<const PretrainedTokenizer> load() const { return load_tokenizer(folder_.path()); }
  std::string file(const std::string& name) const { return (folder_.path() / name).string(); }

  test::TemporaryFolder folder_;
};

TEST_F(SentencePieceFolder, FindsSpecialTokensInTexts) {
  copy("t5_sentencepiece", "spiece.model");
  const auto t5 = load();
  EXPECT_EQ(t5->vocab_size(), 700U);
  EXPECT_THAT(t5->encode("<extra_id_0>"), ElementsAre(699, 1));
  EXPECT_THAT(t5->encode("<extra_id_99></s>", false), ElementsAre(600, 1));
  EXPECT_TRUE(t5->is_special(699));
}

TEST_F(SentencePieceFolder, HeedsTheConfigBesideIt) {
  copy("llama_sentencepiece", "tokenizer.model");
  EXPECT_EQ(load()->encode("a")(0), 1);
  write("tokenizer_config.json", R"({"add_bos_token": false, "add_eos_token": true,
      "tokenizer_class": "LlamaTokenizer", "added_tokens_decoder":
      {"1": {"content": "<s>", "special": true}, "800": {"content": "<|user|>", "special": true}}})");
  const auto llama = load();
  EXPECT_THAT(llama->encode("<|user|>"), ElementsAre(800, 2));
  EXPECT_EQ(llama->vocab_size(), 801U);
  write("tokenizer_config.json", R"({"tokenizer_class": "GemmaTokenizer"})");
  EXPECT_ERROR(load(), FileError, "tokenizer_class = \"GemmaTokenizer\" needs a tokenizer.json");
  write("tokenizer_config.json", R"({"added_tokens_decoder": {"x": {"content": "y"}}})");
  EXPECT_ERROR(load(), FileError, "added_tokens_decoder must be by ids");
}

TEST_F(SentencePieceFolder, RefusesWhatItCannotReadInASentence) {
  // ModelProto: pieces = 1 {piece = 1, score = 2, type = 3}, trainer_spec = 2 {model_type = 3}.
  const auto piece = [](const std::string& text, char type) {
    const std::string inner = "\x0a" + std::string(1, char(text.size())) + text + "\x18" + type;
    return "\x0a" + std::string(1, char(inner.size())) + inner;
  };
  write("tokenizer.model", piece("<unk>", 2) + piece("a", 1));
  EXPECT_EQ(load()->decode(load()->encode("aa"), true), "aa");
  const auto refused = [&](const std::string& bytes, const std::string& sentence) {
    write("tokenizer.model", bytes);
    EXPECT_ERROR(load(), FileError,
                 "[load_tokenizer] " + file("tokenizer.model") + ": " + sentence);
  };
  refused(piece("<unk>", 2) + piece("<table>", 4),
          "has pieces of a kind of their own, such as \"<table>\", which is not read here");
  refused(piece("a", 1) + "\x12\x02\x18\x03", "is neither BPE nor Unigram");
  refused(piece("a", 1) + std::string("\x1a\x02\x28\x00", 4),
          "has its spaces in another way than before a word");
  refused(piece("a", 1) + "\x1a\x03\x12\x01x", "has a table of characters that cannot be read");
  const std::string none = "is no model that SentencePiece wrote";
  for (const std::string& bytes :
       {std::string(), std::string("x"), std::string("\x0a\x7f"), piece("a", 7), piece("\xff", 1),
        std::string("\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01")})
    refused(bytes, none);
}

// No file, however spoilt, does more than be refused.
TEST_F(SentencePieceFolder, SurvivesSpoiltFiles) {
  const std::string good =
      test::read_text(golden_folder("llama_sentencepiece") / "tokenizer.model");
  Rng rng(7);
  for (int i = 0; i < 60; ++i) {
    std::string bytes = good.substr(0, i % 3 == 0 ? rng.below(good.size()) : good.size());
    for (int j = 0; j < 4 && !bytes.empty(); ++j)
      bytes[rng.below(bytes.size())] = static_cast<char>(rng.below(256));
    write("tokenizer.model", bytes);
    try {
      load()->encode("the cat, 猫");
    } catch (const Error&) {
    }
  }
}

}  // namespace
}  // namespace horloge
