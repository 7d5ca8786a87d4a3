#include "course/stage/results.h"

#include "course/stage/lines.h"
#include "course/stage/outcome.h"

namespace stage {
namespace {

constexpr const char* figure_begins = "[figure]";
constexpr const char* figure_ends = "[end of figure]";
constexpr std::string_view came_out_mark = "[came out] ";

}  // namespace

std::string stored_result(const Page& page) {
  std::string result;
  for (const Piece& piece : page.pieces()) {
    const std::string text = passage_of(piece).text(page.terminal());
    result += piece.is_figure ? std::string(figure_begins) + "\n" + text +
                                    figure_ends + "\n"
                              : text;
  }
  if (page.outcome())
    result += std::string(came_out_mark) + kept_text(*page.outcome()) + "\n";
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
    else if (line.rfind(came_out_mark, 0) != 0)
      *pieces.back().text += line + "\n";
  }
  if (pieces.back().text->empty()) pieces.pop_back();
  return pieces;
}

std::optional<Outcome> outcome_of_stored(const Prediction& prediction,
                                         std::string_view result) {
  for (const std::string& line : lines_of(result))
    if (line.rfind(came_out_mark, 0) == 0)
      return outcome_of(prediction, line.substr(came_out_mark.size()));
  return {};
}

}  // namespace stage
