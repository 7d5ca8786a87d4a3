// The options of ./learn model as a program takes them: what each does, and what it refuses.

#include "../runner/scratch.h"
#include "course/runner/process.h"
#include "support/matchers.h"

namespace models {
namespace {

using namespace runner;

const std::string who = "./learn model: ";

class OptionsOfModel : public testing::Test {
 protected:
  // What the program says of a small GPT-2.
  std::string run(int status, const std::vector<std::string>& more) const {
    std::vector<std::string> command = {scratch_.course().build / "bin/learn_models", "model",
                                        std::string(HORLOGE_DATA_DIR) + "/golden/models/gpt2_tiny"};
    command.insert(command.end(), more.begin(), more.end());
    ProcessOptions process;
    process.environment = {{"HORLOGE_WORK", scratch_.folder()}, {"COLUMNS", "80"}};
    const ProcessResult result = run_process(command, process);
    EXPECT_EQ(result.status, status) << result.output;
    return result.output;
  }
  std::string writes(std::vector<std::string> more) const {
    more.insert(more.end(), {"--ids", "5,17", "--generate", "9"});
    const std::string output = run(0, more);
    return output.substr(std::min(output.find("After"), output.size()));
  }

  Scratch scratch_;
};

TEST_F(OptionsOfModel, SayHowWordsAreDrawn) {
  const std::string greedy = writes({});
  EXPECT_THAT(greedy, HasSubstr("After 5 17 it writes: "));
  EXPECT_EQ(writes({"--temperature", "0"}), greedy);
  EXPECT_EQ(writes({"--top-k", "1"}), greedy);
  EXPECT_EQ(writes({"--seed", "4"}), greedy);
  EXPECT_NE(writes({"--repetition-penalty", "2"}), greedy);
  const std::string drawn = writes({"--min-p", "0.05", "--seed", "4"});
  EXPECT_NE(drawn, greedy);
  EXPECT_EQ(writes({"--min-p", "0.05", "--temperature", "1", "--seed", "4"}), drawn);
  EXPECT_NE(writes({"--min-p", "0.05", "--seed", "5"}), drawn);
  EXPECT_EQ(run(2, {"--ids", "5", "--top-p", "0.5"}),
            who + "--top-p requires --generate; ./learn model --help shows what it takes\n");
  EXPECT_EQ(run(2, {"--ids", "5", "--generate", "3", "--top-p", "1.5"}),
            who + "--top-p has to be a number from 0 to 1, not '1.5'\n");
  EXPECT_EQ(run(2, {"--ids", "5", "--generate", "3", "--temperature", "warm"}),
            who + "--temperature has to be a number from 0 to 100, not 'warm'\n");
  EXPECT_EQ(run(2, {"--ids", "5", "--generate", "3", "--top-k", "0"}),
            who + "--top-k has to be a whole number from 1 to 1000000, not '0'\n");
}

TEST_F(OptionsOfModel, CompareSchemesByLikelihood) {
  EXPECT_THAT(run(0, {"--nll", "--ids", "5,17", "--position", "alibi", "--position", "kerple"}),
              testing::ContainsRegex("alibi .*\n.*kerple "));
  EXPECT_EQ(run(2, {"--ids", "5,17", "--position", "alibi", "--position", "none"}),
            who + "--position is given more than once; only --nll compares\n");
  EXPECT_EQ(run(2, {"--nll"}), who + "--nll needs --text, --file or --ids\n");
  EXPECT_THAT(run(2, {"--file", "x"}), HasSubstr(who + "--file requires --nll"));
  EXPECT_THAT(run(2, {"--nll", "--ids", "5,17", "--shuffle"}),
              HasSubstr(who + "--shuffle excludes --nll"));
}

}  // namespace
}  // namespace models
