#include "course/web/claim_page.h"

#include <fmt/format.h>

#include <algorithm>

#include "course/content/lines.h"

namespace web {
namespace {

constexpr const char* to_root = "../";

std::string number_of(const claims::Claim& claim) {
  return std::to_string(claim.number);
}

// "true", "false" or "if", for the style sheet and the filter.
const char* kind_of(const claims::Claim& claim) {
  return claim.verdict == claims::Verdict::holds   ? "true"
         : claim.verdict == claims::Verdict::fails ? "false"
                                                   : "if";
}

std::string verdict_html(const claims::Claim& claim, const std::string& text) {
  return fmt::format("<span class=\"verdict-word {}\">{}</span>",
                     kind_of(claim), escaped(text));
}

std::string verdict_word(const claims::Claim& claim) {
  return verdict_html(claim, std::string(claims::word_of(claim.verdict)));
}

LinkTo links_from_below(const Maker& maker) {
  return [links = maker.links("claims")](const std::string& to) {
    const std::string page = links(to);
    const bool stays = page.empty() || content::begins_with(page, "https://");
    return stays ? page : to_root + page;
  };
}

// The steps that show more, by their titles.
std::string ways(const Maker& maker, const claims::Claim& claim) {
  std::string items;
  for (const claims::Shown& shown : claim.shown) {
    const runner::LessonEntry* const lesson =
        maker.course().find_lesson(shown.lesson);
    const std::size_t step =
        lesson == nullptr ? 0 : lesson->readme.step_of(shown.step);
    if (step == 0) continue;
    items += fmt::format(
        "<li><a href=\"{}{}#{}\">{}</a> <small>{}</small></li>\n", to_root,
        page_of(*lesson), anchor_of(lesson->readme.steps[step - 1].heading),
        html_of_line(shown.step, maker.links()),
        maker.words()("lesson.number", {{"n", std::to_string(shown.lesson)}}));
  }
  return "<ul class=\"ways\">\n" + items + "</ul>\n";
}

std::string choice(const std::string& name, const std::string& label,
                   const std::string& options) {
  return fmt::format("<label>{} <select name=\"{}\">{}</select></label>\n",
                     label, name, options);
}

std::string option(const std::string& value, const std::string& text) {
  return fmt::format("<option value=\"{}\">{}</option>", value, escaped(text));
}

std::string filter(const Maker& maker,
                   const std::vector<claims::Notebook>& notebooks) {
  const Words& words = maker.words();
  const std::string all = option("", words("claims.all"));
  std::string titles;
  for (const claims::Notebook& notebook : notebooks)
    titles += option(std::to_string(notebook.number), notebook.title);
  return "<form class=\"filter\" hidden>" +
         choice("verdict", words("claims.verdict"),
                all + option("true", words("claims.true")) +
                    option("false", words("claims.false")) +
                    option("if", words("claims.if"))) +
         choice("notebook", words("claims.notebook"), all + titles) +
         "<p class=\"how-many\" role=\"status\"></p></form>\n";
}

}  // namespace

PageText claim_page(const Maker& maker, const claims::Notebook& notebook,
                    const claims::Claim& claim) {
  const Words& words = maker.words();
  const LinkTo links = links_from_below(maker);
  PageText page;
  page.file = page_of_claim(claim.number);
  page.root = to_root;
  page.title = words("claims.window", {{"n", number_of(claim)}});
  page.about = claim.title + ": " + claim.full_verdict();
  page.kind = "claim";
  const std::string above =
      fmt::format("<a href=\"{}claims.html\">{}</a>", to_root,
                  words("claims.number", {{"n", number_of(claim)}}));
  const std::string where =
      words("claims.where", {{"n", std::to_string(notebook.number)},
                             {"title", escaped(notebook.title)},
                             {"where", html_of_line(claim.where, links)}});
  std::string rest = fmt::format("<p class=\"verdict-line\">{} {}</p>\n",
                                 words("claims.verdict"),
                                 verdict_html(claim, claim.full_verdict()));
  rest += html_of_markdown(claim.before, links);
  rest += fmt::format(
      "<figure class=\"listing\"><figcaption>{}</figcaption>"
      "<div class=\"code\" tabindex=\"0\">{}</div></figure>\n"
      "<div class=\"printed\" role=\"group\" aria-label=\"{}\">"
      "<pre tabindex=\"0\">{}</pre></div>\n{}<h2>{}</h2>\n{}",
      escaped(claim.link.file), html_of_code(claim.code),
      escaped(words("lesson.prints")), escaped(claim.found),
      html_of_markdown(claim.after, links), words("claims.more"),
      ways(maker, claim));
  rest += fmt::format("<p class=\"tip\">{}</p>\n",
                      words("claims.terminal", {{"n", number_of(claim)}}));
  page.main =
      one_column(html_of_line(claim.title, links), above, subject(where), rest);
  return page;
}

PageText claims_page(const Maker& maker,
                     const std::vector<claims::Notebook>& notebooks) {
  const Words& words = maker.words();
  PageText page;
  page.file = "claims.html";
  page.title = words("nav.claims");
  page.about = words("claims.about");
  page.kind = "claims";
  std::string rest = filter(maker, notebooks);
  for (const claims::Notebook& notebook : notebooks) {
    rest += fmt::format(
        "<section data-notebook=\"{}\"><h2>{}</h2>\n<ul class=\"claims\">\n",
        notebook.number, escaped(notebook.title));
    for (const claims::Claim& claim : notebook.claims)
      rest += fmt::format(
          "<li data-verdict=\"{}\">{} <a href=\"{}\">{}. {}</a></li>\n",
          kind_of(claim), verdict_word(claim), page_of_claim(claim.number),
          claim.number, html_of_line(claim.title, {}));
    rest += "</ul></section>\n";
  }
  page.main = one_column(page.title, "", subject(page.about), rest);
  return page;
}

std::string claims_of_step(const Maker& maker,
                           const std::vector<claims::Notebook>& notebooks,
                           int lesson, const std::string& step) {
  std::string items;
  for (const claims::Notebook& notebook : notebooks)
    for (const claims::Claim& claim : notebook.claims)
      if (std::any_of(claim.shown.begin(), claim.shown.end(),
                      [&](const claims::Shown& shown) {
                        return shown.lesson == lesson && shown.step == step;
                      }))
        items += fmt::format("<li>{} <a href=\"{}\">{}</a></li>\n",
                             verdict_word(claim), page_of_claim(claim.number),
                             html_of_line(claim.title, maker.links()));
  if (items.empty()) return "";
  return fmt::format(
      "<div class=\"decided\"><p>{}</p><ul class=\"claims\">\n{}</ul>"
      "</div>\n",
      maker.words()("claims.decided"), items);
}

std::string page_of_claim(int number) {
  return fmt::format("claims/{}.html", number);
}

}  // namespace web
