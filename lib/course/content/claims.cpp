#include "course/content/claims.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <stdexcept>

#include "course/content/lines.h"

namespace content {
namespace {

// A number, and what stands behind it and `mark`.
struct Numbered {
  int number;
  std::string rest;
};

std::optional<Numbered> numbered(const std::string& text,
                                 std::string_view mark) {
  int number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  const auto tail = behind(std::string(rest, end), mark);
  if (error != std::errc() || !tail) return {};
  return Numbered{number, *tail};
}

class ClaimsReader {
 public:
  ClaimsReader(std::string_view page, int next) : page_(page), next_(next) {}

  Claims read(const Document& document) {
    const auto title = behind(document.title, "Notebook ");
    const auto parts = title ? numbered(*title, ": ") : std::nullopt;
    if (!parts) complain("there is no `# Notebook N: title`");
    Claims claims{parts->number, parts->rest, {}};
    for (const Section& section : document.sections)
      claims.all.push_back(claim_of(section));
    return claims;
  }

 private:
  [[noreturn]] void complain(const std::string& what) const {
    throw std::runtime_error(
        fmt::format("[claims] {}:{}: {}", page_, line_, what));
  }

  Claim claim_of(const Section& section) {
    line_ = section.line;
    const auto parts = numbered(section.heading, ". ");
    if (!parts || parts->number != next_)
      complain(fmt::format("here `## {}. …` is due", next_));
    ++next_;
    Claim claim;
    claim.number = parts->number;
    claim.title = parts->rest;
    bool has_verdict = false;
    static_cast<CodeProse&>(claim) = read_code_prose(
        section, [&](const std::string& line, std::size_t number) {
          line_ = number;
          if (const auto where = behind(line, "- Where: "))
            claim.where = *where;
          else if (const auto verdict = behind(line, "- Verdict: "))
            has_verdict = take_verdict(*verdict, claim);
          else if (const auto shown = behind(line, "- Shown: "))
            claim.shown = steps_in(*shown);
          else
            return false;
          return true;
        });
    if (claim.where.empty() || !has_verdict || claim.shown.empty() ||
        !claim.has_code())
      complain(
          fmt::format("claim {} lacks one of Where, Verdict, Shown and "
                      "Code",
                      claim.number));
    if (section.codes.size() > 1) {
      line_ = section.codes[1].line;
      complain("one piece of code a claim");
    }
    return claim;
  }

  bool take_verdict(const std::string& text, Claim& claim) const {
    if (const auto condition = behind(text, "only if ")) {
      claim.verdict = Verdict::only_if;
      claim.condition = *condition;
    } else if (text == "true" || text == "false") {
      claim.verdict = text == "true" ? Verdict::holds : Verdict::fails;
    } else {
      complain("a verdict is `true`, `false` or `only if …`");
    }
    return true;
  }

  // [lesson 4, Wavelengths](../04_sinusoidal/README.md#aside-wavelengths),
  // [lesson 7, Values at work](../07_attention/README.md#values-at-work)
  std::vector<Shown> steps_in(std::string rest) const {
    std::vector<Shown> shown;
    while (!rest.empty()) {
      const auto number = behind(rest, "[lesson ");
      const auto parts = numbered(number.value_or(""), ", ");
      const std::size_t end = parts ? parts->rest.find("](") : rest.npos;
      const std::size_t close =
          end == rest.npos ? end : parts->rest.find(')', end);
      if (close == rest.npos)
        complain("what shows it is a link to a step, [lesson N, title](…)");
      shown.push_back({parts->number, parts->rest.substr(0, end)});
      rest = parts->rest.substr(close + 1);
      if (!rest.empty() && !begins_with(rest, ", "))
        complain("a comma is due between what shows it");
      rest.erase(0, 2);
    }
    return shown;
  }

  std::string_view page_;
  int next_;  // number of a claim
  std::size_t line_ = 1;
};

}  // namespace

std::string_view word_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::holds:
      return "true";
    case Verdict::fails:
      return "false";
    case Verdict::only_if:
      break;
  }
  return "only if";
}

std::string Claim::full_verdict() const {
  return std::string(word_of(verdict)) +
         (condition.empty() ? "" : " " + condition);
}

Claims read_claims(std::string_view text, std::string_view page, int first) {
  return ClaimsReader(page, first).read(read_document(text));
}

}  // namespace content
