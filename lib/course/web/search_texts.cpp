#include "course/web/search_texts.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "course/runner/find.h"
#include "course/web/claim_page.h"
#include "course/web/notebook_page.h"
#include "course/web/packed.h"
#include "horloge/nn/position/names.h"

namespace web {
namespace {

using runner::Spot;

// For scripts, and for the words of each kind: "search.in.lesson".
const char* name_of(Spot::Kind kind) {
  switch (kind) {
    case Spot::Kind::lesson:
      return "lesson";
    case Spot::Kind::step:
      return "step";
    case Spot::Kind::exercise:
      return "exercise";
    case Spot::Kind::claim:
      return "claim";
    case Spot::Kind::notebook:
      return "notebook";
    case Spot::Kind::cell:
      return "cell";
    case Spot::Kind::playground:
      return "playground";
    case Spot::Kind::scheme:
      return "scheme";
    case Spot::Kind::model:
      return "model";
    case Spot::Kind::command:
      return "command";
  }
  return "";
}

class Places {
 public:
  Places(const Maker& maker, const std::vector<runner::Notebook>& notebooks)
      : maker_(maker), notebooks_(notebooks) {}

  // The page that shows a spot. `nth` is the step's place in its lesson.
  std::string page_of_spot(const Spot& spot, std::size_t nth) const {
    const runner::LessonEntry* const lesson =
        maker_.course().find_lesson(spot.number);
    switch (spot.kind) {
      case Spot::Kind::lesson:
        return page_of(*lesson);
      case Spot::Kind::step:
        return page_of(*lesson) + "#" +
               anchor_of(lesson->readme.steps[nth].heading);
      case Spot::Kind::exercise:
        return page_of(maker_.course().find_exercise(spot.name));
      case Spot::Kind::claim:
        return page_of_claim(spot.number);
      case Spot::Kind::notebook:
        return page_of_notebook(spot.number);
      case Spot::Kind::cell:
        return page_of_notebook(spot.number) + "#cell-" + spot.name;
      case Spot::Kind::playground:
        return "playground.html";
      case Spot::Kind::scheme:
        return scheme_page(spot.name);
      case Spot::Kind::model:
        return page_of(*maker_.course().find_lesson(lesson_of_models));
      case Spot::Kind::command:
        return "index.html#terminal";
    }
    return "";
  }

 private:
  static constexpr int lesson_of_models = 14;

  std::string page_of_notebook(int number) const {
    return page_of(*std::find_if(
        notebooks_.begin(), notebooks_.end(),
        [&](const runner::Notebook& one) { return one.number == number; }));
  }

  // The playground knows the schemes that have a name.
  static std::string scheme_page(const std::string& name) {
    const auto& named = horloge::position_names();
    return std::count(named.begin(), named.end(), name) == 0
               ? "playground.html"
               : "playground.html#scheme=" + name;
  }

  const Maker& maker_;
  const std::vector<runner::Notebook>& notebooks_;
};

}  // namespace

std::string search_script(const Maker& maker,
                          const std::vector<runner::Notebook>& notebooks) {
  const Places places(maker, notebooks);
  // A list for each field: texts beside their like are packed smaller.
  auto all = nlohmann::json::object();
  std::size_t nth = 0;
  const Spot* before = nullptr;
  const std::vector<Spot> spots = runner::spots_of(maker.course());
  for (const Spot& spot : spots) {
    const bool same_lesson = before != nullptr && before->kind == spot.kind &&
                             before->number == spot.number;
    nth = same_lesson ? nth + 1 : 0;
    before = &spot;
    const std::string kind = name_of(spot.kind);
    const nlohmann::json one = {
        {"kind", kind},
        {"n", spot.number},
        {"at", places.page_of_spot(spot, nth)},
        {"in",
         maker.words()("search.in." + kind, {{"n", std::to_string(spot.number)},
                                             {"cell", spot.name},
                                             {"where", spot.where}})},
        {"title", spot.title},
        {"names", spot.names},
        {"text", spot.text},
        {"code", spot.code}};
    for (const auto& [field, value] : one.items()) all[field].push_back(value);
  }
  const nlohmann::json data = {{"spots", all},
                               {"names", runner::names_of(maker.course())}};
  constexpr auto replace = nlohmann::json::error_handler_t::replace;
  return "horloge.packedSearch = \"" +
         packed_letters(data.dump(-1, ' ', false, replace)) + "\";\n";
}

}  // namespace web
