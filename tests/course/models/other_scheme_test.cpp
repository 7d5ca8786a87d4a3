// A scheme instead of the model's own: with which settings, and with which doubts.

#include <fstream>

#include "../runner/scratch.h"
#include "course/models/model.h"
#include "support/matchers.h"

namespace models {
namespace {

using namespace runner;
namespace fs = std::filesystem;

const fs::path small_models = fs::path(HORLOGE_DATA_DIR) / "golden/models";

class OtherScheme : public testing::Test {
 protected:
  // A small LLaMA with more settings.
  OtherScheme() {
    fs::create_directories(folder_);
    fs::copy_file(small_models / "llama_tiny/model.safetensors", folder_ / "model.safetensors");
  }
  void set(const std::string& settings) const {
    std::ofstream(folder_ / "config.json")
        << replaced(read_text(small_models / "llama_tiny/config.json"), "{", "{" + settings + ",");
  }
  std::string shown(const std::string& position, const std::string& ids = "5,17,42,8") const {
    return shown_of(folder_, position, ids, 80);
  }
  std::string shown_of(const fs::path& folder, const std::string& position, const std::string& ids,
                       std::size_t width) const {
    ModelOptions options;
    options.folder = folder;
    options.position = position;
    if (!ids.empty()) options.ids = ids;
    testing::internal::CaptureStdout();
    show_model(scratch_.session(width), options);
    return testing::internal::GetCapturedStdout();
  }
  static std::string predictions(const std::string& text) {
    return text.substr(text.find("\nThe next token"));
  }

  Scratch scratch_;
  const fs::path folder_ = scratch_.folder() / "model";
};

// The same weights say the same under the name of the model's own scheme.
TEST_F(OtherScheme, RotaryInARotaryModelHasItsSettings) {
  set(R"("rope_theta": 50.0, "rope_scaling": {"type": "linear", "factor": 4.0})");
  const std::string own = shown("");
  EXPECT_THAT(own, HasSubstr("rotary, q and k rotated in pairs (i, i + 4); base 50, linear\n"
                             "              scaling by 4\n"));
  EXPECT_EQ(shown("rotary"), own);
  set(R"("rope_theta": 50.0)");
  EXPECT_NE(predictions(shown("rotary")), predictions(own));
}

TEST_F(OtherScheme, XposTurnsAsTheModelDoes) {
  set(R"("rope_theta": 50.0)");
  const std::string text = shown("xpos");
  EXPECT_THAT(text,
              HasSubstr("positions   xpos, q and k rotated in pairs (i, i + 4); base 50; its"));
  // Over few words it fades by next to nothing.
  const std::string second_row = "\n        64       13.1 %";
  EXPECT_THAT(shown(""), HasSubstr(second_row));
  EXPECT_THAT(text, HasSubstr(second_row));
}

TEST_F(OtherScheme, UsualSettingsAreNamedWhereTheModelHasNone) {
  EXPECT_THAT(shown_of(small_models / "gpt2_tiny", "xpos", "", 200),
              HasSubstr("xpos, q and k rotated in pairs (2i, 2i + 1); base 10000; its own are"));
}

TEST_F(OtherScheme, RotaryIsTheirOwnInEveryRotaryModel) {
  for (const char* name : {"qwen2_tiny", "gemma_tiny", "phi_tiny", "phi3_tiny"}) {
    const std::string own = shown_of(small_models / name, "", "5,17,32,8", 80);
    EXPECT_THAT(own, HasSubstr("rotary, "));
    EXPECT_EQ(own.find("; 1 key and value head\n") != own.npos, name == std::string("gemma_tiny"));
    EXPECT_EQ(shown_of(small_models / name, "rotary", "5,17,32,8", 80), own) << name;
  }
}

TEST_F(OtherScheme, SaysWhichPairsTurnAndWhichHeadsHaveWindows) {
  EXPECT_THAT(
      shown_of(small_models / "phi_tiny", "p_rope", "", 200),
      HasSubstr("p_rope, the first 4 dimensions of q and k rotated in pairs (i, i + 2), the 1 "
                "fastest of 2; base 10000; its own are rotary, the first 4"));
  EXPECT_THAT(shown_of(small_models / "gpt2_tiny", "hard_alibi", "", 200),
              HasSubstr("hard_alibi, windows in 2 of 4 heads; its own are"));
}

TEST_F(OtherScheme, SaysThatNobodyHasTrainedIt) {
  set(R"("extra": 0)");
  for (const std::string name : {"t5", "fire"})
    EXPECT_THAT(shown(name, ""), HasSubstr("\n" + name +
                                           " starts as good as none: its numbers are "
                                           "drawn small, and nobody has trained"));
  EXPECT_THAT(shown("learned", ""),
              HasSubstr("\nlearned starts as good as none: its numbers are drawn small, and nobody "
                        "has\ntrained them.\n"));
  EXPECT_THAT(shown("kerple", ""),
              HasSubstr("kerple prefers tokens nearby, by slopes that are drawn"));
  EXPECT_THAT(shown("alibi", ""), Not(HasSubstr("trained")));
  EXPECT_THAT(shown("", ""), Not(HasSubstr("nobody")));
}

TEST_F(OtherScheme, SaysOnceThatATextIsLongerThanInTraining) {
  const std::string setting = "max_position_embeddings\": ";
  const auto with_length = [&](const std::string& length) {
    std::ofstream(folder_ / "config.json") << replaced(
        read_text(small_models / "llama_tiny/config.json"), setting + "64", setting + length);
    return shown("");
  };
  EXPECT_THAT(with_length("64"), HasSubstr("\n  length      up to 64 tokens in training\n"));
  EXPECT_THAT(with_length("4"), Not(HasSubstr("is a guess")));
  EXPECT_THAT(with_length("3"),
              HasSubstr("\nThese are 4 tokens, and the texts of its training had up "
                        "to 3: past that, what\nit says is a guess.\n"));
  EXPECT_THAT(with_length("-1"), Not(HasSubstr("in training")));
}

}  // namespace
}  // namespace models
