// What lesson 1's page asks. The lesson's own training is compiled in: no header has its model.

#include <gmock/gmock.h>

#include "01_order_matters/module_style.cpp"
#include "asked.h"

namespace {

using live::Json;
using testing::HasSubstr;

Json cat_and_mouse(const std::string& layer, bool positions) {
  return {{"one", "le chat mange la souris"},
          {"other", "La souris mange le chat"},
          {"layer", layer},
          {"positions", positions}};
}

Json setting(const std::string& scheme, std::uint64_t seed) {
  return {{"language", "fr"}, {"scheme", scheme}, {"width", 32},
          {"heads", 4},       {"lr", 0.012},      {"seed", seed}};
}

Json some_steps(const Json& run, std::size_t steps, bool test = false) {
  return asked("who_does_it.steps", {{"run", run}, {"steps", steps}, {"test", test}});
}

TEST(CompareSentences, SaysWhatTheLessonPrints) {
  const Json without = asked("order.compare", cat_and_mouse("attention", false));
  EXPECT_TRUE(without["same_words"]);
  EXPECT_LT(without["bag_difference"], 1e-5);
  EXPECT_LT(without["word_by_word"], 1e-5);
  EXPECT_GT(without["place_by_place"], 0.1);
  const Json with = asked("order.compare", cat_and_mouse("attention", true));
  EXPECT_GT(with["word_by_word"], 0.1);
}

TEST(CompareSentences, DrawsTheLessonsWeights) {
  const Json answer = asked("order.compare", cat_and_mouse("attention", false));
  const Json& map = answer["sentences"][0]["map"];
  EXPECT_EQ(map["row_names"], Json({"le", "chat", "mange", "la", "souris"}));
  for (const Json& row : map["values"]) {
    double sum = 0;
    for (const Json& weight : row) sum += weight.get<double>();
    EXPECT_NEAR(sum, 1, 1e-5);
  }
  // chat looks at souris as much in both.
  const Json& other = answer["sentences"][1]["map"];
  EXPECT_NEAR(map["values"][1][4], other["values"][4][1], 1e-6);
}

TEST(CompareSentences, ACausalMaskTellsThemApart) {
  EXPECT_GT(asked("order.compare", cat_and_mouse("causal", false))["word_by_word"], 0.1);
  EXPECT_GT(asked("order.compare", cat_and_mouse("recurrent", false))["word_by_word"], 0.1);
  EXPECT_GT(asked("order.compare", cat_and_mouse("convolution", false))["word_by_word"], 0.1);
}

TEST(CompareSentences, AWordOfNoLessonAlwaysHasTheSameRow) {
  Json with = cat_and_mouse("attention", false);
  with["one"] = "a dog barks";
  with["other"] = "barks a dog";
  const Json answer = asked("order.compare", with);
  EXPECT_LT(answer["bag_difference"], 1e-5);
  EXPECT_EQ(answer["words"][0]["places"], Json({2, 0}));
}

TEST(CompareSentences, OtherWordsAreNotMatched) {
  Json with = cat_and_mouse("attention", false);
  with["other"] = "le chat mange";
  const Json answer = asked("order.compare", with);
  EXPECT_FALSE(answer["same_words"]);
  EXPECT_FALSE(answer.contains("word_by_word"));
}

TEST(CompareSentences, SaysWhatDoesNotFit) {
  Json with = cat_and_mouse("attention", false);
  with["other"] = "  ";
  EXPECT_THAT(refused("order.compare", with), HasSubstr("empty"));
  with["other"] = "a a a a a a a a a a a a a a a a a";
  EXPECT_EQ(refused("order.compare", with),
            "a sentence has at most 16 words here, and this one 17");
}

// Bit for bit: the same loop, whatever the slices.
TEST(WhoDoesItLive, IsTheLessonsTraining) {
  for (const std::string scheme : {"sinusoidal", "learned"}) {
    const Corpus& corpus = read_corpus("fr");
    const Split data = split_pairs(corpus, Rng(3));
    const WhoDoesIt lesson = train(data, corpus.vocab_size, scheme, Rng(3));

    const Json run = asked("who_does_it.start", setting(scheme, 3))["run"];
    Json last;
    for (std::size_t slice = 1; last.is_null() || last["done"] < last["steps"]; ++slice)
      last = some_steps(run, slice, slice % 4 == 0);
    last = asked("who_does_it.steps", {{"run", run}, {"steps", 1}, {"test", false}});
    EXPECT_TRUE(last.is_null());  // all are done

    const Array scores = lesson(make_batch({data.test[0]})).array();
    const Json answer = asked("who_does_it.ask", {{"run", run}, {"sentence", data.test[0].text}});
    for (std::size_t c = 0; c < 2; ++c)
      EXPECT_EQ(answer["beings"][c]["score"].get<float>(), scores(0, c)) << scheme;
  }
}

TEST(WhoDoesItLive, TwoTrainingsDoNotDisturbEachOther) {
  const Json alone = asked("who_does_it.start", setting("rotary", 1))["run"];
  const Json expected = some_steps(alone, 6)["losses"];
  const Json one = asked("who_does_it.start", setting("rotary", 1))["run"];
  const Json other = asked("who_does_it.start", setting("alibi", 2))["run"];
  Json losses = Json::array();
  for (int i = 0; i < 3; ++i) {
    const Json some = some_steps(one, 2)["losses"];
    losses.insert(losses.end(), some.begin(), some.end());
    some_steps(other, 1);
  }
  EXPECT_EQ(losses, expected);
}

TEST(WhoDoesItLive, EverySchemeTrains) {
  const Json schemes = asked("who_does_it.choices", Json::object())["schemes"];
  ASSERT_EQ(schemes.size(), 14U);
  for (const Json& scheme : schemes) {
    const Json run = asked("who_does_it.start", setting(scheme, 1))["run"];
    EXPECT_EQ(some_steps(run, 2)["losses"].size(), 2U) << scheme;
  }
}

TEST(WhoDoesItLive, AStoppedTrainingIsGone) {
  const Json run = asked("who_does_it.start", setting("none", 1))["run"];
  asked("who_does_it.stop", {{"run", run}});
  EXPECT_EQ(refused("who_does_it.steps", {{"run", run}, {"steps", 1}, {"test", false}}),
            "this training has ended: start it again");
}

TEST(WhoDoesItLive, SettingsThatDoNotFitAreSentences) {
  Json with = setting("none", 1);
  with["heads"] = 5;
  EXPECT_EQ(refused("who_does_it.start", with),
            "a width of 32 cannot be shared equally by 5 heads");
  with = setting("sinus", 1);
  EXPECT_THAT(refused("who_does_it.start", with), HasSubstr("scheme must be one of none"));
  with = setting("none", 1);
  with["lr"] = 0;
  EXPECT_THAT(refused("who_does_it.start", with), HasSubstr("lr must be a number from"));
}

TEST(WhoDoesItLive, AsksAboutOnesOwnSentence) {
  const Json run = asked("who_does_it.start", setting("none", 1))["run"];
  const auto ask = [&](const char* sentence) { return Json{{"run", run}, {"sentence", sentence}}; };
  const Json cat = asked("who_does_it.ask", ask("le chat mange la souris"));
  EXPECT_EQ(cat["beings"][0]["name"], "chat");
  EXPECT_EQ(cat["beings"][1]["first"], 4);
  EXPECT_NEAR(cat["beings"][0]["share"].get<double>() + cat["beings"][1]["share"].get<double>(), 1,
              1e-9);
  // Without positions it cannot tell them apart.
  const Json mouse = asked("who_does_it.ask", ask("la souris mange le chat"));
  EXPECT_NEAR(cat["beings"][0]["score"], mouse["beings"][0]["score"], 1e-5);
  EXPECT_EQ(refused("who_does_it.ask", ask("le chat mange la fusée")),
            "\"fusée\" is not among the words that the model has read");
  EXPECT_EQ(refused("who_does_it.ask", ask("le chat mange")),
            "it takes two beings, and in this sentence I find chat");
  EXPECT_EQ(refused("who_does_it.ask", ask("mange la")),
            "it takes two beings, and there is none in this sentence");
}

}  // namespace
