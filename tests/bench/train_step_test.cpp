// The model of the bench learns as the same one does with PyTorch, and with any number of threads.
// Its program says in one sentence what it does not understand, and the comparison where results
// differ.

#include <fstream>
#include <string>
#include <vector>

#include "bench/gpt.h"
#include "horloge/core/parallel.h"
#include "horloge/nn/position/names.h"
#include "support/program.h"

namespace {

using bench::workloads;
using horloge::test::expect_refused;
using horloge::test::Outcome;
using horloge::test::run_command;

// The numbers of a file, one a line; lines that begin with # are comments.
std::vector<double> numbers_in(const std::string& path) {
  std::ifstream in(path);
  std::vector<double> numbers;
  for (std::string line; std::getline(in, line);)
    if (!line.empty() && line[0] != '#') numbers.push_back(std::stod(line));
  return numbers;
}

std::vector<double> losses(const bench::Workload& workload, std::size_t steps, int threads,
                           const std::string& position = "sinusoidal") {
  horloge::set_num_threads(threads);
  bench::Training training(workload, position);
  std::vector<double> all;
  for (std::size_t step = 0; step < steps; ++step) all.push_back(training.step(step));
  horloge::set_num_threads(0);
  return all;
}

TEST(TrainStep, LosesAsPyTorchDoes) {
  const std::vector<double> theirs = numbers_in(HORLOGE_BENCH_DIR "/w1_losses.txt");
  ASSERT_EQ(theirs.size(), 50U);
  const std::vector<double> ours = losses(workloads()[0], theirs.size(), 1);
  for (std::size_t step = 0; step < theirs.size(); ++step)
    EXPECT_NEAR(ours[step], theirs[step], 1e-4) << "at step " << step;
}

TEST(TrainStep, ThreadsDoNotChangeABit) {
  for (std::size_t w = 0; w < 2; ++w) {
    const std::size_t steps = w == 0 ? 20 : 3;
    const std::vector<double> alone = losses(workloads()[w], steps, 1);
    for (const int threads : {2, 3})
      EXPECT_EQ(losses(workloads()[w], steps, threads), alone)
          << workloads()[w].name << " with " << threads << " threads";
  }
}

TEST(TrainStep, EveryPositionSchemeLearns) {
  for (const std::string& name : horloge::position_names()) {
    const std::vector<double> all = losses(workloads()[0], 30, 1, name);
    EXPECT_LT(all.back(), all.front() - 0.01) << name;
  }
}

Outcome run(const std::string& arguments) {
  return run_command(HORLOGE_TRAIN_STEP " " + arguments);
}

TEST(TrainStep, PrintsOneLine) {
  const Outcome outcome = run("--config W1 --steps 2 --threads 2");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.text,
              testing::MatchesRegex("peer=horloge config=W1 threads=2 ms_per_step_median=[0-9.]+ "
                                    "loss_first=4.16498 loss_last=[0-9.]+ rss_mb=[0-9.]+\n"));
}

TEST(TrainStep, SaysWhatIsWrong) {
  expect_refused(
      HORLOGE_TRAIN_STEP,
      {{"--config W9",
        "train_step: --config: W9 not in {W1,W2,W3,W4}; --help shows what can be asked"},
       {"--steps 0", "train_step: --steps: Value 0 not in range "},
       {"--threads two", "train_step: "},
       {"--position sines", "train_step: --position: sines not in {none,"},
       {"W1", "train_step: The following argument was not expected: W1; --help"},
       {"--losses /no/such/folder/losses --steps 1", "train_step: /no/such/folder/losses cannot"}});
}

// What the script `compare` makes of the lines of some runs.
Outcome compare(const std::string& lines) {
  return run_command("printf '" + lines +
                     "' | awk -f " HORLOGE_BENCH_DIR "/median.awk -f " HORLOGE_BENCH_DIR
                     "/compare.awk 2>&1");
}

const std::string our_steps =
    "peer=horloge config=W2 threads=1 ms_per_step_median=20 loss_last=3.6745 rss_mb=50\\n"
    "peer=horloge config=W2 threads=1 ms_per_step_median=90 loss_last=3.6745 rss_mb=50\\n"
    "peer=horloge config=W2 threads=1 ms_per_step_median=10 loss_last=3.6745 rss_mb=50\\n";

TEST(Compare, PrintsMediansSideBySide) {
  const Outcome outcome = compare(
      our_steps +
      "peer=PyTorch config=W2 threads=1 ms_per_step_median=60 loss_last=3.6746 rss_mb=200\\n"
      "peer=horloge size=toy weights= threads=1 tokens_per_second=300\\n"
      "peer=llama.cpp size=toy weights= threads=1 tokens_per_second=200\\n"
      "peer=memory size=toy weights= threads=1 bytes=100 bandwidth=60000\\n");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.text,
            "| W2 |  | 1 | 20 | 60 | 3.00 | 50 | 0.25 |\n"
            "| toy |  | 1 | 300 | 200 | 1.50 | 50 % |\n");
}

TEST(Compare, SaysWhereResultsDiffer) {
  const Outcome losses = compare(
      our_steps +
      "peer=PyTorch config=W2 threads=1 ms_per_step_median=60 loss_last=3.6755 rss_mb=200\\n");
  EXPECT_NE(losses.status, 0);
  EXPECT_THAT(losses.text,
              testing::HasSubstr("not the same at W2 |  | 1: loss_last 3.6745 and 3.6755"));
  const Outcome tokens = compare("peer=llama.cpp size=toy weights= writes=other_tokens\\n");
  EXPECT_NE(tokens.status, 0);
  EXPECT_THAT(tokens.text, testing::HasSubstr("not the same at toy"));
}

}  // namespace
