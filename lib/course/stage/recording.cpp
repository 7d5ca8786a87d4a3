#include "course/stage/recording.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <vector>

#include "course/stage/outcome.h"
#include "course/stage/page.h"
#include "course/stage/pager.h"
#include "course/stage/results.h"
#include "horloge/figures/figure_json.h"

namespace stage {
namespace {

using Json = nlohmann::ordered_json;

// What a step printed, and what came out of what was asked.
struct Seen {
  std::vector<Piece> pieces;
  std::vector<Table> tables;
  std::optional<Outcome> outcome;
};

Json json_of(const Prediction& prediction) {
  using Kind = Prediction::Kind;
  Json json{{"name", prediction.name}};
  json["kind"] = prediction.kind == Kind::number   ? "number"
                 : prediction.kind == Kind::choice ? "choice"
                                                   : "curve";
  if (!prediction.unit.empty()) json["unit"] = prediction.unit;
  if (prediction.kind == Kind::choice) {
    json["choices"] = prediction.choices;
    return json;
  }
  if (prediction.kind == Kind::curve) {
    json["at"] = prediction.at;
    json["at_unit"] = prediction.at_unit;
  }
  json["within"] = prediction.within;
  json["by_factor"] = prediction.by_factor;
  return json;
}

Json json_of(const Outcome& outcome) {
  return std::visit([](const auto& value) { return Json(value); }, outcome);
}

Json json_of(const std::vector<Piece>& pieces, const Terminal& terminal) {
  Json json = Json::array();
  for (const Piece& piece : pieces) {
    Json one;
    if (piece.figure) one["figure"] = horloge::json_of(*piece.figure);
    one["text"] = passage_of(piece).text(terminal);
    json.push_back(one);
  }
  return json;
}

Seen see(const Step& step, const Prediction* asked, const Terminal& terminal,
         std::uint64_t seed) {
  if (!step.stored.empty())
    return {pieces_of_stored(step.stored,
                             fmt::format("[lesson] results/{}.txt", step.name)),
            {},
            asked == nullptr ? std::optional<Outcome>()
                             : outcome_of_stored(*asked, step.stored)};
  Pager nobody(terminal, [](const std::string&) {});
  Page page(terminal, seed, &nobody);
  step.run(page);
  page.finish();
  return {page.pieces(), page.tables(), page.outcome()};
}

void add_what_it_shows(const Lesson& lesson, const Step& step,
                       const Terminal& terminal, std::uint64_t seed,
                       Json& json) {
  const Prediction* const asked = lesson.prediction_shown_by(step);
  const Seen seen = see(step, asked, terminal, seed);
  json["pieces"] = json_of(seen.pieces, terminal);
  for (const Table& table : seen.tables)
    json["tables"].push_back(Json(json_of(table)));
  if (asked == nullptr) return;
  if (!seen.outcome || !fits(*asked, *seen.outcome))
    throw std::runtime_error(fmt::format(
        "[lesson] `{}` does not say what came out as asked", step.name));
  json["came_out"] = json_of(*seen.outcome);
  json["shows"] = asked->step;
}

}  // namespace

std::string recording_of(const Lesson& lesson, std::uint64_t seed) {
  const Terminal terminal;  // 80 columns, no colour, nobody there
  Json json{{"title", lesson.title}, {"subject", lesson.subject}};
  json["steps"] = Json::array();
  for (const Step& step : lesson.steps) {
    Json one{{"title", step.title}, {"aside", step.aside}};
    one["before"] = step.before;
    if (step.prediction) one["prediction"] = json_of(*step.prediction);
    if (step.run) {
      one["file"] = step.file;
      one["name"] = step.name;
      one["code"] = step.code;
      add_what_it_shows(lesson, step, terminal, seed, one);
      one["after"] = step.after;
    }
    json["steps"].push_back(std::move(one));
  }
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace stage
