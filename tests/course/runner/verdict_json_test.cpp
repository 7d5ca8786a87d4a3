// Verdicts on what was checked elsewhere: the words are those of the screen.

#include "course/runner/verdict_json.h"

#include <nlohmann/json.hpp>

#include "course/runner/screen.h"
#include "course/runner/verdict_words.h"
#include "scratch.h"
#include "support/matchers.h"

namespace runner {
namespace {

using nlohmann::json;

json ask(const json& result, const std::string& source = "int x;\n") {
  return json::parse(verdict_json(json{
      {"exercise", "table"},
      {"file", "table.cpp"},
      {"source", source},
      {"seconds", 1.25},
      {"reread", "\"Clock\" explains it."},
      {"result", result}}.dump()));
}

json part(const char* sentence, bool ok, const char* message = "") {
  return {{"event", "end"},
          {"kind", "values"},
          {"sentence", sentence},
          {"ok", ok},
          {"message", message}};
}

json ended(bool passed) { return {{"event", "verdict"}, {"passed", passed}, {"seed", 7}}; }

std::string texts(const json& lines, const std::string& kind) {
  std::string all;
  for (const json& line : lines)
    if (line.at("kind") == kind) all += line.at("text").get<std::string>() + "\n";
  return all;
}

TEST(VerdictJson, AllPartsPass) {
  const json said =
      ask({{"outcome", "checked"}, {"events", {part("is right", true), ended(true)}}});
  EXPECT_EQ(said.at("outcome"), "passed");
  EXPECT_EQ(said.at("seed"), 7);
  EXPECT_EQ(texts(said.at("lines"), "passed"), "is right\n");
  EXPECT_EQ(texts(said.at("closing"), "closing"), "All parts pass (1.2 s).\n");
}

TEST(VerdictJson, AKnownMistakeAndWhatFailed) {
  const json said =
      ask({{"outcome", "checked"},
           {"events",
            {part("a", false, "1 of 2 differ"),
             part("b", false, "no"),
             part("c", false, "never"),
             {{"event", "mistake"}, {"id", "swapped"}, {"sentence", "they are swapped"}},
             ended(false)}}});
  EXPECT_EQ(said.at("outcome"), "failed");
  EXPECT_EQ(said.at("mistake"), "swapped");
  EXPECT_EQ(texts(said.at("lines"), "failed"), "a: 1 of 2 differ\nb: no\n");
  EXPECT_EQ(texts(said.at("lines"), "brief"), "c\n");
  EXPECT_EQ(texts(said.at("full"), "failed"), "a: 1 of 2 differ\nb: no\nc: never\n");
  EXPECT_EQ(texts(said.at("lines"), "remark"), "It looks as if they are swapped. [swapped]\n");
}

TEST(VerdictJson, TheSmallestCase) {
  const json said = ask({{"outcome", "checked"},
                         {"events",
                          {part("a", false, "1 of 2 differ; worst at (0)"),
                           {{"event", "case"}, {"lines", {"row 1", "row 2"}}},
                           ended(false)}}});
  EXPECT_EQ(texts(said.at("lines"), "case-row"), "row 1\nrow 2\n");
  EXPECT_EQ(texts(said.at("lines"), "reread"), "\"Clock\" explains it.\n");
}

TEST(VerdictJson, WhatDidNotComeToItsEnd) {
  const json begin = {{"event", "begin"}, {"sentence", "has the values"}};
  const auto why = [&](const char* reason, const char* signal = "") {
    const json said = ask({{"outcome", "ended"},
                           {"why", reason},
                           {"events", {begin}},
                           {"signal", signal},
                           {"status", nullptr},
                           {"printed", "so far\n"}});
    EXPECT_EQ(said.at("printed"), "so far\n");
    return said.at("outcome").get<std::string>() + ": " + texts(said.at("lines"), "failed");
  };
  EXPECT_THAT(why("time"),
              testing::StartsWith("out-of-time: it was still running after 10 seconds"));
  EXPECT_THAT(why("time"), HasSubstr("The check was at \"has the values\"."));
  EXPECT_THAT(why("flood"), HasSubstr("out-of-time: it printed more than 16 megabytes"));
  EXPECT_THAT(why("crash", "SIGFPE"),
              HasSubstr("crashed: it crashed: an integer was divided by zero."));
  EXPECT_THAT(why("crash"),
              HasSubstr("crashed: your code ended the whole program, with status 0."));
}

TEST(VerdictJson, EveryCompileErrorHasItsPlace) {
  const json said = ask({{"outcome", "compiled-not"},
                         {"log",
                          "table.cpp:2:9: error: expected ';' after expression\n"
                          "table.cpp:4:3: error: use of undeclared identifier 'a'\n"}},
                        "void f() {\n  int b = 1\n  int c;\n  a = 2;\n}\n");
  EXPECT_EQ(said.at("outcome"), "does-not-compile");
  EXPECT_EQ(said.at("error_count"), 2);
  ASSERT_EQ(said.at("errors").size(), 2U);
  EXPECT_EQ(said["errors"][0]["line"], 2);
  EXPECT_EQ(said["errors"][0]["sentence"], "It does not compile, line 2: a semicolon is missing.");
  EXPECT_EQ(said["errors"][0]["about"], "a semicolon is missing");
  EXPECT_EQ(said["errors"][1]["line"], 4);
  EXPECT_EQ(said["errors"][1]["column"], 3);
  EXPECT_THAT(std::string(said["errors"][1]["says"]),
              testing::StartsWith("The compiler says: use of"));
}

TEST(VerdictJson, ARequestThatIsNoneIsRefused) {
  EXPECT_THAT(verdict_json("{"), HasSubstr("\"error\":"));
  EXPECT_THAT(verdict_json("{}"), HasSubstr("\"error\":"));
}

TEST(VerdictJson, APageSaysWhatTheScreenSays) {
  Verdict verdict;
  verdict.outcome = Outcome::unwritten;
  verdict.parts = {{"shape", "has rows", true, false, ""},
                   {"edge", "refuses an odd size", false, true, "table: not written yet, a.cpp:9"}};
  const Scratch scratch;
  const std::string screen = show_verdict(scratch.session(200), scratch.exercise(), verdict, false);
  for (const auto& lines :
       {verdict_lines({"table", ""}, verdict, false), closing_lines({"table", ""}, verdict)})
    for (const VerdictLine& line : lines) EXPECT_THAT(screen, HasSubstr(line.text));
}

}  // namespace
}  // namespace runner
