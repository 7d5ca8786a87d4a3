// Lesson 13's comparison: its statistics, its files, and ./learn compare.

#include <fstream>

#include "13_which_one/names.h"
#include "13_which_one/paired.h"
#include "13_which_one/reader.h"
#include "13_which_one/tables.h"
#include "13_which_one/task.h"
#include "13_which_one/trials.h"
#include "horloge/core/error.h"
#include "horloge/nn/position/by_name.h"
#include "support/error_of.h"
#include "support/matchers.h"
#include "support/program.h"
#include "support/temporary_folder.h"

namespace {

using horloge::test::TemporaryFolder;

// ./learn compares an argument with the names, before the tasks are compiled.
TEST(Tasks, HaveTheNamesThatAreGivenForThem) {
  std::vector<std::string> names;
  for (const Task& one : tasks()) names.push_back(one.name);
  EXPECT_EQ(names, task_names());
}

TEST(PairedDifference, IsTheMeanAndTheDeviationOfTheDifferences) {
  const Difference d = paired_difference({10, 13, 11}, {8, 10, 12});
  EXPECT_DOUBLE_EQ(d.mean, 4.0 / 3);
  EXPECT_DOUBLE_EQ(d.deviation, std::sqrt(26.0 / 3 / 2));
}

// Of five seeds, 0 may be 2.776 standard errors away.
TEST(PairedDifference, IsNoiseWhereZeroIsNear) {
  const auto with_mean = [](double mean) {
    return paired_difference({mean - 2, mean - 1, mean, mean + 1, mean + 2}, {0, 0, 0, 0, 0});
  };
  const double edge = 2.776 * std::sqrt(2.5) / std::sqrt(5.0);
  EXPECT_TRUE(with_mean(edge - 0.001).within_noise);
  EXPECT_TRUE(with_mean(-edge + 0.001).within_noise);
  EXPECT_FALSE(with_mean(edge + 0.001).within_noise);
  EXPECT_FALSE(with_mean(-edge - 0.001).within_noise);
}

TEST(PairedDifference, OfASingleSeedIsAlwaysNoise) {
  EXPECT_TRUE(paired_difference({100}, {0}).within_noise);
  EXPECT_TRUE(paired_difference({3, 3, 3}, {3, 3, 3}).within_noise);
  EXPECT_FALSE(paired_difference({4, 4, 4}, {3, 3, 3}).within_noise);
}

TEST(Results, AreReadAsTheyWereWritten) {
  const TemporaryFolder folder;
  write_results(folder / "r.tsv",
                {{"language", "rotary", 2, 1000, {4.5, 32.125}}, {"order", "none", 1, 300, {50}}});
  const auto results = read_results(folder / "r.tsv");
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(results[0].task, "order");  // in the order of the lesson
  EXPECT_EQ(results[1].scheme, "rotary");
  EXPECT_EQ(results[1].seed, 2U);
  EXPECT_EQ(results[1].updates, 1000U);
  EXPECT_THAT(results[1].values, ElementsAre(4.5, 32.125));
}

std::string refusal_of(const std::string& content) {
  const TemporaryFolder folder;
  std::ofstream(folder / "r.tsv") << content;
  return horloge::test::error_of<horloge::FileError>([&] { read_results(folder / "r.tsv"); });
}

TEST(Results, NameTheLineThatIsWrong) {
  const std::string heading = "task\tscheme\tseed\tupdates\tvalues\n";
  EXPECT_EQ(refusal_of(heading + "order\tnone\t1\t300\t50\n"), "no error");
  EXPECT_THAT(refusal_of("something else\n"), HasSubstr("holds no results of a comparison"));
  EXPECT_THAT(refusal_of(heading + "order\tnone\t1\t300\t50\norder\tnone\tone\n"),
              HasSubstr("line 3: want task, scheme, seed, updates and values"));
  EXPECT_THAT(refusal_of(heading + "order\tnone\t1\t300\t50\thalf\n"),
              HasSubstr("line 2: the values have to be numbers"));
}

// The scheme wins with every seed, but for one that the baseline lacks.
TEST(ComparisonTable, ComparesSeedBySeedAndMarksNoise) {
  std::vector<Result> results;
  for (const std::uint64_t seed : {1, 2, 3}) {
    const double luck = 10 * double(seed);
    results.push_back({"order", "sinusoidal", seed, 300, {luck, luck}});
    results.push_back({"order", "rotary", seed, 300, {luck + 20, luck + (seed == 2 ? 1 : -1)}});
  }
  results.push_back({"order", "rotary", 4, 300, {100, 100}});
  for (const std::uint64_t seed : {1, 2, 3})
    results.push_back({"order", "xpos", seed, 300, {10 * double(seed)}});
  const stage::Table numbers =
      comparison_table(task("order"), results, {"sinusoidal", "rotary", "xpos"}, "sinusoidal");
  const std::string table = text_of({}, numbers);
  EXPECT_THAT(table, HasSubstr("% right           16"));
  EXPECT_THAT(table, HasSubstr("sinusoidal        20"));
  EXPECT_THAT(table, HasSubstr("\u00a0+20±0"));
  EXPECT_THAT(table, HasSubstr("(-0±1)"));
  EXPECT_THAT(table, Not(HasSubstr("(+20")));
  EXPECT_THAT(table, HasSubstr("xpos              20\u00a0(0)\n"));  // and nothing at 32
  ASSERT_EQ(numbers.rows.size(), 3U);
  EXPECT_EQ(numbers.rows[1].name, "rotary");
  EXPECT_DOUBLE_EQ(numbers.rows[1].cells[0].value.value(), (30 + 40 + 50 + 100) / 4.0);
  EXPECT_FALSE(numbers.rows[1].cells[0].within_noise);
  EXPECT_TRUE(numbers.rows[1].cells[1].within_noise);
  EXPECT_FALSE(numbers.rows[2].cells[1].value.has_value());
}

TEST(Contenders, AreAllSchemesTwoWithOffsetsAndTheForgetGate) {
  EXPECT_EQ(contenders().size(), horloge::position_names().size() + 3);
  for (const std::string& name : contenders())
    EXPECT_NE(contender(name, 64, true, horloge::Rng(1)), nullptr);
  EXPECT_THROW(contender("clockwork", 64, true, horloge::Rng(1)), horloge::ValueError);
}

// Keys after the query cost what they would cost before it.
TEST(Contenders, ForgetAsMuchOnBothSides) {
  horloge::Rng rng(1);
  const auto scheme = contender("forget_gate", 64, false, rng.stream(1));
  const horloge::Array q = rng.normal({1, 6, d_model});
  const horloge::Array bias = scheme->bias_from(horloge::Tensor(q), {}).array();
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t j = 0; j < 6; ++j) {
      EXPECT_EQ(bias(0, 2, i, j), bias(0, 2, j, i));
      EXPECT_EQ(bias(0, 2, i, j) < 0, i != j);
    }
}

// A few updates are enough to see that.
TEST(Tasks, AnswerAtEveryLengthAndTheSameForTheSameSeed) {
  for (const Task& one : tasks()) {
    const Trial trial{"alibi", 7, 6};
    const auto once = one.run(trial);
    ASSERT_EQ(once.size(), 1U);
    EXPECT_EQ(once[0].values.size(), one.lengths.size()) << one.name;
    if (one.name != "order" && one.name != "three_back") continue;  // the quick ones
    EXPECT_EQ(once[0].values, one.run(trial)[0].values) << one.name;
  }
}

std::string compare(const std::string& arguments) {
  return horloge::test::run_command(std::string(HORLOGE_COMPARE) + " " + arguments).text;
}

TEST(Compare, RefusesWhatThereIsNot) {
  EXPECT_THAT(compare("--scheme clockwork"), HasSubstr("there is no scheme \"clockwork\""));
  EXPECT_THAT(compare("--task tennis"), HasSubstr("there is no task \"tennis\""));
  EXPECT_THAT(compare("--show --out /nowhere.tsv"), HasSubstr("there are no results"));
  EXPECT_THAT(compare("--seeds 0"), HasSubstr("--seeds"));
}

TEST(Compare, RunsTheBaselineToo) {
  const TemporaryFolder folder;
  const std::string file = (folder / "r.tsv").string();
  EXPECT_THAT(compare("--quick --task order --scheme none --seeds 1 --out " + file),
              HasSubstr("sinusoidal"));
  EXPECT_EQ(read_results(file).size(), 2U);
}

TEST(Compare, LongerIsSoManyTimesTheUpdates) {
  const TemporaryFolder folder;
  const std::string file = (folder / "r.tsv").string();
  const std::string command = "--task order --scheme none --baseline none --seeds 1 --out " + file;
  compare(command + " --longer 2");
  ASSERT_EQ(read_results(file).size(), 1U);
  EXPECT_EQ(read_results(file)[0].updates, 2 * task("order").updates);
  EXPECT_THAT(compare(command + " --longer 0"), HasSubstr("--longer"));
  EXPECT_THAT(compare(command + " --longer 2 --quick"), HasSubstr("--longer"));
}

TEST(Compare, GoesOnWithWhatIsMissing) {
  const TemporaryFolder folder;
  const std::string file = (folder / "r.tsv").string();
  const std::string command = "--quick --task order --scheme none --baseline none --out " + file;
  compare(command + " --seeds 1");
  ASSERT_EQ(read_results(file).size(), 1U);
  auto kept = read_results(file);
  kept[0].values = {12, 12, 12, 12};
  write_results(file, kept);
  EXPECT_THAT(compare(command + " --seeds 2"), HasSubstr("Who does what?"));
  ASSERT_EQ(read_results(file).size(), 2U);
  EXPECT_EQ(read_results(file)[0].values[0], 12);  // not done again
  EXPECT_EQ(read_results(file)[1].seed, 2U);
  EXPECT_EQ(read_results(file)[1].values[0], 50);
}

}  // namespace
