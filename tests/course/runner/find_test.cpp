// Where the course speaks of something.

#include "course/runner/find.h"

#include <gmock/gmock.h>

#include <fstream>

#include "course/runner/search_words.h"
#include "horloge/core/error.h"
#include "scratch.h"

namespace fs = std::filesystem;

namespace runner {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(SearchWords, HaveNoCaseAndNoAccents) {
  EXPECT_THAT(search_words("L'Élève PE(pos, 2i)"), ElementsAre("l", "eleve", "pe", "pos", "2i"));
  EXPECT_THAT(search_words("place de\u0301cale\u0301e"), ElementsAre("place", "decalee"));
  EXPECT_THAT(search_words(""), ElementsAre());
}

TEST(SearchWords, TakeHyphensApartAndTogether) {
  EXPECT_THAT(search_words("a self-attention"),
              ElementsAre("a", "self", "attention", "selfattention"));
  EXPECT_THAT(search_words("div_term"), ElementsAre("div", "term", "divterm"));
}

TEST(SearchWords, MatchFromTheirBeginning) {
  EXPECT_TRUE(begins_with("rotations", "rotation"));
  EXPECT_FALSE(begins_with("properties", "rope"));
  EXPECT_TRUE(begins_with("旋转位置编码", "位置编码"));
}

class FindTest : public testing::Test {
 protected:
  static std::vector<std::string> where(const std::vector<std::string>& words) {
    std::vector<std::string> all;
    for (const Spot* const spot : find_spots(spots, words)) all.push_back(spot->where);
    return all;
  }

  std::string refusal(const std::vector<std::string>& words) {
    try {
      show_found(scratch.session(), words);
    } catch (const horloge::ValueError& e) {
      return e.what();
    }
    return "none";
  }

  Scratch scratch;
  static inline const std::vector<Spot> spots = {
      {"./learn 4", "A clock · sinusoidal positions", "", ""},
      {"./learn 4 --step 1", "The formula", "double div_term = 1;", "an encoding of positions"},
      {"./learn 4 --step 2", "Rotations", "", "each position, each position, encoding"},
      {"./learn watch table", "exercise table", "", "the encoding, once"}};
};

TEST_F(FindTest, TitlesComeFirstThenTextThenCode) {
  EXPECT_THAT(where({"position"}),
              ElementsAre("./learn 4", "./learn 4 --step 2", "./learn 4 --step 1"));
  EXPECT_THAT(where({"div_term"}), ElementsAre("./learn 4 --step 1"));
  EXPECT_THAT(where({"div term"}), ElementsAre("./learn 4 --step 1"));
  EXPECT_THAT(where({"TABLE"}), ElementsAre("./learn watch table"));
}

TEST_F(FindTest, AllWordsHaveToBeThere) {
  EXPECT_THAT(where({"encoding", "rotation"}), ElementsAre("./learn 4 --step 2"));
  EXPECT_THAT(where({"encoding", "zebra"}), ElementsAre());
  EXPECT_THAT(where({"-"}), ElementsAre());
}

TEST_F(FindTest, TheCourseIsFoundByTheUsualNames) {
  for (const char* name : {"positional encoding", "Encodage positionnel", "encodage-positionnel",
                           "位置编码", "RoPE", "sinusoidal_table"}) {
    const std::string found = show_found(scratch.session(), {name});
    EXPECT_THAT(found, HasSubstr("./learn ")) << name;
  }
  EXPECT_THAT(show_found(scratch.session(), {"RoPE"}), StartsWith("./learn 9 "));
  EXPECT_THAT(show_found(scratch.session(), {"sinusoidal", "table"}),
              HasSubstr("./learn watch sinusoidal_table"));
  EXPECT_THAT(show_found(scratch.session(), {"alibi"}),
              HasSubstr("lib/horloge/nn/position/alibi.h"));
  EXPECT_THAT(show_found(scratch.session(), {"reset"}), HasSubstr("./learn reset NAME"));
}

TEST_F(FindTest, ShowsTheWordsAroundAHitAndNoMoreThanTen) {
  const std::string found = show_found(scratch.session(), {"attention"});
  EXPECT_THAT(found, testing::ContainsRegex("\nand [0-9]+ more; further words narrow it down\n$"));
  const std::string weights = show_found(scratch.session(), {"topological", "order"});
  EXPECT_THAT(weights, HasSubstr("topological order"));
}

TEST_F(FindTest, FitsTheWindow) {
  for (const std::size_t width : {40, 60, 80}) {
    std::istringstream lines(show_found(scratch.session(width), {"position"}));
    for (std::string line; std::getline(lines, line);)
      EXPECT_LE(stage::display_width(line), width) << line;
  }
}

TEST_F(FindTest, OneSentenceSaysThatNothingIsFound) {
  EXPECT_EQ(refusal({"rotery"}),
            "nothing in the course speaks of 'rotery'; the nearest word is 'rotary'");
  EXPECT_EQ(refusal({"rotary", "xylophone-like"}),
            "nothing in the course speaks of 'xylophone-like'");
  EXPECT_THAT(refusal({"glove", "alibi", "reset"}), HasSubstr("has all of these words"));
  EXPECT_THAT(refusal({"--"}), HasSubstr("looks for words"));
  EXPECT_THAT(refusal({"\xff"}), Not("none"));
}

TEST_F(FindTest, StepsAreCountedAsTheLessonCountsThem) {
  const std::vector<Spot> found = spots_of(scratch.course());
  for (const Lesson& lesson : scratch.course().lessons) {
    std::size_t steps = 0;
    for (const Spot& spot : found)
      steps += spot.where.rfind("./learn " + std::to_string(lesson.number) + " --step", 0) == 0;
    EXPECT_EQ(steps, lesson.steps) << lesson.topic;
  }
}

}  // namespace
}  // namespace runner
