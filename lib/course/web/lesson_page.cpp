#include "course/web/lesson_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>
#include <stdexcept>

#include "course/content/lesson_readme.h"
#include "course/web/bundles.h"
#include "course/web/claim_page.h"
#include "course/web/model_picture.h"
#include "horloge/text/json.h"

namespace fs = std::filesystem;

namespace web {
namespace {

// The values of a heat map as whole numbers of a unit, four digits for the
// largest: "0.0474097" is 4741 times 1e-5. Half of the page of lesson 4 would
// be zeros and points.
Json in_whole_numbers(Json figure) {
  double largest = 0;
  for (const Json& row : figure.at("values"))
    for (const Json& value : row) {
      if (!value.is_number()) return figure;
      largest = std::max(largest, std::abs(value.get<double>()));
    }
  if (largest == 0) return figure;
  const double unit = std::pow(10, std::floor(std::log10(largest)) - 3);
  for (Json& row : figure["values"])
    for (Json& value : row) value = std::llround(value.get<double>() / unit);
  figure["unit"] = unit;
  return figure;
}

// More digits than a figure shows only make its page longer.
Json with_four_digits(Json data) {
  if (data.is_number_float())
    return std::stod(fmt::format("{:.4g}", data.get<double>()));
  if (data.is_structured())
    for (Json& part : data) part = with_four_digits(part);
  return data;
}

Json short_data(const Json& figure) {
  return figure.at("kind") == "heat_map"
             ? with_four_digits(in_whole_numbers(figure))
             : with_four_digits(figure);
}

std::string text_of(const Json& json, const char* name) {
  return json.value(name, std::string());
}

class LessonPage {
 public:
  LessonPage(const Maker& maker, const runner::LessonEntry& lesson,
             const Json& recording,
             const std::vector<claims::Notebook>& notebooks)
      : maker_(maker),
        notebooks_(notebooks),
        words_(maker.words()),
        lesson_(lesson),
        recording_(recording),
        steps_(recording.at("steps")) {
    const fs::path places = live_folder() / "places.json";
    if (fs::exists(places)) places_ = horloge::read_json(places, "places");
    std::vector<std::string> titles;
    for (const Json& step : steps_) titles.push_back(text_of(step, "title"));
    lit_ = maker.model().lit(lesson.topic, titles);
  }

  PageText make() {
    page_.file = page_of(lesson_);
    page_.title =
        words_("lesson.window", {{"n", number()}, {"title", lesson_.title}});
    page_.about = lesson_.title + ": " + text_of(recording_, "subject");
    page_.kind = "lesson";
    page_.main = fmt::format(
        "<div class=\"book\" data-lesson=\"{}\">\n{}{}"
        "<main id=\"main\" tabindex=\"-1\">\n{}",
        lesson_.topic, list_of_steps(), model_picture(maker_.model(), words_),
        title());
    for (std::size_t i = 0; i < steps_.size(); ++i) page_.main += step(i);
    page_.main += turns() + "</main>\n</div>\n";
    for (const auto& place : places_)
      if (shown_places_.count(place.at("step")) == 0)
        throw std::runtime_error(
            fmt::format("[web] lesson {} has no step '{}' for a widget",
                        lesson_.number, std::string(place.at("step"))));
    if (!places_.empty()) add_own_files();
    return std::move(page_);
  }

 private:
  std::string number() const { return std::to_string(lesson_.number); }
  fs::path live_folder() const {
    return maker_.course().root / "lessons" / lesson_.topic / "live";
  }
  std::string html(const std::string& markdown) const {
    return html_of_markdown(markdown, maker_.links(lesson_.topic));
  }

  std::string title() const {
    return fmt::format(
        "<header class=\"title\"><div class=\"number\">{}"
        "<nav class=\"beside\" aria-label=\"{}\">{}{}</nav></div><h1>{}</h1>"
        "<p class=\"subject\">{}</p></header>\n",
        words_("lesson.number", {{"n", number()}}), words_("book.lessons"),
        beside(-1, "prev", "←"), beside(1, "next", "→"), escaped(lesson_.title),
        html_of_line(text_of(recording_, "subject"), maker_.links()));
  }

  // A link to the lesson before or after this one.
  std::string beside(int way, const char* relation, const char* arrow) const {
    const runner::LessonEntry* const other =
        maker_.course().find_lesson(lesson_.number + way);
    if (other == nullptr) return "";
    const std::string name =
        escaped(words_("book.beside", {{"n", std::to_string(other->number)},
                                       {"title", other->title}}));
    return fmt::format(
        "<a rel=\"{0}\" href=\"{1}\" title=\"{2}\" aria-label=\"{2}\">{3}</a>",
        relation, page_of(*other), name, arrow);
  }

  std::string list_of_steps() const {
    std::string items;
    for (const Json& step : steps_)
      items +=
          fmt::format("<li{}><a href=\"#{}\">{}</a></li>\n",
                      step.at("aside") ? " class=\"aside\"" : "",
                      anchor_of(heading_of(step)),
                      html_of_line(text_of(step, "title"), maker_.links()));
    return fmt::format(
        "<nav class=\"steps\" aria-label=\"{}\"><details open><summary>{}"
        "</summary><ol>\n{}</ol></details></nav>\n",
        escaped(words_("lesson.steps")), words_("lesson.steps"), items);
  }

  std::string step(std::size_t index) {
    const Json& step = steps_[index];
    const std::string anchor = anchor_of(heading_of(step));
    const bool aside = step.at("aside");
    std::string out = fmt::format(
        "<section class=\"step{}\" id=\"{}\" data-step=\"{}\" "
        "data-parts=\"{}\">\n"
        "<p class=\"place\">{}{}</p>\n<h2 tabindex=\"-1\">{}</h2>\n",
        aside ? " aside" : "", anchor, index + 1, fmt::join(lit_[index], " "),
        words_("lesson.place", {{"n", std::to_string(index + 1)},
                                {"of", std::to_string(steps_.size())}}),
        aside ? fmt::format(" · <span class=\"mark\">{}</span>",
                            words_("lesson.aside"))
              : "",
        html_of_line(text_of(step, "title"), maker_.links()));
    out += before(step, index);
    if (step.contains("code")) out += shown(step);
    return out + widgets(heading_of(step)) +
           claims_of_step(maker_, notebooks_, lesson_.number,
                          text_of(step, "title")) +
           "</section>\n";
  }

  // The prose, and the question that ends it.
  std::string before(const Json& step, std::size_t index) const {
    const std::string text = text_of(step, "before");
    if (!step.contains("prediction")) return linked(step, html(text));
    const std::size_t at = content::question_in(text);
    nlohmann::json data = step.at("prediction");
    data["step"] = index + 1;
    for (std::size_t i = 0; i < steps_.size(); ++i)
      if (text_of(steps_[i], "name") == text_of(data, "name"))
        data["shown_at"] = i + 1;
    // What kind of answer it wants is asked by fields, where scripts run.
    const std::size_t form = text.rfind('(');
    return html(text.substr(0, at)) +
           fmt::format(
               "<div class=\"prediction\">{}<div class=\"form-of\">{}</div>{}"
               "</div>\n",
               html(text.substr(at, form - at)), html(text.substr(form)),
               data_element("asks", data));
  }

  // The exercises that a lesson names have pages.
  std::string linked(const Json& step, std::string html) const {
    if (text_of(step, "title") != "Exercises") return html;
    for (const runner::Exercise& exercise : maker_.course().exercises) {
      if (exercise.lesson != lesson_.number) continue;
      const std::string name = "<code>" + exercise.name + "</code>";
      const std::size_t at = html.find(name);
      if (at == std::string::npos) continue;
      html.replace(
          at, name.size(),
          fmt::format("<a href=\"{}\">{}</a>", page_of(exercise), name));
    }
    return html;
  }

  std::string shown(const Json& step) {
    std::string out = fmt::format(
        "<div class=\"shown\">\n<figure class=\"listing\"><figcaption>{}"
        "</figcaption><div class=\"code\" tabindex=\"0\">{}</div></figure>\n"
        "<div class=\"printed\" role=\"group\" aria-label=\"{}\">\n",
        escaped(text_of(step, "file")), html_of_code(text_of(step, "code")),
        escaped(words_("lesson.prints")));
    std::string pieces;
    for (const Json& piece : step.at("pieces")) pieces += printed(piece);
    out += (step.contains("tables") ? sortable(step.at("tables"), pieces)
                                    : pieces) +
           "</div>\n";
    if (step.contains("came_out"))
      out += fmt::format(
          "<div class=\"compared\" hidden>{}</div>\n",
          data_element("came-out", {{"name", step.at("name")},
                                    {"asked_at", step.at("shows")},
                                    {"value", step.at("came_out")}}));
    return out + html(text_of(step, "after")) + "</div>\n";
  }

  std::string printed(const Json& piece) {
    const std::string text = fmt::format("<pre tabindex=\"0\">{}</pre>\n",
                                         escaped(text_of(piece, "text")));
    if (!piece.contains("figure")) return text;
    return fmt::format(
        "<div class=\"figure\">{}<details class=\"drawn\" open><summary>{}"
        "</summary>{}</details></div>\n",
        data_element("data", short_data(piece.at("figure"))),
        words_("figure.drawn"), text);
  }

  // What was printed stands behind tables that can be sorted.
  std::string sortable(const Json& tables, const std::string& printed) {
    std::string out;
    for (const Json& table : tables)
      out += fmt::format("<div class=\"sortable\">{}</div>\n",
                         data_element("data", with_four_digits(table)));
    return out + fmt::format(
                     "<details class=\"drawn\" open><summary>{}</summary>{}"
                     "</details>\n",
                     words_("figure.drawn"), printed);
  }

  std::string widgets(const std::string& heading) {
    std::string out;
    for (const auto& place : places_) {
      if (place.at("step") != heading) continue;
      shown_places_.insert(heading);
      const std::string name = place.at("live");
      out += fmt::format(
          "<div class=\"live\" data-live=\"{}\" data-options=\"{}\"></div>\n",
          escaped(name),
          escaped(place.value("options", nlohmann::json::object()).dump()));
    }
    return out;
  }

  void add_own_files() {
    for (const char* const kind : {".css", ".js"})
      if (!bundle_of(live_folder(), kind).empty())
        page_.widgets.push_back(
            fmt::format("live/{}/widgets{}", lesson_.topic, kind));
  }

  // To the step before and after, and to the next lesson behind the last.
  std::string turns() const {
    const runner::LessonEntry* const next =
        maker_.course().find_lesson(lesson_.number + 1);
    return fmt::format(
        "<nav class=\"turns\" aria-label=\"{}\"><a class=\"back\" hidden "
        "href=\"#\">{}</a><a class=\"on\" hidden href=\"#\">{}</a>"
        "<a class=\"next\" href=\"{}\"><small>{}</small> {}</a></nav>\n",
        escaped(words_("lesson.turns")), words_("lesson.back"),
        words_("lesson.on"), next == nullptr ? "index.html" : page_of(*next),
        words_(next == nullptr ? "lesson.end" : "lesson.next"),
        escaped(next == nullptr ? words_("nav.map") : next->title));
  }

  const Maker& maker_;
  const std::vector<claims::Notebook>& notebooks_;
  const Words& words_;
  const runner::LessonEntry& lesson_;
  const Json& recording_;
  const Json& steps_;
  std::vector<content::ModelMap::Names> lit_;
  nlohmann::json places_ = nlohmann::json::array();
  std::set<std::string> shown_places_;
  PageText page_;
};

}  // namespace

std::string heading_of(const Json& step) {
  return (step.at("aside") ? "Aside: " : "") + text_of(step, "title");
}

PageText lesson_page(const Maker& maker, const runner::LessonEntry& lesson,
                     const Json& recording,
                     const std::vector<claims::Notebook>& notebooks) {
  return LessonPage(maker, lesson, recording, notebooks).make();
}

}  // namespace web
