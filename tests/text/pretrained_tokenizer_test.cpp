// Whole tokenizers: the ids of the reference, and what holds for texts of any kind. See
// data/golden/tokenizers/README.md.

#include "horloge/text/tokenizers/pretrained_tokenizer.h"

#include <nlohmann/json.hpp>

#include "horloge/text/tokenizers/decode_stream.h"
#include "horloge/text/tokenizers/whole_characters.h"
#include "horloge/text/utf8.h"
#include "support/arrays.h"
#include "support/files.h"

namespace horloge {
namespace {

using IdVector = std::vector<std::int64_t>;

std::filesystem::path golden_tokenizer(const std::string& name) {
  return std::filesystem::path(HORLOGE_DATA_DIR) / "golden/tokenizers" / name;
}

nlohmann::json read_golden(const std::string& name) {
  return nlohmann::json::parse(test::read_text(golden_tokenizer(name)));
}

IdVector list_of(const Ids& ids) { return {ids.begin(), ids.end()}; }

Ids array_of_ids(const IdVector& list) {
  Ids ids = Ids::from_shape({list.size()});
  std::copy(list.begin(), list.end(), ids.begin());
  return ids;
}

// Characters of many scripts and kinds, in any order.
std::string random_text(Rng& rng) {
  static constexpr std::pair<char32_t, char32_t> kinds[] = {
      {0x20, 0x7E},     {0x20, 0x20},     {0x09, 0x0D},     {0xA1, 0x24F},
      {0x300, 0x36F},   {0x370, 0x5FF},   {0x900, 0x97F},   {0x2000, 0x206F},
      {0x3040, 0x30FF}, {0x4E00, 0x4FFF}, {0xFE00, 0xFE0F}, {0x1F300, 0x1F6FF}};
  std::string text;
  for (std::uint64_t n = rng.below(12); n > 0; --n) {
    const auto& [first, last] = kinds[rng.below(std::size(kinds))];
    for (std::uint64_t m = 1 + rng.below(3); m > 0; --m)
      text += to_utf8(first + static_cast<char32_t>(rng.below(last - first + 1)));
  }
  return text;
}

class GoldenTokenizer : public testing::TestWithParam<const char*> {
 protected:
  const std::shared_ptr<const PretrainedTokenizer> tokenizer_ =
      load_tokenizer(golden_tokenizer(GetParam()));
};

TEST_P(GoldenTokenizer, AgreesWithTheReference) {
  const nlohmann::json texts = read_golden("strings.json");
  const nlohmann::json expected = read_golden(std::string(GetParam()) + "/expected.json");
  ASSERT_GE(texts.size(), 335U);
  ASSERT_EQ(expected["ids"].size(), texts.size());
  ASSERT_EQ(expected["decoded"].size(), texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const Ids ids = tokenizer_->encode(texts[i].get<std::string>());
    EXPECT_EQ(list_of(ids), expected["ids"][i].get<IdVector>()) << texts[i];
    EXPECT_EQ(tokenizer_->decode(ids), expected["decoded"][i].get<std::string>()) << texts[i];
  }
}

// However the ids come, the parts of the text make up the whole, and each is whole characters.
TEST_P(GoldenTokenizer, WritesATextAsItsIdsCome) {
  Rng rng(3);
  for (int i = 0; i < 100; ++i) {
    IdVector ids = list_of(tokenizer_->encode(random_text(rng)));
    if (i % 2 == 1) std::reverse(ids.begin(), ids.end());  // bytes in an order that is no text's
    DecodeStream stream(tokenizer_);
    std::string text;
    for (const std::int64_t id : ids) {
      const std::string part = stream.push(id);
      EXPECT_NO_THROW(utf8_characters(part, "part"));
      text += part;
    }
    EXPECT_EQ(text + stream.finish(), tokenizer_->decode(array_of_ids(ids)));
  }
}

INSTANTIATE_TEST_SUITE_P(All, GoldenTokenizer,
                         testing::Values("gpt2", "roberta", "qwen2", "llama3", "llama", "t5",
                                         "unigram_bytes", "bert"));

class LosslessTokenizer : public GoldenTokenizer {};

TEST_P(LosslessTokenizer, DecodesWhatItEncoded) {
  Rng rng(5);
  for (int i = 0; i < 300; ++i) {
    const std::string text = random_text(rng);
    EXPECT_EQ(tokenizer_->decode(tokenizer_->encode(text), true), text);
  }
}

// qwen2 brings a text to NFC first, t5 and bert lose more.
INSTANTIATE_TEST_SUITE_P(All, LosslessTokenizer,
                         testing::Values("gpt2", "roberta", "llama3", "llama"));

TEST(PretrainedTokenizer, PutsSpecialTokensAroundAText) {
  const auto bert = load_tokenizer(golden_tokenizer("bert"));
  const IdVector whole = list_of(bert->encode("the cat")),
                 bare = list_of(bert->encode("the cat", false));
  ASSERT_EQ(whole.size(), bare.size() + 2);
  EXPECT_EQ(whole.front(), bert->id("[CLS]"));
  EXPECT_EQ(whole.back(), bert->id("[SEP]"));
  EXPECT_EQ(IdVector(whole.begin() + 1, whole.end() - 1), bare);
  EXPECT_TRUE(bert->is_special(whole.front()));
  EXPECT_FALSE(bert->is_special(bare.front()));
  EXPECT_EQ(bert->decode(array_of_ids(whole)), "[CLS] the cat [SEP]");
  EXPECT_EQ(bert->decode(array_of_ids(whole), true), "the cat");
  EXPECT_EQ(bert->encode("", false).size(), 0U);
  EXPECT_EQ(bert->encode("").size(), 2U);
}

TEST(PretrainedTokenizer, KnowsItsTokens) {
  const auto gpt2 = load_tokenizer(golden_tokenizer("gpt2"));
  const std::int64_t the = gpt2->id("Ġthe").value();
  EXPECT_EQ(gpt2->token(the), "Ġthe");
  EXPECT_EQ(gpt2->bytes(the), " the");
  EXPECT_EQ(gpt2->vocab_size(), 957U);
  EXPECT_EQ(gpt2->id("no such token"), std::nullopt);
  EXPECT_EQ(gpt2->decode(Ids{the, 5000, -1}), " the<5000><-1>");
  EXPECT_ERROR(gpt2->token(957), IndexError, "id 957 has no token: there are 0 to 956");
  EXPECT_ERROR(gpt2->token(-1), IndexError, "id -1 has no token");
  EXPECT_ERROR(gpt2->encode("ab\xff"), ValueError,
               "[PretrainedTokenizer] byte 2 of the text (0xFF) cannot start a character");
}

TEST(DecodeStream, HoldsBackACharacterUntilItIsWhole) {
  const auto gpt2 = load_tokenizer(golden_tokenizer("gpt2"));
  const auto byte = [&](const char* letter) { return gpt2->id(letter).value(); };
  DecodeStream stream(gpt2);
  EXPECT_EQ(stream.push(byte("æ")), "");
  EXPECT_EQ(stream.push(byte("ĸ")), "");
  EXPECT_EQ(stream.push(byte("ĩ")), "文");
  EXPECT_EQ(stream.push(byte("æ")), "");
  EXPECT_EQ(stream.push(byte("a")), "\ufffda");  // it will never be whole
  EXPECT_EQ(stream.push(byte("æ")), "");
  EXPECT_EQ(stream.finish(), "\ufffd");
  EXPECT_EQ(stream.finish(), "");
}

// The examples of Unicode 15, tables 3-8 to 3-11.
TEST(DecodeStream, BytesThatAreNoCharacterAreSubstitutedAsUnicodeSays) {
  const auto whole = [](std::string bytes) {
    std::string text = take_whole_characters(bytes);
    std::string shown;
    for (const Utf8Character& c : utf8_characters(text, "test"))
      shown += c.code == 0xFFFD ? "?" : std::string(c.bytes);
    return shown + "|" + bytes;  // and what is held back
  };
  EXPECT_EQ(whole("\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41"), "????????A|");
  EXPECT_EQ(whole("\xED\xA0\x80\xED\xBF\xBF\xED\xAF\x41"), "????????A|");
  EXPECT_EQ(whole("\xF4\x91\x92\x93\xFF\x41\x80\xBF\x42"), "?????A??B|");
  EXPECT_EQ(whole("\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41"), "????A|");
  EXPECT_EQ(whole("a\xF0\x9F\x98"), "a|\xF0\x9F\x98");
  EXPECT_EQ(whole("\xED\x9F"), "|\xED\x9F");
  EXPECT_EQ(whole("\xED\xA0"), "??|");
  EXPECT_EQ(whole(""), "|");
}

TEST(DecodeStream, KeepsTheSpaceAfterAPrompt) {
  const auto llama = load_tokenizer(golden_tokenizer("llama"));
  const std::int64_t the = llama->id("▁the").value();
  DecodeStream stream(llama, true);
  EXPECT_EQ(stream.push(llama->id("<s>").value()), "");
  EXPECT_EQ(stream.push(the), "the");
  EXPECT_EQ(stream.push(the), " the");
  EXPECT_EQ(stream.finish(), "");
  EXPECT_EQ(stream.push(the), "the");  // another text
}

}  // namespace
}  // namespace horloge
