// What a check reports, and what an answer adds to it.

#include "course/runner/report.h"

#include <gmock/gmock.h>

namespace runner {
namespace {

const char* const end_event =
    R"({"event":"end","kind":"values","sentence":"adds","ok":false,"message":"1 of 2 differ"})";

TEST(Report, PartsAndWhatIsSaidOfThem) {
  Verdict verdict;
  const Report report =
      read_report(std::string(R"({"event":"begin","sentence":"adds"})") + "\n" + end_event + "\n" +
                      R"({"event":"verdict","passed":false,"seed":7})" + "\n" +
                      R"({"event":"likeness","sentence":"the sign","about":"memory"})" + "\n" +
                      R"({"event":"case","lines":["got","want"]})" + "\n",
                  verdict);
  EXPECT_TRUE(report.ended);
  EXPECT_EQ(report.current, "adds");
  ASSERT_EQ(verdict.parts.size(), 1U);
  EXPECT_EQ(verdict.parts[0].message, "1 of 2 differ");
  EXPECT_EQ(verdict.seed, 7U);
  EXPECT_EQ(verdict.likeness, "the sign");
  EXPECT_EQ(verdict.likeness_about, "memory");
  EXPECT_THAT(verdict.failing_case, testing::ElementsAre("got", "want"));
}

TEST(Report, WhatIsNoReportIsPassedOver) {
  for (const char* const line :
       {"hello", "{", "7", "null", R"({"event":7})", R"({"event":"end"})",
        R"({"event":"end","kind":1,"sentence":2,"ok":3,"message":4})",
        R"({"event":"verdict","passed":"yes","seed":1})", R"({"event":"verdict","passed":true})",
        R"({"event":"mistake","id":null})", R"({"event":"case","lines":[1]})"}) {
    Verdict verdict;
    verdict.outcome = Outcome::failed;
    const Report report = read_report(std::string(end_event) + "\n" + line + "\n", verdict);
    EXPECT_FALSE(report.ended) << line;
    EXPECT_EQ(verdict.outcome, Outcome::failed) << line;
    EXPECT_EQ(verdict.parts.size(), 1U) << line;
  }
}

TEST(Report, WhatCutsAProgramShort) {
  Verdict verdict;
  EXPECT_TRUE(read_report(R"({"event":"stack overflow"})", verdict).stack_overflow);
  EXPECT_TRUE(read_report(R"({"event":"terminate"})", verdict).threw_wildly);
}

TEST(Report, BelievesWhatIsSealed) {
  const exercise::SealKey key{1, 2}, other{1, 3};
  const std::string passed = R"({"event":"verdict","passed":true,"seed":1})";
  const auto sealed = [&](const exercise::SealKey& by, const std::string& text) {
    return exercise::seal_of(by, text) + " " + text + "\n";
  };
  const auto outcome = [&](const std::string& text) {
    Verdict verdict;
    verdict.outcome = Outcome::failed;
    read_report(text, verdict, key);
    return verdict.outcome;
  };
  EXPECT_EQ(outcome(sealed(key, end_event) + sealed(key, passed)), Outcome::passed);
  EXPECT_EQ(outcome(sealed(key, end_event) + passed + "\n"), Outcome::failed);
  EXPECT_EQ(outcome(sealed(key, end_event) + sealed(other, passed)), Outcome::failed);
  EXPECT_EQ(outcome(sealed(key, end_event) + exercise::seal_of(key, end_event) + " " + passed),
            Outcome::failed);
  Verdict verdict;
  EXPECT_TRUE(read_report(R"({"event":"terminate"})", verdict, key).threw_wildly);
  EXPECT_FALSE(read_report(passed, verdict, key).ended);
}

// From the reference implementation of SipHash-2-4: the key 00 … 0f, the text 00 … 0e.
TEST(Report, SealsAsSipHashDoes) {
  std::string text;
  for (char c = 0; c < 15; ++c) text += c;
  const exercise::SealKey key{0x0706050403020100, 0x0f0e0d0c0b0a0908};
  EXPECT_EQ(exercise::seal_of(key, text), "a129ca6149be45e5");
  EXPECT_EQ(exercise::seal_of(key, ""), "726fdb47dd0e0e31");
}

}  // namespace
}  // namespace runner
