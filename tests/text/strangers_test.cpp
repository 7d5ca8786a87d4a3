// Texts and tokenizers come from strangers: whatever they are, it ends soon, with ids or with a
// sentence. Times are those of a processor, which other programs do not lengthen.

#include <ctime>
#include <regex>

#include "horloge/text/normal_form.h"
#include "horloge/text/tokenizers/pretrained_tokenizer.h"
#include "horloge/text/tokenizers/regex.h"
#include "horloge/text/tokenizers/tokenizer_parts.h"
#include "support/arrays.h"

namespace horloge {
namespace {

using nlohmann::json;

// Seconds, with sanitizers; without bounds each of these takes minutes, or does not end.
constexpr double soon = 4;

class Watch {
 public:
  double seconds() const { return double(std::clock() - begin_) / CLOCKS_PER_SEC; }

 private:
  std::clock_t begin_ = std::clock();
};

std::string repeated(const std::string& part, std::size_t bytes) {
  std::string text;
  while (text.size() + part.size() <= bytes) text += part;
  return text;
}

std::shared_ptr<const PretrainedTokenizer> tokenizer_of(const std::string& name) {
  return load_tokenizer(std::filesystem::path(HORLOGE_DATA_DIR) / "golden/tokenizers" / name);
}

class AnyText : public testing::TestWithParam<const char*> {};

TEST_P(AnyText, IsCutSoon) {
  const auto tokenizer = tokenizer_of(GetParam());
  Rng rng(7);
  std::string words;
  while (words.size() < 300'000)
    words += words.size() % 100 == 99 ? ' ' : static_cast<char>('a' + rng.below(26));
  const std::string texts[] = {words,
                               repeated(" ", 300'000),
                               repeated("'s'S", 300'000),
                               repeated("\u0301\u0323\u0327", 300'000),
                               repeated("\u0f73", 300'000),
                               repeated("9[MASK", 300'000)};
  for (const std::string& text : texts) {
    const Watch watch;
    EXPECT_GT(tokenizer->encode("a" + text + "\n").size(), 0U);
    EXPECT_LT(watch.seconds(), soon) << text.substr(0, 12);
  }
}

INSTANTIATE_TEST_SUITE_P(All, AnyText,
                         testing::Values("bert", "gpt2", "llama", "llama3", "llama_sentencepiece",
                                         "qwen2", "roberta", "t5", "t5_sentencepiece",
                                         "unigram_bytes"));

// 202, 220 and 230 are the classes of a cedilla, a dot below and an acute accent.
TEST(NormalForm, PutsAnyNumberOfMarksInOrder) {
  const std::size_t count = 40'000;
  std::string mixed = "a", ordered = "a";
  for (std::size_t i = 0; i < count; ++i) mixed += "\u0301\u0323\u0327";
  for (const char* mark : {"\u0327", "\u0323", "\u0301"})
    for (std::size_t i = 0; i < count; ++i) ordered += mark;
  const Watch watch;
  EXPECT_EQ(normal_form(mixed, NormalForm::nfd), ordered);
  EXPECT_EQ(normal_form(mixed, NormalForm::nfkc), normal_form(ordered, NormalForm::nfkc));
  EXPECT_LT(watch.seconds(), soon);
}

// Marks that are one character each and become two, of classes 129 and 130.
TEST(NormalForm, PutsThePartsOfMarksInOrder) {
  EXPECT_EQ(normal_form("\u0f40\u0f73\u0f73", NormalForm::nfd), "\u0f40\u0f71\u0f71\u0f72\u0f72");
  EXPECT_EQ(normal_form("e\u0323\u0301 \u0301\u0323e\u0301", NormalForm::nfc),
            "\u1eb9\u0301 \u0323\u0301\u00e9");
}

TEST(Regex, TakesNoStepsWithoutEnd) {
  const std::string many = repeated("a", 100'000);
  for (const char* pattern : {"(?<!x)a+(?!a)[bc]|z", "(?:(?=(a+))\\1)[bc]", "(?s).(?=.*[x])",
                              "(?:a++b|a)*[cx]", "(a|aa)+$"}) {
    const Watch watch;
    EXPECT_ERROR(Regex(pattern).spans(many + "d"), ValueError,
                 " of this text of 100001 bytes on: takes more steps than a text of this length");
    EXPECT_LT(watch.seconds(), soon) << pattern;
  }
}

TEST(Regex, TakesNoMemoryWithoutEnd) {
  std::string groups;
  for (int i = 0; i < 1000; ++i) groups += "()";
  EXPECT_ERROR(Regex(groups + "(?:a|b)*[cd]").spans(repeated("a", 100'000)), ValueError,
               "from byte 0 of this text of 100000 bytes on: takes more than 64 MB");
}

// A tokenizer of many rules, each of which is quick.
TEST(Normalizer, HasAFewRules) {
  const auto normalised = [](std::size_t rules) {
    const json values = {{"type", "Sequence"},
                         {"normalizers", json(rules, {{"type", "Lowercase"}})}};
    return read_normalizer(PartSettings(values, "FILE", "normalizer"))(repeated("A", 100'000));
  };
  EXPECT_EQ(normalised(10), repeated("a", 100'000));
  EXPECT_ERROR(normalised(1000), ValueError, "more steps than a text of 100000 bytes may");
}

TEST(TokenDecoder, DoesNotGrowWithoutEnd) {
  const json grow = {{"type", "Replace"}, {"pattern", {{"String", "e"}}}, {"content", "ee"}};
  const auto decoded = [&](std::size_t rules) {
    const json values = {{"type", "Sequence"}, {"decoders", json(rules, grow)}};
    return read_decoder(PartSettings(values, "FILE", "decoder"))("the", true);
  };
  EXPECT_EQ(decoded(3), "theeeeeeee");
  EXPECT_ERROR(decoded(40), ValueError,
               "[TokenDecoder] the token \"the\" becomes too long by the tokenizer's rules");
}

// How qwen2 and llama3 cut a text at spaces, by the pattern of their files and by another machine
// for patterns, which is slow and needs a stack as long as the text.
std::vector<std::string> cut_by_llama3(const std::string& text) {
  static const Regex words(
      R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)");
  std::vector<std::string> parts;
  for (const TextSpan& s : words.spans(text))
    parts.push_back(text.substr(s.begin, s.end - s.begin));
  return parts;
}

TEST(Regex, CutsRunsOfSpacesAsASlowOracleDoes) {
  const std::regex slow(
      R"('[sS]|[^\r\na-z0-9]?[a-z]+|[0-9]{1,3}| ?[^\sa-z0-9]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)");
  const std::string letters = " \na.";
  for (unsigned i = 0; i < 4U * 4 * 4 * 4 * 4 * 4; ++i) {
    std::string text;
    for (unsigned place = 0, rest = i; place < 6; ++place, rest /= 4) text += letters[rest % 4];
    std::vector<std::string> parts;
    for (std::sregex_iterator at(text.begin(), text.end(), slow), end; at != end; ++at)
      parts.push_back(at->str());
    ASSERT_EQ(cut_by_llama3(text), parts) << json(text);
  }
}

TEST(Regex, CutsAMillionSpacesAsAFew) {
  const std::string few(1'000, ' '), many(1'000'000, ' ');
  using Parts = std::vector<std::string>;
  for (const std::string& spaces : {few, many}) {
    const std::string one_less = spaces.substr(1);
    EXPECT_TRUE(cut_by_llama3(spaces) == Parts{spaces});
    EXPECT_TRUE(cut_by_llama3(spaces + "a") == (Parts{one_less, " a"}));
    EXPECT_TRUE(cut_by_llama3("a" + spaces + "\n" + spaces + "1") ==
                (Parts{"a", spaces + "\n", one_less, " ", "1"}));
  }
}

TEST(PretrainedTokenizer, EncodesAMillionSpaces) {
  for (const char* name : {"qwen2", "llama3"}) {
    const auto tokenizer = tokenizer_of(name);
    const std::string text(1'000'000, ' ');
    const Ids ids = tokenizer->encode(text, false);
    const std::int64_t space = tokenizer->id("Ġ").value();
    EXPECT_EQ(std::count(ids.begin(), ids.end(), space), 1'000'000) << name;  // no token has two
    EXPECT_EQ(ids.size(), text.size());
  }
}

}  // namespace
}  // namespace horloge
