// How likely a model finds a text, and how it refuses to say.

#include "course/models/model_nll.h"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "../runner/said.h"
#include "../runner/scratch.h"
#include "horloge/models/likelihood.h"
#include "horloge/models/models.h"
#include "horloge/nn/position/alibi.h"
#include "horloge/nn/position/none.h"
#include "support/matchers.h"

namespace models {
namespace {

using namespace runner;
namespace fs = std::filesystem;

const fs::path checkpoints = fs::path(HORLOGE_DATA_DIR) / "golden/models";

class ModelNll : public testing::Test {
 protected:
  static NllOptions asked(const std::string& name, const std::string& ids) {
    NllOptions options;
    options.folder = checkpoints / name;
    if (!ids.empty()) options.ids = ids;
    return options;
  }
  // What the command shows, or the sentence with which it refuses.
  std::string shown(const NllOptions& options, std::size_t width = 80) const {
    const std::string text = said_by([&] { show_nll(scratch_.session(width), options); });
    return text.substr(text.find("\nHow likely") + 1);
  }
  // A copy of a checkpoint with a tokenizer: word n is "wn", behind [CLS] and before [SEP].
  fs::path with_words(const std::string& name, std::size_t count) const {
    const fs::path folder = scratch_.folder() / name;
    fs::create_directories(folder);
    for (const char* file : {"config.json", "model.safetensors"})
      fs::copy_file(checkpoints / name / file, folder / file, fs::copy_options::overwrite_existing);
    std::ofstream vocabulary(folder / "vocab.txt");
    vocabulary << "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n";
    for (std::size_t id = 5; id < count; ++id) vocabulary << 'w' << id << '\n';
    return folder;
  }

  Scratch scratch_;
};

double nats(const std::string& name, const std::vector<std::int64_t>& ids,
            const horloge::PositionScheme* positions = nullptr) {
  horloge::Ids text = horloge::Ids::from_shape({ids.size()});
  std::copy(ids.begin(), ids.end(), text.begin());
  return horloge::likelihood(*horloge::load_pretrained(checkpoints / name), text,
                             horloge::LikelihoodOptions().with_positions(positions))
      .mean_nll();
}

std::string row(const std::string& name, double mean) {
  return fmt::format("  {:<9}  {:>14.3f}  {:>10.2f}\n", name, mean, std::exp(mean));
}

TEST_F(ModelNll, HasARowForEachScheme) {
  NllOptions options = asked("llama_tiny", "5,17,42,3,9");
  const std::vector<std::int64_t> ids = {5, 17, 42, 3, 9};
  const horloge::NoPositions none;
  const horloge::AlibiPositions alibi(4);
  const std::string heading =
      "How likely it finds each of these 5 tokens after those before it:\n"
      "  positions  nats per token  perplexity";
  const std::string own =
      row("its own", nats("llama_tiny", ids)) + row("none", nats("llama_tiny", ids, &none));
  EXPECT_EQ(shown(options), heading + "\n" + own);
  options.positions = {"none", "alibi", "alibi"};
  EXPECT_EQ(shown(options), heading + "\n" + own + row("alibi", nats("llama_tiny", ids, &alibi)));
}

// T5's 32 buckets for each of 4 heads.
TEST_F(ModelNll, CountsWhatNobodyTrained) {
  NllOptions options = asked("llama_tiny", "5,17,42,3,9");
  options.positions = {"t5", "alibi"};
  const std::string text = shown(options);
  EXPECT_THAT(text, HasSubstr("  nats per token  perplexity  untrained\n"));
  EXPECT_THAT(text, testing::ContainsRegex("\n  t5 .* 128\n  alibi [ .0-9]*[.][0-9][0-9]\n"));
  EXPECT_THAT(text, HasSubstr("\nt5 starts as good as none: its numbers are drawn small"));
}

TEST_F(ModelNll, IsWholeInANarrowWindow) {
  NllOptions options = asked("llama_tiny", "5,17,42,3,9");
  EXPECT_THAT(shown(options, 40), HasSubstr("\n  positions  nats per token  perplexity\n"));
  options.positions = {"sinusoidal", "t5"};
  EXPECT_THAT(shown(options, 60),
              HasSubstr("\n  positions   nats per token  perplexity  untrained\n"));
  EXPECT_THAT(shown(options, 45), HasSubstr("\n  positions      nats  perplexity  untrained\n"));
  const std::string narrow = shown(options, 40);
  EXPECT_THAT(narrow, HasSubstr("\n  positions\n       nats  perplexity  untrained\n  its own\n"));
  EXPECT_THAT(narrow, testing::ContainsRegex("\n  t5\n +[0-9.]+ +[0-9.]+        128\n"));
  EXPECT_THAT(narrow, Not(HasSubstr("…")));
}

TEST_F(ModelNll, ReadsALongTextInWindows) {
  std::string ids = "1";
  std::vector<std::int64_t> same = {1};
  for (int id = 2; id < 50; ++id) {
    ids += "," + std::to_string(id);
    same.push_back(id);
  }
  EXPECT_THAT(shown(asked("gpt2_tiny", ids)),
              testing::StartsWith("How likely it finds each of these 49 tokens after those before "
                                  "it, read in\nwindows of 32 that overlap by half:\n"));
  EXPECT_THAT(shown(asked("gpt2_tiny", ids)), HasSubstr(row("its own", nats("gpt2_tiny", same))));
}

TEST_F(ModelNll, TakesATextOrAFile) {
  NllOptions options;
  options.folder = with_words("gpt2_tiny", 96);
  options.text = "w7 w50 w8";
  const std::string text = shown(options);
  EXPECT_THAT(text, HasSubstr(row("its own", nats("gpt2_tiny", {2, 7, 50, 8, 3}))));
  options.text.reset();
  options.file = scratch_.folder() / "text";
  std::ofstream(*options.file) << "w7 w50\nw8\n";
  EXPECT_EQ(shown(options), text);
  options.file = scratch_.folder() / "no such text";
  EXPECT_THAT(shown(options), HasSubstr("no such text: cannot be opened"));
}

TEST_F(ModelNll, AsksAMaskedModelForEachWord) {
  NllOptions options;
  options.folder = with_words("bert_tiny", 90);
  options.text = "w7 w50 w8";
  const std::string text = shown(options);
  EXPECT_THAT(text, testing::StartsWith("How likely it finds each of these 5 tokens, masked, with "
                                        "all others in sight\n(pseudo-log-likelihood):\n"));
  horloge::Ids ids = {2, 7, 50, 8, 3};
  const auto how = horloge::LikelihoodOptions().with_mask_id(4).with_special_ids({2, 3});
  EXPECT_THAT(
      text,
      HasSubstr(row(
          "its own",
          horloge::likelihood(*horloge::load_pretrained(options.folder), ids, how).mean_nll())));
  std::string long_text;
  for (int i = 0; i < 31; ++i) long_text += "w7 ";
  options.text = long_text;
  EXPECT_EQ(
      shown(options),
      "wrong use: ./learn model: this model reads 32 tokens at most, and these are 33: each is "
      "masked in turn, with all others in sight");
}

TEST_F(ModelNll, RefusesInOneSentence) {
  const std::string who = "wrong use: ./learn model: ";
  EXPECT_EQ(shown(asked("gpt2_tiny", "5")),
            who + "--nll needs two tokens or more: the first is not predicted");
  EXPECT_EQ(shown(asked("gpt2_tiny", "5,96")),
            who + "this model's tokens are 0 to 95, and 96 is not one of them");
  EXPECT_EQ(shown(asked("bert_tiny", "5,6")),
            who +
                "BERT fills in masked tokens: for --nll it needs --text, and a tokenizer that has "
                "a mask");
  EXPECT_EQ(shown(asked("t5_encoder_tiny", "5,6")),
            "refused: this T5 encoder has no head to predict tokens with");
  NllOptions options = asked("gpt2_tiny", "5,6");
  options.positions = {"spiral"};
  EXPECT_THAT(shown(options), HasSubstr(who + "there is no position scheme 'spiral'; there are "));
}

TEST_F(ModelNll, FitsANarrowTerminal) {
  NllOptions options = asked("gpt2_tiny", "5,17,42,8,9");
  options.positions = {"transformer_xl", "kerple"};
  for (const std::size_t width : {80U, 40U, 26U}) {
    std::istringstream lines(shown(options, width));
    for (std::string line; std::getline(lines, line);)
      EXPECT_LE(stage::display_width(line), width) << line;
  }
}

}  // namespace
}  // namespace models
