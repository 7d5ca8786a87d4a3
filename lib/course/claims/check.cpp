#include "course/claims/check.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>

#include "course/claims/screen.h"
#include "course/content/lines.h"
#include "course/runner/screen.h"
#include "course/stage/long_work.h"

namespace claims {
namespace {

using runner::Session;

// A text cut into numbers and what stands between them.
struct Word {
  std::string text;  // of what is no number
  double number = 0;
  int decimals = 0;
};

// 1.4718 has four decimals, 1.2e-7 eight.
int decimals_of(const std::string& number) {
  const std::size_t exponent = number.find_first_of("eE");
  const std::size_t dot = number.find('.');
  const std::size_t end = std::min(exponent, number.size());
  const int behind = dot < end ? static_cast<int>(end - dot) - 1 : 0;
  return exponent == std::string::npos
             ? behind
             : behind - std::atoi(number.c_str() + exponent + 1);
}

std::vector<Word> words_of(const std::string& text) {
  std::vector<Word> words;
  for (std::size_t at = 0; at < text.size();) {
    if (std::isdigit(static_cast<unsigned char>(text[at])) == 0) {
      if (words.empty() || words.back().text.empty()) words.emplace_back();
      words.back().text += text[at++];
      continue;
    }
    char* end = nullptr;
    const double number = std::strtod(text.c_str() + at, &end);
    const auto next = static_cast<std::size_t>(end - text.c_str());
    words.push_back({"", number, decimals_of(text.substr(at, next - at))});
    at = next;
  }
  return words;
}

// Below this all is rounding, which differs from processor to processor.
constexpr double rounding = 1e-5;

bool agree(const Word& a, const Word& b, double share) {
  if (a.text != b.text || a.text.empty() != b.text.empty()) return false;
  if (std::max(a.number, b.number) < rounding) return true;
  const double last_digit = std::pow(10.0, -std::min(a.decimals, b.decimals));
  return std::abs(a.number - b.number) <=
         std::max(1.001 * last_digit, share * std::max(a.number, b.number));
}

std::string show_checked(const Session& session, const Claim& claim,
                         const Finding& finding,
                         const std::vector<std::string>& troubles) {
  std::string out = list_line(session, claim, finding.verdict());
  const std::size_t indent = 6;
  const std::size_t room = session.terminal.columns - indent;
  for (const std::string& line : content::lines_of(figures(finding, room)))
    out += std::string(indent, ' ') + line + "\n";
  for (const std::string& trouble : troubles)
    out += runner::wrapped(session, std::string(indent, ' ') + "WRONG  ",
                           trouble, indent);
  return out;
}

}  // namespace

bool agree(const std::string& a, const std::string& b, double share) {
  const std::vector<Word> x = words_of(a), y = words_of(b);
  return std::equal(
      x.begin(), x.end(), y.begin(), y.end(),
      [&](const Word& v, const Word& w) { return agree(v, w, share); });
}

std::vector<std::string> troubles_of(const runner::Course& course,
                                     const Claim& claim, const Finding& finding,
                                     bool trained) {
  std::vector<std::string> troubles;
  if (finding.verdict() != claim.verdict)
    troubles.push_back(fmt::format("the page says {}, the code says {}",
                                   word_of(claim.verdict),
                                   word_of(finding.verdict())));
  constexpr double share = 0.01;
  if (!trained && !agree(finding.text(), claim.found, share))
    troubles.emplace_back("the page has other figures");
  for (const Shown& shown : claim.shown)
    if (step_number(course, shown) == 0)
      troubles.push_back(
          fmt::format("lesson {} has no step '{}'", shown.lesson, shown.step));
  return troubles;
}

int check_all(const Session& session, const std::vector<Notebook>& notebooks,
              bool quick) {
  std::size_t wrong = 0, left_out = 0;
  for (const Notebook& notebook : notebooks)
    for (const Claim& claim : notebook.claims) {
      Finding finding;
      const stage::LongWork work([quick] { return quick; });
      try {
        claim.run(finding);
      } catch (const stage::Interrupted&) {
        if (stage::interrupted()) throw;
        ++left_out;
        continue;
      }
      const auto troubles =
          troubles_of(session.course, claim, finding, work.was_done());
      runner::show(show_checked(session, claim, finding, troubles));
      if (!troubles.empty()) ++wrong;
    }
  if (left_out > 0)
    runner::show(fmt::format("\n{} left out, which train models.\n", left_out));
  runner::show(wrong == 0 ? "\nAll came out as their pages say.\n"
                          : fmt::format("\n{} did not come out as their pages "
                                        "say.\n",
                                        wrong));
  return wrong == 0 ? 0 : 1;
}

}  // namespace claims
