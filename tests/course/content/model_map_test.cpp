// Which parts of a model a step is about.

#include "course/content/model_map.h"
#include "support/matchers.h"

#include <stdexcept>

namespace content {
namespace {

using testing::ThrowsMessage;

const std::string text =
    "# A comment.\n\npart ids: token ids\npart qkv: q, k, v\nblock qkv qkv\n\n"
    "lesson 01_order\nWords: ids\nWho: does it?: ids qkv\nThe model: all\n";

TEST(ModelMap, AStepHasTheNewestParts) {
  const ModelMap map = read_model_map(text);
  ASSERT_EQ(map.parts.size(), 2U);
  EXPECT_EQ(map.parts[1].name, "qkv");
  EXPECT_EQ(map.parts[1].words, "q, k, v");
  EXPECT_FALSE(map.parts[0].in_block);
  EXPECT_TRUE(map.parts[1].in_block);
  EXPECT_THAT(map.lit("01_order", {"Words", "More", "Who: does it?", "The model", "Recap"}),
              ElementsAre(ElementsAre("ids"), ElementsAre("ids"), ElementsAre("ids", "qkv"),
                          ElementsAre("ids", "qkv"), ElementsAre("ids", "qkv")));
}

TEST(ModelMap, SaysWhichStepIsNotThere) {
  const ModelMap map = read_model_map(text);
  const auto lit = [&](const char* topic, std::vector<std::string> titles) {
    return [&map, topic, titles] { map.lit(topic, titles); };
  };
  EXPECT_THAT(lit("02_other", {"Words"}),
              ThrowsMessage<std::runtime_error>(HasSubstr("no lesson 02_other")));
  EXPECT_THAT(lit("01_order", {"Verbs", "Words"}),
              ThrowsMessage<std::runtime_error>(HasSubstr("begins with 'Verbs'")));
  EXPECT_THAT(lit("01_order", {"Words", "The model"}),
              ThrowsMessage<std::runtime_error>(HasSubstr("no step 'Who: does it?'")));
}

TEST(ModelMap, SaysWhichLineIsWrong) {
  const auto read = [](const std::string& more) { return [more] { read_model_map(text + more); }; };
  EXPECT_THAT(read("Recap: mlp\n"), ThrowsMessage<std::runtime_error>(HasSubstr("no part 'mlp'")));
  EXPECT_THAT(read("Recap\n"), ThrowsMessage<std::runtime_error>(HasSubstr("no parts: Recap")));
  EXPECT_THAT([] { read_model_map("Words: all\n"); },
              ThrowsMessage<std::runtime_error>(HasSubstr("no lesson is named above")));
}

TEST(ModelMap, ABlockIsFromAPartToALaterOne) {
  const auto read = [](const std::string& block) {
    return [block] { read_model_map("part a: A\npart b: B\npart c: C\n" + block); };
  };
  EXPECT_NO_THROW(read("block a c\n")());
  EXPECT_THAT(read("block a d\n"), ThrowsMessage<std::runtime_error>(HasSubstr("no part 'd'")));
  EXPECT_THAT(read("block a\n"),
              ThrowsMessage<std::runtime_error>(HasSubstr("a first and a last part: a")));
  EXPECT_THAT(read("block c a\n"),
              ThrowsMessage<std::runtime_error>(HasSubstr("ends before it begins: c a")));
  EXPECT_THAT(read(""), ThrowsMessage<std::runtime_error>(HasSubstr("no block is named")));
}

}  // namespace
}  // namespace content
