// The vector of a text, and those of its words in other orders.

#include "course/models/model_text.h"

#include <fstream>

#include "../runner/said.h"
#include "../runner/scratch.h"
#include "course/models/model.h"
#include "support/matchers.h"

namespace models {
namespace {

using namespace runner;
namespace fs = std::filesystem;

/// A small checkpoint as a folder of sentence-transformers: word n is "wn".
class ModelText : public testing::Test {
 protected:
  fs::path sentence_folder(const std::string& name) const {
    const fs::path from = fs::path(HORLOGE_DATA_DIR) / "golden/models" / name;
    const fs::path folder = scratch_.folder() / name;
    fs::create_directories(folder / "1_Pooling");
    for (const char* file : {"config.json", "model.safetensors"})
      fs::copy_file(from / file, folder / file, fs::copy_options::overwrite_existing);
    std::ofstream vocabulary(folder / "vocab.txt");
    vocabulary << "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n";
    for (int id = 5; id < 80; ++id) vocabulary << 'w' << id << '\n';
    return folder;
  }
  static void say(const fs::path& folder, const std::string& pooling, bool normalize) {
    const std::string type = R"(", "type": "sentence_transformers.models.)";
    std::ofstream(folder / "modules.json")
        << R"([{"path": ")" << type << R"(Transformer"}, {"path": "1_Pooling)" << type
        << R"(Pooling"})"
        << (normalize ? R"(, {"path": "2_Normalize)" + type + R"(Normalize"})" : "") << "]";
    std::ofstream(folder / "1_Pooling/config.json") << R"({")" << pooling << R"(": true})";
  }
  std::string shown(const fs::path& folder, const std::string& text) const {
    ModelOptions options;
    options.folder = folder;
    options.text = text;
    return said_by([&] { show_model(scratch_.session(), options); });
  }

  Scratch scratch_;
};

TEST_F(ModelText, ComparesOrdersByTheVectorsThatTheFolderAsksFor) {
  const fs::path folder = sentence_folder("bert_tiny");
  say(folder, "pooling_mode_mean_tokens", true);
  const std::string mean = shown(folder, "w7 w9 w30 w8");
  EXPECT_THAT(mean, HasSubstr("\nIn pieces: [CLS] w7 w9 w30 w8 [SEP]\n"
                              "Its vector of a text is the mean of its pieces', divided by its "
                              "length.\n"));
  EXPECT_THAT(mean, testing::ContainsRegex("  with positions   without\n"
                                           " +0[.][0-9]+ +1[.]000000  w8 w30 w9 w7\n"
                                           " +0[.][0-9]+ +1[.]000000  the mean of 20 random"));
  say(folder, "pooling_mode_cls_token", false);
  const std::string first = shown(folder, "w7 w9 w30 w8");
  EXPECT_THAT(first, HasSubstr("Its vector of a text is that of the first piece.\n"));
  EXPECT_NE(first.substr(first.find("without")), mean.substr(mean.find("without")));
}

TEST_F(ModelText, SaysWhatItAssumes) {
  const fs::path folder = sentence_folder("t5_encoder_tiny");  // which predicts no words
  EXPECT_THAT(shown(folder, "w7 w9"),
              HasSubstr("Its vector of a text is the mean of its pieces'; the folder has no "
                        "modules.json\n  to say so, and this is usual.\n"));
}

TEST_F(ModelText, RefusesInOneSentence) {
  const fs::path gpt2 = sentence_folder("gpt2_tiny");
  say(gpt2, "pooling_mode_mean_tokens", true);
  EXPECT_EQ(shown(gpt2, "w7 w9"),
            "refused: GPT-2 reads from left to right, and makes no vector of a whole text");
  const fs::path bert = sentence_folder("bert_tiny");
  say(bert, "pooling_mode_lasttoken", true);
  EXPECT_THAT(shown(bert, "w7 w9"), HasSubstr("pooling_mode_lasttoken is not supported; only "));
  say(bert, "pooling_mode_mean_tokens", true);
  EXPECT_EQ(shown(bert, "w7 w7"),
            "wrong use: ./learn model: --text has to be two different tokens or more");
}

}  // namespace
}  // namespace models
