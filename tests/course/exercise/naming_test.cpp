// Which known mistakes an answer makes, and how a check runs.

#include "course/exercise/naming.h"

#include <gmock/gmock.h>

#include <stdexcept>

#include "course/exercise/program.h"
#include "horloge/core/error.h"
#include "horloge/ops/arithmetic.h"
#include "horloge/ops/matmul.h"

extern "C" int openblas_get_num_threads();
extern "C" void openblas_set_num_threads(int threads);

namespace exercise {
namespace {

using horloge::Array;
using testing::ElementsAre;
using testing::IsEmpty;

// What an answer gives back in each part; right is {1, 2, 3, 4}.
using Numbers = std::vector<double>;

Examiner examined(const Numbers& got) {
  Examiner examiner(1);
  for (std::size_t i = 0; i < got.size(); ++i)
    examiner.values("a part", [&] { examiner.equal(got[i], double(i + 1)); });
  return examiner;
}

std::vector<KnownTrace> known_mistakes(const std::vector<std::pair<std::string, Numbers>>& all) {
  std::vector<KnownTrace> known;
  for (const auto& [id, got] : all) known.emplace_back(id, examined(got));
  return known;
}

const auto first_and_last = known_mistakes({{"first", {7, 2, 3, 4}}, {"last", {1, 2, 8, 9}}});

TEST(Naming, OneMistakeByItsTrace) {
  EXPECT_THAT(shared_mistakes(examined({7, 2, 3, 4}), first_and_last), ElementsAre("first"));
  EXPECT_THAT(shared_mistakes(examined({6, 2, 3, 4}), first_and_last), IsEmpty());
}

// Elsewhere the answer is right where the mistake is not: it is another one.
TEST(Naming, AMistakeThatFailsInMorePartsIsAnother) {
  const auto known = known_mistakes({{"a", {7, 2, 8, 4}}});
  EXPECT_THAT(shared_mistakes(examined({7, 2, 3, 4}), known), IsEmpty());
}

// As in float, where the mistake is known in double.
TEST(Naming, AMistakeExplainsAllButAHundredth) {
  const auto known = known_mistakes({{"a", {7, 2, 3, 4}}});
  EXPECT_THAT(shared_mistakes(examined({7 + 3e-7, 2, 3, 4}), known), ElementsAre("a"));
  EXPECT_THAT(shared_mistakes(examined({7.05, 2, 3, 4}), known), ElementsAre("a"));
  EXPECT_THAT(shared_mistakes(examined({7.07, 2, 3, 4}), known), IsEmpty());
}

TEST(Naming, AMistakeThatPassesExplainsNoFailure) {
  const auto known = known_mistakes({{"a", {1, 2, 8, 4}}});
  EXPECT_THAT(shared_mistakes(examined({1, 2 + 5e-9, 3, 4}), known), IsEmpty());
}

TEST(Naming, YesAndNoAloneAreNotEnough) {
  // What is wanted is 1, 2, 3, 4: a 0 or a 1 may come from anything.
  const auto known = known_mistakes({{"a", {0, 2, 8, 4}}, {"b", {0, 1, 3, 4}}});
  EXPECT_THAT(shared_mistakes(examined({0, 2, 3, 4}), known), IsEmpty());
  EXPECT_THAT(shared_mistakes(examined({0, 1, 3, 4}), known), ElementsAre("b"));
}

// What the library says tells where things went wrong; what an answer says does not.
TEST(Naming, EachHasItsOwnWordsForAnError) {
  const auto thrown = [](const std::function<void()>& body) {
    Examiner examiner(1);
    examiner.edge("a part", body);
    examiner.edge("a part that throws",
                  [&] { examiner.throws<horloge::IndexError>(body, "here"); });
    return examiner.trace();
  };
  const Trace one = thrown([] { throw horloge::ShapeError("[f] no"); });
  EXPECT_TRUE(same_everywhere(one, thrown([] { throw horloge::ShapeError("K is odd"); })));
  EXPECT_FALSE(same_everywhere(one, thrown([] { throw horloge::ValueError("[f] no"); })));
  EXPECT_FALSE(same_everywhere(one, thrown([] {
                                 const horloge::Tensor x(horloge::zeros({2, 3}), false);
                                 horloge::matmul(x, x);
                               })));
}

TEST(Naming, AMistakeIsSharedInSomeParts) {
  const Examiner answer = examined({7, 2, 3, 5});
  EXPECT_TRUE(agree_in({true, false, false, false}, answer, first_and_last[0]));
  EXPECT_TRUE(agree_in({true, true, true, false}, answer, first_and_last[0]));
  EXPECT_FALSE(agree_in({true, false, false, true}, answer, first_and_last[0]));
}

TEST(Naming, TwoMistakesThatFailInDifferentParts) {
  EXPECT_THAT(joint_mistakes(examined({7, 2, 8, 9}), first_and_last), ElementsAre("first", "last"));
}

TEST(Naming, TwoMistakesWhereBothFailMayGiveAnything) {
  const auto known = known_mistakes({{"a", {7, 5, 3, 4}}, {"b", {1, 6, 8, 4}}});
  EXPECT_THAT(joint_mistakes(examined({7, 55, 8, 4}), known), ElementsAre("a", "b"));
  EXPECT_THAT(joint_mistakes(examined({7, 2, 8, 4}), known), IsEmpty());
}

TEST(Naming, NothingIsSaidOfWhatTwoDoNotExplain) {
  EXPECT_THAT(joint_mistakes(examined({7, 2, 8, 5}), first_and_last), IsEmpty());
  EXPECT_THAT(joint_mistakes(examined({7, 5, 8, 9}), first_and_last), IsEmpty());
  EXPECT_THAT(joint_mistakes(examined({7, 2, 3, 4}), first_and_last), IsEmpty());
}

TEST(Naming, NothingIsSaidWhereSeveralPairsFit) {
  const auto known =
      known_mistakes({{"a", {7, 5, 3, 4}}, {"b", {1, 6, 8, 4}}, {"c", {1, 9, 8, 4}}});
  EXPECT_THAT(joint_mistakes(examined({7, 55, 8, 4}), known), IsEmpty());
}

// Parts of values, one of edges, one of gradients, the last of values again.
Examiner examined_by_kind(const Numbers& got) {
  Examiner examiner(1);
  const std::vector<Kind> kinds = {Kind::values, Kind::edge, Kind::gradient, Kind::values};
  for (std::size_t i = 0; i < got.size(); ++i)
    examiner.part(kinds[i], "a part", [&] { examiner.equal(got[i], double(i + 1)); });
  return examiner;
}

std::vector<KnownTrace> known_by_kind(const std::vector<std::pair<std::string, Numbers>>& all) {
  std::vector<KnownTrace> known;
  for (const auto& [id, got] : all) known.emplace_back(id, examined_by_kind(got));
  return known;
}

TEST(Naming, AMistakeInTheMainThatDoesSomethingElseAtTheEdges) {
  const auto main = [](const Numbers& got, const std::vector<KnownTrace>& known) {
    return main_mistake(examined_by_kind(got), Explains::all_but_edges, known);
  };
  auto known = known_by_kind({{"a", {7, 5, 8, 4}}, {"at the edge", {1, 5, 3, 4}}});
  EXPECT_THAT(main({7, 6, 8, 4}, known), ElementsAre("a"));
  EXPECT_THAT(main({7, 6, 8, 5}, known), IsEmpty());
  EXPECT_THAT(main({7, 6, 9, 4}, known), IsEmpty());
  EXPECT_THAT(main({8, 5, 8, 4}, known), IsEmpty());
  EXPECT_THAT(main({1, 6, 3, 4}, known), IsEmpty());
  known.push_back(known_by_kind({{"b", {7, 2, 8, 4}}})[0]);
  EXPECT_THAT(main({7, 6, 8, 4}, known), IsEmpty());
}

// The way back repeats it, or does not, or is wrong in its own way.
TEST(Naming, AMistakeInTheValuesWhateverTheWayBackDoes) {
  const auto main = [](const Numbers& got) {
    return main_mistake(examined_by_kind(got), Explains::values,
                        known_by_kind({{"a", {7, 2, 3, 4}}, {"back", {1, 2, 8, 4}}}));
  };
  EXPECT_THAT(main({7, 6, 9, 4}), ElementsAre("a"));
  EXPECT_THAT(main({7, 2, 9, 5}), IsEmpty());
  EXPECT_THAT(main({8, 2, 9, 4}), IsEmpty());
  EXPECT_THAT(main({1, 2, 9, 4}), IsEmpty());
}

// That an error was thrown says nothing of what is wrong.
TEST(Naming, NoMistakeInTheMainWithoutWrongNumbers) {
  const auto thrown = [] {
    Examiner examiner(1);
    examiner.values("a part", [] { throw std::runtime_error("no"); });
    return examiner;
  };
  const std::vector<KnownTrace> known = {{"a", thrown()}};
  EXPECT_THAT(main_mistake(thrown(), Explains::all_but_edges, known), IsEmpty());
}

// What is kept from call to call cannot be told from what is wrong in the first place.
TEST(Examiner, SkipsWhatWouldBlameTheWrongThing) {
  const auto finding = [](bool right, bool alone) {
    Examiner examiner(1);
    if (alone) examiner.take([](std::size_t part) { return part == 1; });
    bool looked = false;
    examiner.values("a part", [&] { examiner.holds(right, "wrong"); });
    examiner.if_right_so_far(Kind::edge, "begins anew", [&] { looked = true; });
    EXPECT_EQ(examiner.findings()[1].skipped, !looked);
    EXPECT_TRUE(examiner.findings()[1].ok);
    EXPECT_EQ(examiner.trace().size(), 2U);
    return looked;
  };
  EXPECT_TRUE(finding(true, false));
  EXPECT_FALSE(finding(false, false));
  EXPECT_TRUE(finding(false, true));
}

TEST(Examiner, APartHasItsOwnRandomNumbers) {
  const auto second_part = [](int drawn_before) {
    Examiner examiner(5);
    double number = 0;
    examiner.values("draws", [&] {
      for (int i = 0; i < drawn_before; ++i) examiner.rng().normal();
    });
    examiner.values("draws", [&] { number = examiner.rng().normal(); });
    return number;
  };
  EXPECT_EQ(second_part(0), second_part(3));
  EXPECT_NE(second_part(0), Examiner(5).rng().normal());
}

TEST(Examiner, KnowsWhichPartsDifferFromSeedToSeed) {
  Examiner examiner(1);
  const auto random = [&](const std::function<void()>& body) {
    examiner.values("a part", body);
    return examiner.findings().back().random;
  };
  EXPECT_FALSE(random([] {}));
  EXPECT_TRUE(random([&] { examiner.rng().normal(); }));
  EXPECT_FALSE(random([&] { examiner.holds(true, ""); }));
  const horloge::Tensor x(horloge::Array{1, 2}, true);
  const auto same = [](const auto& inputs) { return inputs[0]; };
  EXPECT_TRUE(random([&] { examiner.same_gradients(same, same, {x.array()}, {"x"}); }));
  examiner.rng();  // between parts: whoever keeps it may draw from it in any
  EXPECT_TRUE(random([] {}));
}

TEST(Examiner, MeasuresTheSlopesOfAFunctionOnceASeed) {
  using Tensors = std::vector<horloge::Tensor>;
  using Arrays = std::vector<horloge::Array>;
  std::size_t asked = 0;
  const auto passes = [&](std::uint64_t seed) {
    Examiner examiner(seed);
    examiner.gradient("a part", [&] {
      const Arrays x = {{1, 2}};
      examiner.same_gradients([](const Tensors& in) { return in[0] + in[0]; },
                              [&](const Arrays& in) -> horloge::Array {
                                ++asked;
                                return 2 * in[0];
                              },
                              x, {"x"});
      examiner.same_gradients([](const Tensors& in) { return in[0] * in[0]; },
                              [](const Arrays& in) -> horloge::Array { return in[0] * in[0]; }, x,
                              {"x"});
    });
    return examiner.passed();
  };
  EXPECT_TRUE(passes(7));
  const std::size_t first = asked;
  EXPECT_TRUE(passes(7));
  EXPECT_EQ(asked, first + 1) << "for the shape alone";
  EXPECT_TRUE(passes(8));
  EXPECT_EQ(asked, 2 * first + 1);
}

TEST(Examiner, TellsWhatToDoWithAViewThatSkipsNumbers) {
  Examiner examiner(1);
  examiner.values("a part", [] {
    throw std::runtime_error(
        "xlinalg.hpp:797: assertion failed (t.layout() == "
        "layout_type::row_major || t.layout() == layout_type::column_major)");
  });
  EXPECT_THAT(examiner.findings()[0].message, testing::HasSubstr("put it into an Array first"));
}

TEST(Examiner, TellsThatShapesDoNotFitTogether) {
  Examiner examiner(1);
  examiner.values("a part", [] {
    throw std::runtime_error("Broadcast shape has fewer elements than original expression.");
  });
  EXPECT_THAT(examiner.findings()[0].message, testing::HasSubstr("shapes do not fit together"));
}

TEST(Program, RepeatsWithEverySeedWhatIsRandom) {
  std::string parts;
  Exam exam;
  exam.check = [&](const void*, Examiner& examiner) {
    parts += ' ';
    examiner.shape("is plain", [&] { parts += 'p'; });
    examiner.values("is random", [&] {
      parts += 'r';
      examiner.holds(examiner.rng().normal({4})(0) < 10, "ten standard deviations");
    });
  };
  EXPECT_TRUE(try_seeds(exam, nullptr, 1, 4));
  EXPECT_EQ(parts, " pr r r pr");
}

TEST(Program, FailsWithTheFirstSeedThatFails) {
  Exam exam;
  int checks = 0;
  exam.check = [&](const void*, Examiner& examiner) {
    ++checks;
    examiner.values("is right", [&] {
      examiner.rng();
      examiner.holds(examiner.seed() != 3, "wrong");
    });
  };
  EXPECT_FALSE(try_seeds(exam, nullptr, 1, 9));
  EXPECT_EQ(checks, 3);
}

TEST(Program, ChecksOnOneThread) {
  openblas_set_num_threads(2);
  std::vector<int> threads;
  Exam exam;
  exam.check = [&](const void*, Examiner&) { threads.push_back(openblas_get_num_threads()); };
  exam.mistakes.push_back({"any", "nothing", nullptr});
  char name[] = "check", flag[] = "--mistakes";
  char* arguments[] = {name, flag, nullptr};
  run_exam(2, arguments, exam);
  ASSERT_FALSE(threads.empty());
  for (const int n : threads) EXPECT_EQ(n, 1);
}

}  // namespace
}  // namespace exercise
