// The parts of a tokenizer.json, one by one: what they do to a text, and how they are read.

#include "horloge/text/tokenizers/tokenizer_parts.h"

#include "support/arrays.h"

namespace horloge {
namespace {

using nlohmann::json;
using Words = std::vector<std::string>;

std::string normalised(const char* part, const std::string& text) {
  const json values = json::parse(part);
  return read_normalizer(PartSettings(values, "FILE", "normalizer"))(text);
}

Words cut(const char* part, const std::string& text, bool at_start = true) {
  const json values = json::parse(part);
  TextPieces pieces;
  read_pre_tokenizer(PartSettings(values, "FILE", "pre_tokenizer"))({text, at_start}, pieces);
  Words words;
  for (const TextPiece& piece : pieces) words.push_back(piece.text);
  return words;
}

std::string decoded(const char* part, const Words& tokens) {
  const json values = json::parse(part);
  const TokenDecoder decode = read_decoder(PartSettings(values, "FILE", "decoder"));
  std::string text;
  for (std::size_t i = 0; i < tokens.size(); ++i) text += decode(tokens[i], i == 0);
  return text;
}

SpecialFrame frame(const char* part) {
  const json values = json::parse(part);
  return read_special_frame(PartSettings(values, "FILE", "post_processor"));
}

TEST(Normalizer, BringsATextToAForm) {
  EXPECT_EQ(normalised(R"({"type": "NFC"})", "e\u0301\ufb01"), "é\ufb01");
  EXPECT_EQ(normalised(R"({"type": "NFD"})", "é\ufb01"), "e\u0301\ufb01");
  EXPECT_EQ(normalised(R"({"type": "NFKC"})", "e\u0301\ufb01…"), "éfi...");
  EXPECT_EQ(normalised(R"({"type": "NFKD"})", "é\ufb01"), "e\u0301fi");
  EXPECT_EQ(normalised(R"({"type": "Lowercase"})", "ÀΣİ"), "àσi\u0307");
  EXPECT_EQ(normalised(R"({"type": "StripAccents"})", "e\u0301é"), "eé");
  EXPECT_EQ(normalised(R"({"type": "Strip", "strip_right": false})", " \u3000a "), "a ");
  EXPECT_EQ(normalised(R"({"type": "Strip"})", "\n "), "");
  EXPECT_EQ(normalised(R"({"type": "Prepend", "prepend": "▁"})", "a"), "▁a");
  EXPECT_EQ(normalised(R"({"type": "Prepend", "prepend": "▁"})", ""), "");
  EXPECT_EQ(normalised(R"({"type": "ByteLevel"})", " é"), "ĠÃ©");
}

TEST(Normalizer, ReplacesTextsAndPatterns) {
  EXPECT_EQ(
      normalised(R"({"type": "Replace", "pattern": {"String": "a."}, "content": ""})", "a.ab"),
      "ab");
  EXPECT_EQ(normalised(R"({"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": "_"})",
                       "a  b   c d"),
            "a_b_c d");
  EXPECT_EQ(normalised(R"({"type": "Sequence", "normalizers": [{"type": "Lowercase"},
                {"type": "Replace", "pattern": {"String": "a"}, "content": "b"}]})",
                       "Aa"),
            "bb");
}

// Rules that double a text, thirty times over, must not take all memory.
TEST(Normalizer, DoesNotGrowWithoutEnd) {
  json steps = json::array();
  for (int i = 0; i < 40; ++i)
    steps.push_back({{"type", "Replace"}, {"pattern", {{"String", "a"}}}, {"content", "aaaaaaaa"}});
  const json values = {{"type", "Sequence"}, {"normalizers", steps}};
  const Normalizer grow = read_normalizer(PartSettings(values, "FILE", "normalizer"));
  EXPECT_ERROR(grow("a"), ValueError, "this text becomes too long");
}

TEST(Normalizer, BertsLeavesOutWhatIsNoText) {
  const char* const part = R"({"type": "BertNormalizer", "lowercase": true})";
  EXPECT_EQ(normalised(part, "É\u0000b\u200d\t\u00a0中c\ufffd"), "e");  // a zero ends a C string
  EXPECT_EQ(normalised(part, "Éb\u200d\t\u00a0中c\ufffd"), "eb   中 c");
  EXPECT_EQ(normalised(R"({"type": "BertNormalizer", "lowercase": false})", "É"), "É");
  EXPECT_EQ(
      normalised(R"({"type": "BertNormalizer", "lowercase": true, "strip_accents": false})", "É"),
      "é");
  EXPECT_EQ(normalised(R"({"type": "BertNormalizer", "handle_chinese_chars": false,
                           "clean_text": false})",
                       "中\t"),
            "中\t");
}

TEST(Normalizer, RefusesATableOfCharactersThatIsNone) {
  const auto read = [](const char* table) {
    return normalised(
        (R"({"type": "Precompiled", "precompiled_charsmap": ")" + std::string(table) + "\"}")
            .c_str(),
        "é");
  };
  EXPECT_EQ(read(""), "é");
  EXPECT_ERROR(read("!"), FileError, "normalizer.precompiled_charsmap must be in base64");
  for (const char* table : {"AA==", "/////w==", "AwAAAAAA"})
    EXPECT_ERROR(read(table), FileError, "must be a table of characters");
  EXPECT_EQ(read("AAAAAA=="), "é");              // no nodes at all
  EXPECT_EQ(read("CAAAAP///////////w=="), "é");  // nodes that lead nowhere
}

TEST(PreTokenizer, CutsAtSpacesAndMarks) {
  EXPECT_THAT(cut(R"({"type": "WhitespaceSplit"})", " a  b.\u3000c"), ElementsAre("a", "b.", "c"));
  EXPECT_THAT(cut(R"({"type": "Whitespace"})", "it's a_b, né\u0301e!?"),
              ElementsAre("it", "'", "s", "a_b", ",", "né\u0301e", "!?"));
  EXPECT_THAT(cut(R"({"type": "BertPreTokenizer"})", "it's $5.\n"),
              ElementsAre("it", "'", "s", "$", "5", "."));
  EXPECT_THAT(cut(R"({"type": "Punctuation"})", "a--b"), ElementsAre("a", "-", "-", "b"));
  EXPECT_THAT(cut(R"({"type": "Digits", "individual_digits": true})", "a12½"),
              ElementsAre("a", "1", "2", "½"));
  EXPECT_THAT(cut(R"({"type": "Digits"})", "a12½b"), ElementsAre("a", "12½", "b"));
  EXPECT_THAT(cut(R"({"type": "CharDelimiterSplit", "delimiter": "|"})", "a||b"),
              ElementsAre("a", "b"));
}

TEST(PreTokenizer, KeepsMatchesAsItsBehaviorSays) {
  const auto split = [](const std::string& behavior, bool invert = false) {
    return cut((R"({"type": "Split", "pattern": {"String": "-"}, "behavior": ")" + behavior +
                R"(", "invert": )" + (invert ? "true" : "false") + "}")
                   .c_str(),
               "a-b--c");
  };
  EXPECT_THAT(split("Removed"), ElementsAre("a", "b", "c"));
  EXPECT_THAT(split("Isolated"), ElementsAre("a", "-", "b", "-", "-", "c"));
  EXPECT_THAT(split("MergedWithPrevious"), ElementsAre("a-", "b-", "-", "c"));
  EXPECT_THAT(split("MergedWithNext"), ElementsAre("a", "-b", "-", "-c"));
  EXPECT_THAT(split("Contiguous"), ElementsAre("a", "-", "b", "--", "c"));
  EXPECT_THAT(split("Removed", true), ElementsAre("-", "-", "-"));
}

TEST(PreTokenizer, ByteLevelWordsKeepTheirSpace) {
  EXPECT_THAT(cut(R"({"type": "ByteLevel", "add_prefix_space": false})", "I'm  né"),
              ElementsAre("I", "'m", "Ġ", "ĠnÃ©"));
  EXPECT_THAT(cut(R"({"type": "ByteLevel"})", "a b"), ElementsAre("Ġa", "Ġb"));
  EXPECT_THAT(cut(R"({"type": "ByteLevel", "use_regex": false})", "a b"), ElementsAre("ĠaĠb"));
}

TEST(PreTokenizer, MetaspaceMarksSpaces) {
  const auto meta = [](const std::string& rest, const std::string& text, bool at_start = true) {
    return cut((R"({"type": "Metaspace", "replacement": "▁")" + rest + "}").c_str(), text,
               at_start);
  };
  EXPECT_THAT(meta("", "a b"), ElementsAre("▁a", "▁b"));
  EXPECT_THAT(meta("", " a"), ElementsAre("▁a"));
  EXPECT_THAT(meta(R"(, "split": false)", "a b"), ElementsAre("▁a▁b"));
  EXPECT_THAT(meta(R"(, "prepend_scheme": "never")", "a b"), ElementsAre("a", "▁b"));
  EXPECT_THAT(meta(R"(, "add_prefix_space": false)", "a b"), ElementsAre("a", "▁b"));
  EXPECT_THAT(meta(R"(, "prepend_scheme": "first")", "a"), ElementsAre("▁a"));
  EXPECT_THAT(meta(R"(, "prepend_scheme": "first")", "a", false), ElementsAre("a"));
}

TEST(PreTokenizer, OneStepFollowsTheOther) {
  EXPECT_THAT(cut(R"({"type": "Sequence", "pretokenizers": [{"type": "WhitespaceSplit"},
                    {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "first"}]})",
                  "a b"),
              ElementsAre("▁a", "b"));
}

// A pattern that would try 2^50 ways is stopped.
TEST(PreTokenizer, EndsForEveryPattern) {
  EXPECT_ERROR(cut(R"({"type": "Split", "pattern": {"Regex": "(a|aa)+$"}, "behavior": "Isolated"})",
                   std::string(100, 'a') + "b"),
               ValueError, "takes more steps");
  EXPECT_THAT(cut(R"({"type": "Split", "pattern": {"Regex": "x*"}, "behavior": "Removed"})", "axé"),
              ElementsAre("a", "é"));  // it matches nothing, too
}

TEST(TokenDecoder, SpellsTokens) {
  EXPECT_EQ(decoded(R"({"type": "ByteLevel"})", {"Ġthe", "ĠÃ©t", "æĸĩ", "<|end of text|>"}),
            " the ét文<|end of text|>");
  EXPECT_EQ(decoded(R"({"type": "WordPiece", "cleanup": true})", {"it", "'", "##s", ".", "##"}),
            "it 's.");
  EXPECT_EQ(decoded(R"({"type": "WordPiece", "cleanup": false})", {"##it", "."}), "##it .");
  EXPECT_EQ(decoded(R"({"type": "Metaspace", "replacement": "▁"})", {"▁a", "▁b"}), "a b");
  EXPECT_EQ(decoded(R"({"type": "Metaspace", "replacement": "▁", "prepend_scheme": "never"})",
                    {"▁a", "▁b"}),
            " a b");
  EXPECT_EQ(decoded(R"({"type": "Sequence", "decoders": [{"type": "Replace",
                "pattern": {"String": "▁"}, "content": " "}, {"type": "ByteFallback"},
                {"type": "Fuse"}, {"type": "Strip", "content": " ", "start": 1, "stop": 0}]})",
                    {"▁a", "▁b", "<0xE6>", "<0x96>", "<0x87>", "<0xZZ>"}),
            "a b文<0xZZ>");
  EXPECT_EQ(decoded(R"({"type": "Strip", "content": "-", "start": 1, "stop": 2})", {"--a---", "-"}),
            "-a-");
  EXPECT_EQ(decoded(R"({"type": "Fuse"})", {"a", " ", "b"}), "a b");
  EXPECT_EQ(TokenDecoder()("a", true) + TokenDecoder()("b", false), "a b");
}

TEST(SpecialFrame, StandsAroundTheText) {
  const SpecialFrame roberta =
      frame(R"({"type": "RobertaProcessing", "sep": ["</s>", 2], "cls": ["<s>", 0]})");
  EXPECT_THAT(roberta.before, ElementsAre(0));
  EXPECT_THAT(roberta.after, ElementsAre(2));
  const SpecialFrame both = frame(R"({"type": "Sequence", "processors": [
      {"type": "ByteLevel", "trim_offsets": false},
      {"type": "TemplateProcessing", "pair": [],
       "single": [{"SpecialToken": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "A"}},
                  {"SpecialToken": {"id": "B", "type_id": 0}}],
       "special_tokens": {"A": {"id": "A", "ids": [7, 8], "tokens": ["A", "a"]},
                          "B": {"id": "B", "ids": [9], "tokens": ["B"]}}}]})");
  EXPECT_THAT(both.before, ElementsAre(7, 8));
  EXPECT_THAT(both.after, ElementsAre(9));
  EXPECT_ERROR(frame(R"({"type": "TemplateProcessing", "single": []})"), FileError,
               "post_processor.single must have the text in it");
  EXPECT_ERROR(frame(R"({"type": "BertProcessing", "sep": 3})"), FileError,
               "post_processor.cls is missing");
}

AddedToken added(const std::string& content, std::int64_t id) {
  AddedToken token;
  token.content = content;
  token.id = id;
  return token;
}

// The parts of a text, with the id of those that are tokens.
Words found(const std::vector<AddedToken>& tokens, const std::string& text) {
  Words parts;
  for (const AddedSpan& span : AddedTokens(tokens).spans(text))
    parts.push_back((span.id ? std::to_string(*span.id) + ":" : "") +
                    text.substr(span.begin, span.end - span.begin));
  return parts;
}

TEST(AddedTokens, TheLongestIsFoundFirst) {
  EXPECT_THAT(found({added("<s>", 1), added("<s>>", 2)}, "a<s>><s>b"),
              ElementsAre("a", "2:<s>>", "1:<s>", "b"));
  EXPECT_THAT(found({added("aa", 1)}, "aaa"), ElementsAre("1:aa", "a"));
  EXPECT_THAT(found({}, "a"), ElementsAre("a"));
  EXPECT_THAT(found({added("", 1), added("ab", 2), added("ab", 3)}, "ab"), ElementsAre("3:ab"));
  EXPECT_TRUE(found({added("a", 1)}, "").empty());
}

TEST(AddedTokens, TakeTheSpaceAroundThemAlong) {
  AddedToken mask = added("<m>", 1);
  mask.lstrip = true;
  EXPECT_THAT(found({mask}, "a \t<m> b"), ElementsAre("a", "1: \t<m>", " b"));
  mask.rstrip = true;
  EXPECT_THAT(found({mask}, "<m> <m>\u3000b"), ElementsAre("1:<m> ", "1:<m>\u3000", "b"));
}

TEST(AddedTokens, SomeAreWordsOfTheirOwn) {
  AddedToken cat = added("cat", 1);
  cat.single_word = true;
  EXPECT_THAT(found({cat}, "cat, cats écat cat"), ElementsAre("1:cat", ", cats écat ", "1:cat"));
}

TEST(PartSettings, NamesWhatItDoesNotKnow) {
  EXPECT_ERROR(normalised(R"({"type": "Rot13"})", ""), FileError,
               "[load_tokenizer] FILE: normalizer.type = \"Rot13\" is not supported");
  EXPECT_ERROR(normalised(R"({"type": "NFC", "twice": true})", ""), FileError,
               "normalizer.twice = true is not supported");
  EXPECT_EQ(normalised(R"({"type": "NFC", "twice": null})", "a"), "a");
  EXPECT_ERROR(cut(R"({"type": "Sequence", "pretokenizers": [{"type": "UnicodeScripts"}]})", ""),
               FileError, "pre_tokenizer.pretokenizers[0].type = \"UnicodeScripts\" is not");
  EXPECT_ERROR(cut(R"({"type": "Split", "behavior": "Isolated"})", ""), FileError,
               "pre_tokenizer.pattern is missing");
  EXPECT_ERROR(cut(R"({"type": "Split", "pattern": {"Regex": "("}, "behavior": "Isolated"})", ""),
               FileError, "pre_tokenizer.pattern must be a regular expression: \"(\" at byte 2");
  EXPECT_ERROR(cut(R"({"type": "Split", "pattern": {"String": ""}, "behavior": "Isolated"})", ""),
               FileError, "pre_tokenizer.pattern must not be empty");
  EXPECT_ERROR(cut(R"({"type": "Digits", "individual_digits": 1})", ""), FileError,
               "pre_tokenizer.individual_digits must be true or false, is 1");
  EXPECT_ERROR(cut(R"({"type": "Metaspace", "replacement": "ab"})", ""), FileError,
               "pre_tokenizer.replacement = \"ab\" is not supported");
  EXPECT_ERROR(decoded(R"({"type": "CTC"})", {}), FileError, "decoder.type = \"CTC\" is not");
  EXPECT_ERROR(decoded(R"({"type": 7})", {}), FileError, "decoder.type must be a text, is 7");
}

}  // namespace
}  // namespace horloge
