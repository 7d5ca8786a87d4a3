#include "course/stage/results.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "course/content/lines.h"
#include "course/stage/outcome.h"
#include "horloge/figures/figure_json.h"
#include "horloge/text/json.h"

namespace stage {
namespace {

constexpr const char* figure_mark = "[figure]";
constexpr std::string_view came_out_mark = "[came out] ";

std::string figure_line(const horloge::Figure& figure) {
  constexpr auto replace = nlohmann::json::error_handler_t::replace;
  return horloge::json_of(figure).dump(-1, ' ', false, replace) + "\n";
}

Piece figure_piece(const std::string& line, const std::string& where) {
  return {nullptr, std::make_shared<const horloge::Figure>(horloge::figure_of(
                       horloge::parse_json(line, where), where))};
}

}  // namespace

std::string stored_result(const Page& page) {
  std::string result;
  for (const Piece& piece : page.pieces())
    result += piece.figure
                  ? std::string(figure_mark) + "\n" + figure_line(*piece.figure)
                  : passage_of(piece).text(page.terminal());
  if (page.outcome())
    result += std::string(came_out_mark) + kept_text(*page.outcome()) + "\n";
  return result;
}

std::vector<Piece> pieces_of_stored(std::string_view result,
                                    const std::string& where) {
  std::vector<Piece> pieces{
      {std::make_shared<std::string>(stored_sentence), nullptr}};
  const std::vector<std::string> lines = content::lines_of(result);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i] == figure_mark) {
      const std::string line = i + 1 < lines.size() ? lines[i + 1] : "";
      pieces.push_back(
          figure_piece(line, fmt::format("{}, line {}: ", where, i + 2)));
      ++i;
    } else if (!content::begins_with(lines[i], came_out_mark)) {
      if (pieces.back().figure)
        pieces.push_back({std::make_shared<std::string>(), nullptr});
      *pieces.back().text += lines[i] + "\n";
    }
  }
  return pieces;
}

std::optional<Outcome> outcome_of_stored(const Prediction& prediction,
                                         std::string_view result) {
  for (const std::string& line : content::lines_of(result))
    if (content::begins_with(line, came_out_mark))
      return outcome_of(prediction, line.substr(came_out_mark.size()));
  return {};
}

}  // namespace stage
