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

}  // namespace
}  // namespace runner
