#include "course/live/arguments.h"

#include <gmock/gmock.h>

#include <cmath>
#include <functional>
#include <string>

#include "horloge/core/error.h"

namespace {

using live::Json;

std::string refused(const std::function<void()>& read) {
  try {
    read();
  } catch (const horloge::ValueError& error) {
    return error.what();
  }
  return "";
}

TEST(Arguments, WholeNumbersHaveBounds) {
  const Json with = {{"n", 3},     {"whole", 3.0}, {"half", 0.5},
                     {"less", -1}, {"text", "3"},  {"large", 1e30}};
  EXPECT_EQ(live::whole_number(with, "n", 3, 3), 3U);
  EXPECT_EQ(live::whole_number(with, "whole", 0, 9), 3U);
  EXPECT_EQ(refused([&] { live::whole_number(with, "n", 4, 9); }),
            "n must be a whole number from 4 to 9, is 3");
  EXPECT_EQ(refused([&] { live::whole_number(with, "half", 0, 9); }),
            "half must be a whole number from 0 to 9, is 0.5");
  for (const char* name : {"less", "text", "large"})
    EXPECT_NE(refused([&] { live::whole_number(with, name, 0, 9); }), "") << name;
  EXPECT_EQ(refused([&] { live::whole_number(with, "m", 0, 9); }), "m is missing");
}

TEST(Arguments, NumbersTextsAndChoices) {
  const Json with = {{"base", 1e4}, {"on", true}, {"word", "chat"}, {"nan", nullptr}};
  EXPECT_EQ(live::number(with, "base", 1, 1e4), 1e4);
  EXPECT_EQ(refused([&] { live::number(with, "base", 1, 100); }),
            "base must be a number from 1 to 100, is 10000.0");
  EXPECT_NE(refused([&] { live::number(with, "nan", 1, 100); }), "");
  EXPECT_TRUE(live::truth(with, "on"));
  EXPECT_EQ(refused([&] { live::truth(with, "word"); }), "word must be true or false, is \"chat\"");
  EXPECT_EQ(live::text(with, "word"), "chat");
  EXPECT_EQ(refused([&] { live::text(with, "on"); }), "on must be a text, is true");
  EXPECT_EQ(live::choice(with, "word", {"chien", "chat"}), "chat");
  EXPECT_EQ(refused([&] {
              live::choice(with, "word", {"chien", "souris"});
            }),
            "word must be one of chien, souris, is \"chat\"");
}

TEST(Arguments, ListsAndMatrices) {
  const Json with = {{"row", {1, 2.5}},
                     {"rows", {{1, 2}, {3, 4}}},
                     {"ragged", {{1, 2}, {3}}},
                     {"words", {{1, "a"}}}};
  EXPECT_THAT(live::numbers(with, "row", 2), testing::ElementsAre(1, 2.5));
  EXPECT_EQ(refused([&] { live::numbers(with, "row", 1); }),
            "row must be a list of at most 1 numbers, is [1,2.5]");
  EXPECT_EQ(live::matrix(with, "rows", 4)(1, 0), 3);
  for (const char* name : {"row", "ragged", "words"})
    EXPECT_THAT(refused([&] { live::matrix(with, name, 4); }),
                testing::HasSubstr("all of one length"))
        << name;
  EXPECT_NE(refused([&] { live::matrix(with, "rows", 3); }), "");
}

TEST(Arguments, LongOnesAreNotRepeated) {
  const Json with = {{"word", std::string(1000, 'a')}};
  EXPECT_EQ(refused([&] { live::truth(with, "word"); }), "word must be true or false, is a string");
}

TEST(ToJson, IsNestedAndShort) {
  const horloge::Array array = {{0.1F, -1}, {1e-9F, NAN}};
  EXPECT_EQ(live::to_json(array).dump(), "[[0.1,-1.0],[1e-09,null]]");
  EXPECT_EQ(live::to_json(horloge::Ids{3, 4}).dump(), "[3,4]");
  EXPECT_EQ(live::to_json(horloge::Array::from_shape({2, 0})).dump(), "[[],[]]");
}

}  // namespace
