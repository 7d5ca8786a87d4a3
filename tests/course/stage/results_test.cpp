// Results that are stored and shown again.

#include "course/stage/results.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "horloge/core/error.h"
#include "horloge/core/shape.h"
#include "support/error_of.h"

namespace stage {
namespace {

Page page_with_figures(const Terminal& terminal) {
  horloge::HeatMap map;
  map.values = horloge::zeros({1, 3});
  map.values(0, 1) = 1 / horloge::real{3};
  horloge::Lines lines;
  lines.lines = {{"a third", {0, 1. / 3}, {1, 2. / 3}}};
  Page page(terminal, 0);
  page.print("one\n");
  page.show(map);
  page.show(lines);
  page.print("two\n");
  return page;
}

std::string text_of(const std::vector<Piece>& pieces, const Terminal& terminal) {
  std::string text;
  for (const Piece& piece : pieces) text += passage_of(piece).text(terminal);
  return text;
}

// Stored at one width, they are drawn at any other as a run would draw them, in colour, too.
TEST(Results, ComeBackAsTheyWere) {
  Terminal terminal;
  const std::string stored = stored_result(page_with_figures(terminal));
  for (const std::size_t columns : {40, 80, 200})
    for (const bool colour : {false, true}) {
      terminal.columns = columns;
      terminal.colour = colour;
      std::vector<Piece> pieces = pieces_of_stored(stored, "");
      Page page = page_with_figures(terminal);
      page.finish();
      EXPECT_EQ(*pieces[0].text, stored_sentence + std::string("one\n\n"));
      *pieces[0].text = "one\n\n";
      EXPECT_EQ(text_of(pieces, terminal), page.printed());
      EXPECT_EQ(std::count_if(pieces.begin(), pieces.end(),
                              [](const Piece& piece) { return piece.figure != nullptr; }),
                2);
    }
}

TEST(Results, AFigureIsOneLineBelowItsMark) {
  Terminal terminal;
  Page page(terminal, 0);
  horloge::Lines lines;
  lines.lines = {{"", {0, 1}, {0.5, 1}}};
  page.show(lines);
  EXPECT_EQ(stored_result(page),
            "[figure]\n{\"kind\":\"lines\",\"lines\":[{\"x\":[0,1],\"y\":[0.5,1]}]}\n");
}

TEST(Results, SayWhereAFigureIsNone) {
  const auto refusal = [](const std::string& stored) {
    return horloge::test::error_of<horloge::FileError>(
        [&] { pieces_of_stored(stored, "[lesson] results/a.txt"); });
  };
  EXPECT_THAT(refusal("one\n[figure]\n{\"kind\": \"lines\"\n"),
              testing::StartsWith("[lesson] results/a.txt, line 3: "));
  EXPECT_THAT(refusal("[figure]"), testing::StartsWith("[lesson] results/a.txt, line 2: "));
  EXPECT_EQ(refusal("[figure]\n{}\n"),
            "[lesson] results/a.txt, line 2: \"kind\" must be \"heat_map\", \"lines\", "
            "\"scatter\" or \"graph\", not \"\"");
  EXPECT_EQ(refusal("no figure\n"), "no error");
}

TEST(Results, AreWrappedWhereTheyAreText) {
  Terminal terminal;
  terminal.columns = 20;
  const auto pieces = pieces_of_stored("1234567890 1234567890 1234567890\n", "");
  ASSERT_EQ(pieces.size(), 1U);
  EXPECT_FALSE(passage_of(pieces[0]).together);
  EXPECT_THAT(passage_of(pieces[0]).text(terminal), testing::HasSubstr("\n1234567890\n"));
}

}  // namespace
}  // namespace stage
