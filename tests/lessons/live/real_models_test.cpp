// What lesson 14's page asks of a model.

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <numeric>

#include "asked.h"
#include "horloge/models/likelihood.h"
#include "horloge/models/models.h"
#include "horloge/models/save_pretrained.h"
#include "horloge/nn/position/alibi.h"
#include "horloge/nn/position/none.h"
#include "horloge/text/tokenizers/pretrained_tokenizer.h"

namespace {

using live::Json;

const std::string verse = "And the king said unto his servants";

std::filesystem::path small_folder() {
  return std::filesystem::path(HORLOGE_DATA_DIR) / "models" / "king_james";
}

Json read(const std::string& text, const Json& schemes) {
  return asked("model.read", {{"folder", "king_james"}, {"text", text}, {"schemes", schemes}});
}

Json writing(double temperature) {
  return {{"folder", "king_james"},     {"text", verse}, {"scheme", "own"},
          {"temperature", temperature}, {"seed", 7},     {"many", 40}};
}

TEST(RealModelsLive, SaysWhatAModelIs) {
  const Json about = asked("model.open", {{"folder", "king_james"}});
  EXPECT_EQ(about["architecture"], "LLaMA");
  EXPECT_EQ(about["use"], "next");
  EXPECT_EQ(about["layers"], 2);
  EXPECT_EQ(about["most"], 128);
  EXPECT_EQ(about["mask"], Json());
  EXPECT_EQ(about["summary"][2], Json({{"name", "parameters"}, {"text", "98,560"}}));
}

TEST(RealModelsLive, LikelihoodIsTheLibrarys) {
  const Json rows = read(verse, {"own", "none", "alibi"})["rows"];
  const auto model = horloge::load_pretrained(small_folder());
  const auto ids = horloge::load_tokenizer(small_folder())->encode(verse);
  const horloge::NoPositions none;
  const horloge::AlibiPositions alibi(4);
  const horloge::PositionScheme* const schemes[] = {nullptr, &none, &alibi};
  for (std::size_t i = 0; i < 3; ++i) {
    const auto options = horloge::LikelihoodOptions().with_positions(schemes[i]);
    EXPECT_NEAR(rows[i]["nats"], horloge::likelihood(*model, ids, options).mean_nll(), 1e-5);
    ASSERT_EQ(rows[i]["each"].size(), verse.size());
    EXPECT_EQ(rows[i]["each"][0], Json());
    double sum = 0;
    for (std::size_t t = 1; t < verse.size(); ++t) sum += rows[i]["each"][t].get<double>();
    EXPECT_NEAR(sum / double(verse.size() - 1), rows[i]["nats"], 1e-6);
  }
}

TEST(RealModelsLive, OnlyOffsetsCountAndClocksDo) {
  const Json rows =
      read(verse, {"own", "further", "backwards", "neighbours", "stopped 0", "stopped 7"})["rows"];
  const double own = rows[0]["nats"];
  EXPECT_NEAR(rows[1]["nats"], own, 1e-3);
  EXPECT_GT(rows[2]["nats"], own + 1);
  EXPECT_GT(rows[3]["nats"], own + 1);
  EXPECT_GT(rows[4]["nats"], own + 0.3);
  EXPECT_NEAR(rows[5]["nats"], own, 0.01);
}

TEST(RealModelsLive, AttentionOfAHead) {
  Json with = {
      {"folder", "king_james"}, {"text", verse}, {"scheme", "own"}, {"layer", 0}, {"head", 2}};
  const Json answer = asked("model.attention", with);
  ASSERT_EQ(answer["map"].size(), verse.size());
  EXPECT_EQ(answer["pieces"][3], "_");
  double before = 0;
  for (std::size_t t = 0; t < verse.size(); ++t) {
    const std::vector<double> row = answer["map"][t];
    EXPECT_NEAR(std::accumulate(row.begin(), row.end(), 0.0), 1, 1e-5);
    if (t > 0) before += row[t - 1];
  }
  EXPECT_NEAR(answer["back"][0][2], before / double(verse.size() - 1), 1e-5);
  EXPECT_GT(answer["back"][0][2], 0.5);  // the head that looks one back
  with["scheme"] = "stopped 0";
  EXPECT_LT(asked("model.attention", with)["back"][0][2].get<double>(), answer["back"][0][2]);
}

TEST(RealModelsLive, WritesAsGenerateDoes) {
  const auto model = horloge::load_pretrained(small_folder());
  const auto tokenizer = horloge::load_tokenizer(small_folder());
  for (const double temperature : {0.0, 0.8}) {
    const Json run = asked("model.write.start", writing(temperature))["run"];
    EXPECT_EQ(asked("model.write.steps", {{"run", run}, {"steps", 3}})["done"], 3);
    const Json last = asked("model.write.steps", {{"run", run}, {"steps", 1000}});
    EXPECT_EQ(last["done"], 40);
    auto ids = tokenizer->encode(verse);
    ids.reshape({std::size_t{1}, ids.size()});
    const auto options =
        horloge::GenerateOptions().with_max_new_tokens(40).with_seed(7).with_sampling(
            horloge::SamplingOptions().with_temperature(temperature));
    EXPECT_EQ(verse + last["text"].get<std::string>(),
              tokenizer->decode(model->generate(ids, options)));
    asked("model.write.stop", {{"run", run}});
    EXPECT_NE(refused("model.write.steps", {{"run", run}, {"steps", 1}}), "");
  }
}

TEST(RealModelsLive, PredictsTheNextPiece) {
  const Json answer = asked("model.predictions",
                            {{"folder", "king_james"}, {"text", "And God sai"}, {"scheme", "own"}});
  EXPECT_EQ(answer["place"], 10);
  EXPECT_EQ(answer["best"][0]["piece"], "d");
  EXPECT_GT(answer["best"][0]["share"], 0.9);
}

// A model of three words in a folder of its own, its weights drawn.
class OwnModel : public testing::Test {
 protected:
  OwnModel() {
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ / "vocab.txt") << "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\ndog\nbites\nman\n";
    make(bert("BertModel"));
  }
  void make(const Json& config) {
    horloge::Rng rng(1);
    const auto parsed = horloge::Config::parse(config.dump());
    horloge::save_pretrained(*horloge::make_model(parsed, rng), folder_);
  }
  static Json bert(const std::string& architecture) {
    return {{"model_type", "bert"},    {"architectures", {architecture}},
            {"vocab_size", 8},         {"hidden_size", 8},
            {"num_hidden_layers", 1},  {"num_attention_heads", 2},
            {"intermediate_size", 16}, {"max_position_embeddings", 6},
            {"type_vocab_size", 2},    {"initializer_range", 0.5}};
  }
  ~OwnModel() override { std::filesystem::remove_all(folder_); }

  Json with(const std::string& text, const std::string& other) const {
    return {{"folder", folder_.string()}, {"text", text}, {"other", other}};
  }

  // What was opened is kept by its folder, so each test has another one.
  const std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) /
      (std::string("horloge_") + testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(OwnModel, WithoutPositionsTheOrderIsNothing) {
  EXPECT_EQ(asked("model.open", with("", ""))["use"], "vectors");
  const Json two = asked("model.vectors", with("dog bites man", "man bites dog"));
  EXPECT_NEAR(two["without"], 1, 1e-5);
  EXPECT_LT(two["with"], 0.99999);
  EXPECT_EQ(two["pieces"], Json({"[CLS]", " man", " bites", " dog", "[SEP]"}));
}

TEST_F(OwnModel, FillsInAMask) {
  make(bert("BertForMaskedLM"));
  const Json about = asked("model.open", with("", ""));
  EXPECT_EQ(about["use"], "masked");
  EXPECT_EQ(about["mask"], "[MASK]");
  Json given = with("dog [MASK] man", "");
  given["scheme"] = "own";
  const Json own = asked("model.predictions", given);
  EXPECT_EQ(own["place"], 2);
  EXPECT_EQ(own["pieces"][2], "[MASK]");
  double all = 0;
  for (const Json& one : own["best"]) all += one["share"].get<double>();
  EXPECT_NEAR(all, 1, 1e-5);  // of all eight
  given["scheme"] = "none";
  const double share = asked("model.predictions", given)["best"][0]["share"];
  given["text"] = "man [MASK] dog";
  EXPECT_NEAR(asked("model.predictions", given)["best"][0]["share"], share, 1e-5);
}

TEST_F(OwnModel, WritesAboutAText) {
  make({{"model_type", "t5"},
        {"architectures", {"T5ForConditionalGeneration"}},
        {"vocab_size", 8},
        {"d_model", 8},
        {"d_kv", 4},
        {"d_ff", 16},
        {"num_layers", 1},
        {"num_heads", 2},
        {"decoder_start_token_id", 0},
        {"pad_token_id", 0},
        {"eos_token_id", 1},
        {"relative_attention_num_buckets", 4}});
  EXPECT_EQ(asked("model.open", with("", ""))["use"], "about");
  Json given = with("dog bites man", "");
  given.update({{"scheme", "own"}, {"temperature", 1}, {"seed", 1}, {"many", 5}});
  const Json run = asked("model.write.start", given)["run"];
  const Json answer = asked("model.write.steps", {{"run", run}, {"steps", 1}});
  EXPECT_EQ(answer["done"], 5);  // all at once
  const auto model = horloge::load_pretrained(folder_);
  const auto tokenizer = horloge::load_tokenizer(folder_);
  auto ids = tokenizer->encode("dog bites man");
  ids.reshape({std::size_t{1}, ids.size()});
  const auto all = model->generate(
      ids, horloge::GenerateOptions().with_max_new_tokens(5).with_seed(1).with_sampling(
               horloge::SamplingOptions()));
  std::string text;
  for (std::size_t t = 1; t < all.size(); ++t)
    if (all(0, t) != 1) text += tokenizer->bytes(all(0, t));
  EXPECT_EQ(answer["text"], text);
}

TEST_F(OwnModel, SaysWhatItCannotDo) {
  EXPECT_EQ(refused("model.vectors", with("dog bites man", "dog bites man dog man")),
            "the text has 7 pieces, and this model reads 6 of them here");
  EXPECT_EQ(refused("model.vectors", with(" ", "dog")), "the text has no word in it");
  Json read = with("dog bites man", "");
  read["schemes"] = {"own"};
  EXPECT_EQ(refused("model.read", read), "BERT does not say how a text goes on");
  EXPECT_EQ(refused("model.read", {{"folder", "king_james"}, {"text", "And"}, {"schemes", 1}}),
            "schemes must be a list of names");
  EXPECT_EQ(refused("model.open", {{"folder", "none"}}), "no model has been loaded yet");
  std::filesystem::remove(folder_ / "model.safetensors");
  const std::string sentence = refused("model.open", with("", ""));
  EXPECT_THAT(sentence, testing::HasSubstr("model.safetensors"));
  EXPECT_THAT(sentence, testing::Not(testing::HasSubstr(folder_.string())));
}

}  // namespace
