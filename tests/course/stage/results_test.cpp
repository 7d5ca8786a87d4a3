// Results that are stored and shown again.

#include "course/stage/results.h"

#include <gtest/gtest.h>

#include "horloge/core/shape.h"

namespace stage {
namespace {

TEST(Results, ComeBackAsTheyWere) {
  Terminal terminal;
  horloge::HeatMap map;
  map.values = horloge::zeros({1, 1});
  Page page(terminal, 0);
  page.print("one\n");
  page.show(map);
  page.show(map);
  page.print("two\n");
  const std::vector<Piece> pieces = pieces_of_stored(stored_result(page));
  std::string text;
  std::size_t figures = 0;
  for (const Piece& piece : pieces) {
    text += passage_of(piece).text(terminal);
    figures += piece.is_figure ? 1 : 0;
  }
  EXPECT_EQ(text, stored_sentence + page.printed());
  EXPECT_EQ(figures, 2U);
}

TEST(Results, AreCutWhereTheyAreFiguresAndWrappedWhereTheyAreText) {
  Terminal terminal;
  terminal.columns = 20;
  const std::string long_line = "1234567890 1234567890 1234567890\n";
  const auto pieces = pieces_of_stored(long_line + "[figure]\n" + long_line + "[end of figure]\n");
  ASSERT_EQ(pieces.size(), 2U);
  EXPECT_EQ(passage_of(pieces[1]).text(terminal), "1234567890 1234567..\n");
  EXPECT_TRUE(passage_of(pieces[1]).together);
  EXPECT_NE(passage_of(pieces[0]).text(terminal).find("\n1234567890\n"), std::string::npos);
}

}  // namespace
}  // namespace stage
