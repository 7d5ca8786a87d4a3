#include "course/stage/results.h"

#include "course/stage/lines.h"

namespace stage {
namespace {

constexpr const char* figure_begins = "[figure]";
constexpr const char* figure_ends = "[end of figure]";

}  // namespace

std::string stored_result(const std::vector<Piece>& printed,
                          const Terminal& terminal) {
  std::string result;
  for (const Piece& piece : printed) {
    const std::string text = passage_of(piece).text(terminal);
    result += piece.is_figure ? std::string(figure_begins) + "\n" + text +
                                    figure_ends + "\n"
                              : text;
  }
  return result;
}

std::vector<Piece> pieces_of_stored(std::string_view result) {
  const auto new_piece = [](const std::string& text, bool is_figure) {
    return Piece{std::make_shared<std::string>(text), nullptr, is_figure};
  };
  std::vector<Piece> pieces{new_piece(stored_sentence, false)};
  for (const std::string& line : lines_of(result)) {
    if (line == figure_begins)
      pieces.push_back(new_piece("", true));
    else if (line == figure_ends)
      pieces.push_back(new_piece("", false));
    else
      *pieces.back().text += line + "\n";
  }
  if (pieces.back().text->empty()) pieces.pop_back();
  return pieces;
}

}  // namespace stage
