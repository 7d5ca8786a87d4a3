#include "course/runner/verdict_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "course/content/lines.h"

namespace runner {
namespace {

using Lines = std::vector<VerdictLine>;

bool is_about_no_gradient(const PartResult& part) {
  return part.kind == "gradient" &&
         content::begins_with(part.sentence, "has no gradient");
}

// Parts that are not written yet are told by the closing sentence.
bool is_begun(const Verdict& verdict) {
  return verdict.outcome != Outcome::unwritten ||
         std::any_of(verdict.parts.begin(), verdict.parts.end(),
                     [](const PartResult& part) {
                       return !part.unwritten && !part.skipped &&
                              !is_about_no_gradient(part);
                     });
}

// Many mistakes at once have one cause more often than not: what failed first
// is told, of the rest only what it is about. Of two parts that failed alike,
// the second does not say it all again.
class PartLines {
 public:
  explicit PartLines(bool full) : full_(full) {}

  VerdictLine line(const PartResult& part) {
    if (part.unwritten) return {LineKind::todo, part.sentence};
    if (part.skipped)
      return {LineKind::untouched,
              part.sentence + ": looked at when the rest is right"};
    if (part.ok)
      return {
          is_about_no_gradient(part) ? LineKind::untouched : LineKind::passed,
          part.sentence};
    const bool again = said_ == part.message;
    said_ = part.message;
    if (again) return {LineKind::failed, part.sentence + ": the same as above"};
    if (full_ || told_++ < most_told)
      return {LineKind::failed, part.sentence + ": " + part.message};
    shortened_ = true;
    return {LineKind::brief, part.sentence};
  }
  bool shortened() const { return shortened_; }

 private:
  static constexpr int most_told = 2;

  bool full_;
  bool shortened_ = false;
  int told_ = 0;
  std::string said_;
};

void add_parts(Lines& lines, const VerdictAbout& about, const Verdict& verdict,
               bool full) {
  if (!is_begun(verdict)) return;
  PartLines parts(full);
  for (const PartResult& part : verdict.parts)
    lines.push_back(parts.line(part));
  if (parts.shortened())
    lines.push_back({LineKind::in_full,
                     fmt::format("In full: `./learn check {} --full --seed {}`",
                                 about.exercise, verdict.seed)});
}

// "the shape is right" becomes "The shape is right."
std::string sentence_of(std::string text) {
  text[0] =
      static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  if (text.back() != '?') text += '.';
  return text;
}

// A part that says "12 of 48 differ", or which number it got.
bool tells_only_numbers(const PartResult& part) {
  return part.message.find(" differ; worst at ") != std::string::npos ||
         content::begins_with(part.message, "got ");
}

// Whether something was said that goes beyond numbers.
bool points_on(const Verdict& verdict) {
  if (!verdict.mistake.empty() || !verdict.likeness.empty() ||
      !verdict.note.empty() || !verdict.trouble.empty())
    return true;
  const auto first =
      std::find_if(verdict.parts.begin(), verdict.parts.end(),
                   [](const PartResult& part) { return !part.ok; });
  return first == verdict.parts.end() || !tells_only_numbers(*first);
}

void add_failing_case(Lines& lines, const VerdictAbout& about,
                      const Verdict& verdict) {
  if (verdict.failing_case.empty()) return;
  lines.push_back({LineKind::case_title, "The smallest case that fails:"});
  for (const std::string& row : verdict.failing_case)
    lines.push_back({LineKind::case_row, row});
  lines.push_back({LineKind::reread, about.reread});
  lines.push_back(
      {LineKind::hint, "Hint: h, or `./learn hint " + about.exercise + "`."});
}

}  // namespace

std::vector<VerdictLine> verdict_lines(const VerdictAbout& about,
                                       const Verdict& verdict, bool full) {
  Lines lines;
  add_parts(lines, about, verdict, full);
  if (!verdict.trouble.empty())
    lines.push_back({LineKind::failed, verdict.trouble});
  // What the source shows comes first: numbers that undefined code gives may
  // look like any mistake.
  if (!verdict.note.empty()) lines.push_back({LineKind::remark, verdict.note});
  if (!verdict.mistake.empty())
    lines.push_back({LineKind::remark,
                     fmt::format("It looks as if {}. [{}]",
                                 verdict.mistake_sentence, verdict.mistake)});
  else if (!verdict.likeness.empty())
    lines.push_back({LineKind::remark, sentence_of(verdict.likeness)});
  if (full || !points_on(verdict)) add_failing_case(lines, about, verdict);
  return lines;
}

std::vector<VerdictLine> closing_lines(const VerdictAbout& about,
                                       const Verdict& verdict) {
  if (verdict.passed())
    return {{LineKind::closing,
             fmt::format("All parts pass ({:.1f} s).", verdict.seconds)}};
  if (verdict.outcome != Outcome::unwritten) return {};
  Lines lines;
  const auto todo =
      std::find_if(verdict.parts.begin(), verdict.parts.end(),
                   [](const PartResult& part) { return part.unwritten; });
  if (todo != verdict.parts.end())
    lines.push_back({LineKind::closing, todo->message});
  lines.push_back(
      {LineKind::closing,
       fmt::format("Replace todo(…) with your code, and {}.", about.then)});
  return lines;
}

}  // namespace runner
