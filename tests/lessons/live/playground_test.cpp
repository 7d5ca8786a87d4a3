// What the playground asks.

#include <gmock/gmock.h>

#include "asked.h"

namespace {

using live::Json;
using testing::HasSubstr;

Json play(const std::string& task, const std::string& scheme, Json changes = Json::object()) {
  Json with = {{"task", task}, {"scheme", scheme}, {"causal", true}, {"length", 16}, {"width", 16},
               {"layers", 2},  {"heads", 2},       {"lr", 0.005},    {"updates", 6}, {"seed", 1}};
  with.update(changes);
  return with;
}

Json begun(const Json& with) { return asked("playground.start", with)["run"]; }

Json play_steps(const Json& run, std::size_t steps) {
  return asked("playground.steps", {{"run", run}, {"steps", steps}, {"test", true}});
}

TEST(Playground, EverySchemeTrainsInEveryTask) {
  const Json choices = asked("playground.choices", Json::object());
  ASSERT_EQ(choices["tasks"].size(), 3U);
  for (const Json& task : choices["tasks"])
    for (const Json& scheme : choices["schemes"]) {
      const Json run = begun(play(task, scheme));
      const Json answer = play_steps(run, 2);
      EXPECT_EQ(answer["losses"].size(), 2U) << task << scheme;
      EXPECT_EQ(answer["done"], 2) << task << scheme;
      asked("playground.stop", {{"run", run}});
    }
}

TEST(Playground, SlicesGiveTheSameNumbers) {
  for (const std::string task : {"three_back", "copy", "order"}) {
    const Json whole = play_steps(begun(play(task, "t5")), 6)["losses"];
    const Json run = begun(play(task, "t5"));
    Json parts = Json::array();
    for (const std::size_t steps : {1, 3, 2}) {
      const Json some = play_steps(run, steps)["losses"];
      parts.insert(parts.end(), some.begin(), some.end());
    }
    EXPECT_EQ(parts, whole) << task;
    EXPECT_THAT(refused("playground.steps", {{"run", run}, {"steps", 1}, {"test", false}}),
                HasSubstr("over"));
  }
}

TEST(Playground, ALearnedTableEndsAndRotaryReadsOn) {
  const Json learned = begun(play("three_back", "learned"));
  EXPECT_TRUE(asked("playground.right", {{"run", learned}, {"times", 1}}).contains("accuracy"));
  const Json ended = asked("playground.right", {{"run", learned}, {"times", 2}});
  EXPECT_EQ(ended["length"], 32);
  EXPECT_THAT(ended["ends"].get<std::string>(), HasSubstr("16"));
  const Json rotary = begun(play("three_back", "rotary"));
  EXPECT_TRUE(asked("playground.right", {{"run", rotary}, {"times", 4}}).contains("accuracy"));
}

TEST(Playground, ShowsWhatEachHeadLooksAt) {
  const Json run = begun(play("three_back", "alibi"));
  const Json seen = asked("playground.look", {{"run", run}, {"example", 3}});
  ASSERT_EQ(seen["weights"].size(), 2U);         // layers
  ASSERT_EQ(seen["weights"][1].size(), 2U);      // heads
  ASSERT_EQ(seen["weights"][1][0].size(), 16U);  // words
  EXPECT_EQ(seen["weights"][0][1][0][1], 0);     // none ahead
  EXPECT_EQ(seen["right"][2], "");
  EXPECT_EQ(seen["right"][3], seen["words"][0]);
  double sum = 0;
  for (const Json& weight : seen["weights"][0][1][7]) sum += weight.get<double>();
  EXPECT_NEAR(sum, 1, 1e-5);
}

TEST(Playground, ShowsEveryNumberOfTheModel) {
  const Json about = asked("playground.start", play("copy", "learned", {{"length", 4}}));
  std::size_t numbers = 0;
  for (const Json& one : about["tables"]) {
    const Json table = asked("playground.table", {{"run", about["run"]}, {"name", one["name"]}});
    for (const Json& row : table["values"]) numbers += row.size();
  }
  EXPECT_EQ(numbers, about["parameters"].get<std::size_t>());
}

// Rotary positions learn the task, and without positions and mask nothing does.
TEST(Playground, ThreeBackIsLearnedWithPositionsOnly) {
  const Json change = {{"causal", false}, {"updates", 300}, {"width", 32}, {"lr", 0.01}};
  EXPECT_GT(play_steps(begun(play("three_back", "rotary", change)), 300)["accuracy"], 0.9);
  EXPECT_LT(play_steps(begun(play("three_back", "none", change)), 300)["accuracy"], 0.4);
}

TEST(Playground, SettingsThatDoNotFitAreSentences) {
  EXPECT_THAT(refused("playground.start", play("copy", "none", {{"causal", false}})),
              HasSubstr("causal mask"));
  EXPECT_THAT(refused("playground.start", play("order", "none", {{"length", 8}})),
              HasSubstr("16 words"));
  EXPECT_THAT(refused("playground.start", play("order", "none", {{"width", 9}})),
              HasSubstr("heads"));
  EXPECT_THAT(
      refused("playground.start", play("order", "sinusoidal", {{"width", 9}, {"heads", 3}})),
      HasSubstr("even"));
  const Json wide = begun(play("three_back", "none", {{"width", 128}}));
  EXPECT_THAT(refused("playground.table",
                      {{"run", wide}, {"name", "encoder.layers.0.self_attn.in_proj_weight"}}),
              HasSubstr("too many"));
}

}  // namespace
