// What ./learn model shows of a published model, and how it refuses.

#include "course/models/model.h"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

#include "../runner/said.h"
#include "../runner/scratch.h"
#include "course/runner/process.h"
#include "horloge/io/safetensors.h"
#include "horloge/nn/position/names.h"
#include "support/matchers.h"

namespace models {
namespace {

using namespace runner;

namespace fs = std::filesystem;
fs::path small_model(const std::string& name) {
  return fs::path(HORLOGE_DATA_DIR) / "golden/models" / name;
}

class ModelTest : public testing::Test {
 protected:
  ModelOptions options(const std::string& name, const std::string& ids = "") const {
    ModelOptions wanted;
    wanted.folder = small_model(name);
    if (!ids.empty()) wanted.ids = ids;
    return wanted;
  }
  std::string shown(const ModelOptions& wanted, std::size_t width = 80) const {
    return said_by([&] { show_model(scratch.session(width), wanted); });
  }
  // A model of the repository with another config.
  fs::path changed(const std::string& name, const std::string& from, const std::string& to) const {
    const fs::path folder = scratch.folder() / "changed";
    fs::create_directories(folder);
    fs::copy_file(small_model(name) / "model.safetensors", folder / "model.safetensors",
                  fs::copy_options::overwrite_existing);
    std::ofstream(folder / "config.json")
        << replaced(read_text(small_model(name) / "config.json"), from, to);
    return folder;
  }

  Scratch scratch;
};

TEST_F(ModelTest, SaysWhatTheModelIs) {
  EXPECT_EQ(shown(options("gpt2_tiny")),
            "GPT-2\n"
            "  positions   learned, added to x; 32 positions\n"
            "  parameters  29,568\n"
            "  layers      2, of width 32, with 4 heads of size 8\n"
            "  vocabulary  96 tokens\n");
  EXPECT_THAT(shown(options("llama_gqa_tiny")),
              HasSubstr("heads of size 8; 2 key and value heads\n"));
}

TEST_F(ModelTest, ShowsWhatIsLikelyToFollow) {
  ModelOptions wanted = options("bloom_tiny", "5,17,42,8");
  wanted.top = 3;
  const std::string text = shown(wanted);
  EXPECT_THAT(text, HasSubstr("\nThe next token after 5 17 42 8:\n     token  probability\n"));
  EXPECT_THAT(text, HasSubstr(" %  ##"));
  std::istringstream lines(text.substr(text.find("probability\n") + 12));
  double before = 100, sum = 0;
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    double id = 0, percent = 0;
    std::istringstream(line) >> id >> percent;
    EXPECT_LE(percent, before);
    sum += before = percent;
  }
  EXPECT_EQ(count, 3);
  EXPECT_LE(sum, 100.1);
  wanted.at = 2;
  EXPECT_THAT(shown(wanted), HasSubstr("The next token after 5 17:\n"));
}

TEST_F(ModelTest, LooksIntoTheMiddleOfAMaskedText) {
  ModelOptions wanted = options("bert_tiny", "5,17,42,8");
  wanted.at = 2;
  wanted.shuffle = true;
  const std::string text = shown(wanted);
  EXPECT_THAT(text, HasSubstr("The token at position 2 of 5 17 42 8:\n"));
  EXPECT_THAT(text, testing::ContainsRegex("in another order: [0-9]+ 17 "));  // it stays
  EXPECT_THAT(text, HasSubstr("with none\n"));
  EXPECT_THAT(text, Not(HasSubstr("causal mask")));
  EXPECT_THAT(text, HasSubstr("Nothing changed.\n\nWithout positions nothing tells the order.\n"));
}

// The model's own scheme, none behind the mask, and none without it.
TEST_F(ModelTest, ShowsWhatAnotherOrderChanges) {
  for (const char* name : {"gpt2_tiny", "llama_tiny", "bloom_tiny"}) {
    ModelOptions wanted = options(name, "5,17,42,8,9");
    wanted.shuffle = true;
    const std::string text = shown(wanted);
    const std::size_t own = text.find("with positions: "), behind = text.find("with none, behind"),
                      all = text.find("with none, and every token in sight");
    ASSERT_LT(own, behind);
    ASSERT_LT(behind, all);
    for (const std::size_t part : {own, behind})
      EXPECT_THAT(text.substr(part, text.find("\n\n", part) - part),
                  HasSubstr(" % of the probability went to other"));
    EXPECT_THAT(text.substr(all), HasSubstr("\n    Nothing changed.\n"));
    EXPECT_THAT(text, testing::ContainsRegex("in another order: [0-9 ]+ 9\n"));
    ModelOptions again = wanted;
    EXPECT_EQ(shown(again), text);
  }
}

// The one layer of this model asks the last word what it sees, and that is the same.
TEST_F(ModelTest, ASingleLayerDoesNotNoticeTheMask) {
  ModelOptions wanted = options("llama_gqa_tiny", "5,17,42,8,9");
  wanted.shuffle = true;
  const std::string text = shown(wanted), behind = text.substr(text.find("with none, behind"));
  EXPECT_THAT(behind.substr(0, behind.find("\n\n")), HasSubstr("Nothing changed."));
  EXPECT_THAT(text, HasSubstr("Without positions nothing tells the order to a single layer"));
  EXPECT_THAT(text, Not(HasSubstr("only the causal mask tells the order")));
}

// What the reference says of the same words; see data/golden/README.md.
TEST_F(ModelTest, AgreesWithTheReference) {
  const auto reference = horloge::read_safetensors(small_model("gpt2_tiny") / "io.safetensors");
  const auto ids = reference.at("in.input_ids").to_ids();
  const auto logits = reference.at("out.logits").to_array();
  const std::size_t T = ids.shape()[1], V = logits.shape()[2];
  ModelOptions wanted = options("gpt2_tiny", "");
  wanted.ids = std::to_string(ids(0, 0));
  for (std::size_t t = 1; t < T; ++t) *wanted.ids += "," + std::to_string(ids(0, t));
  wanted.top = 1;
  for (const std::size_t place : {std::size_t{1}, std::size_t{4}, T}) {
    std::size_t best = 0;
    double sum = 0;
    for (std::size_t v = 0; v < V; ++v)
      if (logits(0, place - 1, v) > logits(0, place - 1, best)) best = v;
    for (std::size_t v = 0; v < V; ++v)
      sum += std::exp(logits(0, place - 1, v) - logits(0, place - 1, best));
    wanted.at = place;
    EXPECT_THAT(shown(wanted), HasSubstr(fmt::format("\n  {:>8} {:>10.1f} %", best, 100 / sum)));
  }
}

TEST_F(ModelTest, SpellsTheWordsOfAFolderThatNamesThem) {
  ModelOptions wanted = options("gpt2_tiny", "5,17,42,8");
  wanted.folder = changed("gpt2_tiny", "gpt2", "gpt2");
  std::string names = "{\"Ġ\": 0";
  for (int id = 1; id < 96; ++id) names += fmt::format(", \"Ġw{}\": {}", id, id);
  std::ofstream(wanted.folder / "vocab.json") << names + "}";
  wanted.top = 1;
  wanted.shuffle = true;
  wanted.generate = 2;
  const std::string text = shown(wanted);
  EXPECT_THAT(text, HasSubstr("The next token after \" w5 w17 w42 w8\":\n"
                              "     token          probability\n"
                              "        39  \" w39\"       33.1 %  ##########\n"));
  EXPECT_THAT(text, HasSubstr("     token           before  shuffled\n"
                              "        39  \" w39\"   33.1 %    14.0 %\n"));
  EXPECT_THAT(text, HasSubstr("The same tokens in another order: \" w42 w5 w17 w8\"\n"));
  EXPECT_THAT(text, HasSubstr("After \" w5 w17 w42 w8\" it writes: w39 w68\n"));
  for (const std::size_t width : {60U, 40U, 30U}) {
    std::istringstream lines(shown(wanted, width));
    for (std::string line; std::getline(lines, line);) {
      EXPECT_LE(stage::display_width(line), width) << line;
      EXPECT_THAT(line, Not(HasSubstr("..")));  // numbers are never cut off
    }
  }
}

TEST_F(ModelTest, RefusesAnswersThatAreNoNumbers) {
  ModelOptions wanted = options("gpt2_tiny", "5,17,42");
  wanted.folder = changed("gpt2_tiny", "gpt2", "gpt2");
  auto weights = horloge::read_safetensors(wanted.folder / "model.safetensors");
  auto& norm = weights.tensors.at("transformer.ln_f.bias");
  horloge::Array bias = norm.to_array();
  bias(0) = std::numeric_limits<horloge::real>::quiet_NaN();
  norm = horloge::StoredTensor::from(bias);
  horloge::write_safetensors(wanted.folder / "model.safetensors", weights);
  EXPECT_THAT(shown(wanted), HasSubstr("refused: what this model computes is not a number (NaN)"));
}

// A file with a hole of half a terabyte, which takes no room on the disk.
TEST_F(ModelTest, RefusesAModelThatIsLargerThanTheMemory) {
  ModelOptions wanted = options("gpt2_tiny");
  wanted.folder = changed("gpt2_tiny", "gpt2", "gpt2");
  const std::uint64_t numbers = std::uint64_t{1} << 38U;
  const std::string header =
      fmt::format(R"({{"wte.weight":{{"dtype":"F16","shape":[{}],"data_offsets":[0,{}]}}}})",
                  numbers, 2 * numbers);
  const std::uint64_t length = header.size();
  const fs::path file = wanted.folder / "model.safetensors";
  std::ofstream(file, std::ios::binary)
      << std::string(reinterpret_cast<const char*>(&length), 8) << header;
  std::error_code refused;
  fs::resize_file(file, 8 + length + 2 * numbers, refused);
  if (refused) GTEST_SKIP() << "no file here can be so long: " << refused.message();
  EXPECT_THAT(shown(wanted), testing::ContainsRegex("^refused: its weights need 1048576 MB of "
                                                    "memory, and [0-9]+ MB are free"));
}

// What is not in the file would be made.
TEST_F(ModelTest, NeedsMemoryForWhatItSays) {
  ModelOptions wanted = options("gpt2_tiny", "5");
  wanted.folder = changed("gpt2_tiny", "\"vocab_size\": 96", "\"vocab_size\": 10000000000");
  EXPECT_THAT(shown(wanted), HasSubstr("refused: its weights need 1220703 MB of memory, and "));
  wanted.folder = changed("gpt2_tiny", "\"vocab_size\": 96", "\"vocab_size\": 1000000");
  for (int i = 1; i < 200'000; ++i) *wanted.ids += ",5";
  EXPECT_THAT(shown(wanted),
              testing::ContainsRegex("^refused: its weights, and what it says to each token, need "
                                     "763[0-9][0-9][0-9] MB of memory, and [0-9]+ MB are free"));
}

TEST_F(ModelTest, AModelWithoutAHeadShowsItsStates) {
  ModelOptions wanted = options("gpt2_tiny", "5,17,42,8");
  wanted.folder = changed("gpt2_tiny", "GPT2LMHeadModel", "GPT2Model");
  wanted.shuffle = true;
  const std::string text = shown(wanted);
  EXPECT_THAT(text, HasSubstr("This GPT-2 has no head: it ends with hidden states, and predicts no "
                              "tokens.\n"));
  EXPECT_THAT(text, HasSubstr("The hidden state moved by "));
  EXPECT_THAT(text, HasSubstr("Nothing changed."));
  wanted.generate = 3;
  EXPECT_THAT(shown(wanted), HasSubstr("refused: this GPT-2 has no head to predict tokens with"));
}

TEST_F(ModelTest, GoesOn) {
  ModelOptions wanted = options("gpt2_tiny", "5,17,42");
  wanted.generate = 4;
  EXPECT_THAT(shown(wanted), testing::ContainsRegex("After 5 17 42 it writes: [0-9]+( [0-9]+)*"));
  const fs::path ends = changed("gpt2_tiny", "\"eos_token_id\": 0", "\"eos_token_id\": 0");
  wanted.folder = ends;
  const std::string text = shown(wanted);
  const std::size_t colon = text.find("it writes: ") + 11;
  const std::string first = text.substr(colon, text.find_first_of(" \n", colon) - colon);
  wanted.folder = changed("gpt2_tiny", "\"eos_token_id\": 0", "\"eos_token_id\": " + first);
  EXPECT_THAT(shown(wanted), HasSubstr("it writes: " + first + ", the end\n"));
}

TEST_F(ModelTest, PutsAnotherSchemeInPlace) {
  ModelOptions wanted = options("gpt2_tiny", "5,17,42,8");
  wanted.shuffle = true;
  wanted.position = "rotary";
  std::string text = shown(wanted);
  EXPECT_THAT(text, HasSubstr("positions   rotary, q and k rotated in pairs (i, i + 4); base "));
  EXPECT_THAT(text, HasSubstr("own\n              are learned, added to x; 32 positions\n"));
  EXPECT_THAT(text, HasSubstr("with positions: rotary, q and k rotated in"));
  EXPECT_NE(text.substr(text.find("The next token")), "");
  wanted.position = "none";
  text = shown(wanted);
  EXPECT_THAT(text, HasSubstr("with none, behind"));
  EXPECT_THAT(text, Not(HasSubstr("with positions: none")));  // it would say the same twice
  wanted.position = "kerple";
  EXPECT_THAT(shown(wanted), HasSubstr("kerple, drawn at random and not trained; its own are"));
}

TEST_F(ModelTest, EverySchemeFitsEveryModel) {
  for (const std::string name : {"gpt2_tiny", "llama_gqa_tiny", "bloom_tiny", "bert_tiny",
                                 "t5_encoder_tiny", "transfo_xl_tiny", "phi_tiny", "roberta_tiny"})
    for (const std::string& scheme : horloge::position_names()) {
      if (name == "transfo_xl_tiny" && scheme == "scaled_index") continue;
      ModelOptions wanted = options(name, "5,17,32,8");
      wanted.position = scheme;
      wanted.shuffle = true;
      const bool goes_on = name == "gpt2_tiny" || name == "llama_gqa_tiny" || name == "bloom_tiny";
      wanted.generate = goes_on && scheme != "scaled_index" ? 3 : 0;
      EXPECT_THAT(shown(wanted), Not(testing::ContainsRegex("refused: |wrong use: ")))
          << name << " " << scheme;
    }
}

TEST_F(ModelTest, SaysWhyASchemeDoesNotFit) {
  ModelOptions wanted = options("transfo_xl_tiny", "5,17,32,8");
  wanted.position = "scaled_index";
  EXPECT_THAT(shown(wanted), HasSubstr("refused: scaled_index does not fit this Transformer-XL: "
                                       "positions must be 0 to 3, the whole sequence, got 6"));
  wanted.folder = small_model("gpt2_tiny");
  wanted.generate = 3;
  EXPECT_EQ(shown(wanted),
            "wrong use: ./learn model: --generate does not work with scaled_index: every new token "
            "would move all those before it");
}

TEST_F(ModelTest, RefusesInOneSentence) {
  const auto said = [&](const auto& change) {
    ModelOptions wanted = options("gpt2_tiny", "5,17,42");
    change(wanted);
    const std::string text = shown(wanted);
    const std::size_t start = std::min(text.find("wrong use: "), text.find("refused: "));
    return start == text.npos ? "nothing was refused" : text.substr(start);
  };
  const std::string who = "wrong use: ./learn model: ";
  for (const char* ids : {"", "x", "1,", ",1", "1,,2", "1 2", "-1", "1.5", "99999999999999999999"})
    EXPECT_EQ(said([&](ModelOptions& o) { o.ids = ids; }),
              who + "--ids has to be whole numbers with commas between them, as in 5,17,42, not '" +
                  ids + "'");
  EXPECT_EQ(said([](ModelOptions& o) { o.ids = "1,96"; }),
            who + "this model's tokens are 0 to 95, and 96 is not one of them");
  EXPECT_EQ(said([](ModelOptions& o) {
              o.folder = small_model("llama_tiny");
              o.ids = "5,0,7";
              o.generate = 1;
            }),
            who + "0 is this model's padding, which --generate leaves out; take another token");
  EXPECT_EQ(said([](ModelOptions& o) {
              o.folder = small_model("llama_tiny");
              o.ids = "5,0,7";
            }),
            "nothing was refused");
  EXPECT_EQ(said([](ModelOptions& o) { o.at = 4; }),
            who + "--at has to be from 1 to 3, the number of tokens, not 4");
  EXPECT_THAT(said([](ModelOptions& o) { o.position = "spiral"; }),
              HasSubstr(who + "there is no position scheme 'spiral'; there are none, index, "));
  const auto shuffle = [&](const char* ids) {
    return said([&](ModelOptions& o) {
      o.ids = ids;
      o.shuffle = true;
    });
  };
  for (const char* ids : {"1", "1,2", "1,1,1,2"})
    EXPECT_EQ(shuffle(ids),
              "refused: --shuffle needs two different tokens before the one looked at");
  EXPECT_EQ(said([](ModelOptions& o) { o.folder = "/nowhere"; }),
            "refused: there is no folder /nowhere");
  EXPECT_EQ(said([](ModelOptions& o) { o.folder = small_model("gpt2_tinny/"); }),
            fmt::format("refused: there is no folder {}; did you mean {}?",
                        small_model("gpt2_tinny").string(), small_model("gpt2_tiny").string()));
  EXPECT_THAT(said([](ModelOptions& o) { o.folder /= "config.json"; }),
              HasSubstr("is a file; name the folder that it is in"));
  EXPECT_THAT(said([&](ModelOptions& o) { o.folder = scratch.folder(); }),
              HasSubstr("the folder has no config.json"));
  EXPECT_THAT(
      said([&](ModelOptions& o) { o.folder = changed("gpt2_tiny", "\"gpt2\"", "\"falcon\""); }),
      HasSubstr("model_type = \"falcon\" is not supported; choose one of "));
  EXPECT_EQ(said([](ModelOptions& o) { o.generate = 31; }),
            who + "this model has 32 positions: after 3 tokens it can write 30, not 31");
  EXPECT_EQ(said([](ModelOptions& o) { o.generate = 30; }), "nothing was refused");
  EXPECT_EQ(said([](ModelOptions& o) {
              for (int i = 0; i < 30; ++i) *o.ids += ",1";
            }),
            who + "this model has 32 positions, too few for 33 tokens");
  EXPECT_THAT(said([](ModelOptions& o) {
                o.folder = small_model("bert_tiny");
                o.generate = 2;
              }),
              HasSubstr(who + "BERT sees the tokens on both sides of a position"));
}

TEST_F(ModelTest, FitsANarrowTerminal) {
  ModelOptions wanted = options("gpt2_tiny", "5,17,42,8,9,10,11,12,13,14,15,16,17,18");
  wanted.shuffle = true;
  wanted.generate = 12;
  for (const std::size_t width : {80U, 40U, 26U}) {
    std::istringstream lines(shown(wanted, width));
    for (std::string line; std::getline(lines, line);)
      EXPECT_LE(stage::display_width(line), width) << line;
  }
}

// As a program: what ./learn hands over, and what it ends with.
TEST_F(ModelTest, EndsWithAStatus) {
  const auto run = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {scratch.course().build / "bin/learn_models", "model"});
    ProcessOptions process;
    process.environment = {{"HORLOGE_WORK", scratch.folder()}, {"COLUMNS", "80"}};
    return run_process(arguments, process);
  };
  const std::string folder = small_model("gpt2_tiny");
  const auto refused = [&](const std::vector<std::string>& arguments, int status) {
    const ProcessResult result = run(arguments);
    EXPECT_EQ(result.status, status) << result.output;
    return result.output;
  };
  EXPECT_THAT(refused({folder, "--ids", "5,17,42", "--shuffle", "--generate", "2"}, 0),
              HasSubstr("GPT-2\n"));
  std::istringstream help(refused({"--help"}, 0));
  for (std::string line; std::getline(help, line);)
    EXPECT_LE(line.find_last_not_of(' ') + 1, 80U) << line;
  EXPECT_EQ(refused({}, 2),
            "./learn model: name the folder of a model, where its config.json is\n");
  EXPECT_EQ(refused({folder, "--shuffle"}, 2), "./learn model: --shuffle needs --text or --ids\n");
  EXPECT_EQ(refused({folder, "--ids", "1", "--top", "0"}, 2),
            "./learn model: --top has to be a whole number from 1 to 1000, not '0'\n");
  EXPECT_EQ(refused({folder, "--ids", "1,x"}, 2),
            "./learn model: --ids has to be whole numbers with commas between them, as in 5,17,42, "
            "not '1,x'\n");
  EXPECT_EQ(refused({"/nowhere"}, 1), "learn: there is no folder /nowhere\n");
}

}  // namespace
}  // namespace models
