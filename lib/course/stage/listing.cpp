#include "course/stage/listing.h"

#include <fmt/format.h>

#include "course/content/lines.h"
#include "course/stage/cpp_colours.h"
#include "course/stage/fold.h"
#include "course/stage/narrow.h"

namespace stage {
namespace {

std::string dim(const std::string& text, const Terminal& terminal) {
  std::string out;
  for (const std::string& line :
       content::lines_of(fit_code(text, terminal.columns)))
    out += styled(terminal, Style::dim, line) + "\n";
  return out;
}

std::string fitted_cpp(const std::string& code, const Terminal& terminal) {
  return coloured_cpp(fit_code(code, terminal.columns), terminal);
}

}  // namespace

std::string heading(const std::string& title, const Terminal& terminal) {
  std::string text = fit_printed(title, terminal.columns);
  text.erase(text.find_last_not_of('\n') + 1);
  return styled(terminal, Style::heading, text);
}

std::string listing(const Step& step, const Terminal& terminal, bool open) {
  std::string out = dim("--- " + step.file, terminal);
  for (const CodePart& part : code_parts(step.code))
    out += part.fold.empty() || open ? fitted_cpp(part.text, terminal)
                                     : dim(fold_line(part), terminal);
  return out + dim("--- prints", terminal);
}

std::string all_folds(const Lesson& lesson, const Terminal& terminal) {
  std::string out;
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    const Step& step = lesson.steps[i];
    for (const CodePart& part : code_parts(step.code)) {
      if (part.fold.empty()) continue;
      out += dim(fmt::format("--- {}, step {}\n--- {}", step.file, i + 1,
                             part.fold),
                 terminal) +
             fitted_cpp(part.text, terminal) + "\n";
    }
  }
  if (out.empty()) return out;
  return heading("The folded code", terminal) + "\n\n" + out;
}

}  // namespace stage
