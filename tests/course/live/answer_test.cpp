#include "course/live/answer.h"

#include <gmock/gmock.h>

#include <new>
#include <string>

#include "horloge/core/error.h"

namespace {

using live::Json;

const live::Questions& questions() {
  static const live::Questions all = {
      {"clock.twice", [](const Json& with) -> Json { return 2 * with.at("hour").get<int>(); }},
      {"clock.empty", [](const Json& with) -> Json { return with.empty(); }},
      {"clock.broken",
       [](const Json&) -> Json { throw horloge::ValueError("[clock] it is broken"); }},
      {"clock.large", [](const Json&) -> Json { throw std::bad_alloc(); }},
      {"clock.bytes", [](const Json&) -> Json { return std::string("\xFF!"); }}};
  return all;
}

std::string answer(const std::string& request) { return live::answer(questions(), request); }

TEST(Answer, IsThatOfTheQuestion) {
  EXPECT_EQ(answer(R"({"ask": "clock.twice", "with": {"hour": 3}})"), R"({"answer":6})");
  EXPECT_EQ(answer(R"({"ask": "clock.empty"})"), R"({"answer":true})");
}

TEST(Answer, ErrorsAreSentences) {
  EXPECT_EQ(answer(R"({"ask": "clock.broken"})"), R"({"error":"[clock] it is broken"})");
  EXPECT_EQ(answer(R"({"ask": "clock.large"})"),
            R"({"error":"there is not enough memory for this"})");
  EXPECT_EQ(answer(R"({"ask": "moon"})"), R"({"error":"[live] nothing answers moon"})");
}

TEST(Answer, RefusesWhatIsNoRequest) {
  const std::string rule = R"({"error":"[live] a request is {\"ask\": \"name\", \"with\": {…}}"})";
  for (const char* request : {"7", "{}", R"({"ask": 7})"}) EXPECT_EQ(answer(request), rule);
  EXPECT_EQ(answer(R"({"ask": "clock.empty", "with": 7})"),
            R"({"error":"[live] \"with\" must be an object"})");
  for (const char* request : {"", "{", "hello", "{\"ask\": \"\xFF\"}"})
    EXPECT_THAT(answer(request), testing::StartsWith(R"({"error":"[live] the request)")) << request;
}

TEST(Answer, BytesThatAreNoTextAreReplaced) {
  EXPECT_EQ(answer(R"({"ask": "clock.bytes"})"), "{\"answer\":\"\xEF\xBF\xBD!\"}");
}

}  // namespace
