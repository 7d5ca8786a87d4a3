#include "course/claims/choice.h"

#include <algorithm>

#include "course/claims/screen.h"
#include "course/runner/reference_page.h"
#include "course/runner/screen.h"
#include "course/runner/wrong_use.h"

namespace claims {
namespace {

[[noreturn]] void refuse(const std::string& sentence) {
  throw runner::WrongUse("./learn claims: " + sentence);
}

std::string list_of(const runner::Session& session,
                    const std::vector<Notebook>& notebooks) {
  const std::string list = show_list(session, notebooks);
  for (const Notebook& notebook : notebooks)
    for (const Claim& claim : notebook.claims)
      return list +
             runner::wrapped(session, "",
                             fmt::format("`./learn claims {}` shows this one "
                                         "with its code, and puts it to the "
                                         "test.",
                                         claim.number),
                             0);
  return list;
}

}  // namespace

Place find_claim(const std::vector<Notebook>& notebooks, std::size_t number) {
  std::size_t last = 0;
  for (const Notebook& notebook : notebooks)
    for (const Claim& claim : notebook.claims) {
      last = static_cast<std::size_t>(claim.number);
      if (last == number) return {&notebook, &claim};
    }
  refuse(fmt::format("there is no claim {}; the last one is {}", number, last));
}

std::vector<Notebook> chosen(std::vector<Notebook> notebooks,
                             const commands::ClaimsOptions& options) {
  const std::string& verdict = options.verdict;
  if (!verdict.empty() && verdict != "true" && verdict != "false" &&
      verdict != "only-if")
    refuse("--verdict has to be true, false or only-if, not '" + verdict + "'");
  const auto is_left_out = [&](const Claim& claim) {
    const bool only_if = claim.verdict == Verdict::only_if;
    return !verdict.empty() &&
           verdict != (only_if ? "only-if" : word_of(claim.verdict));
  };
  std::vector<Notebook> left;
  for (Notebook& notebook : notebooks) {
    if (options.notebook > 0 && notebook.number != options.notebook) continue;
    auto& all = notebook.claims;
    all.erase(std::remove_if(all.begin(), all.end(), is_left_out), all.end());
    left.push_back(notebook);
  }
  if (left.empty())
    refuse(fmt::format("there is no notebook {}; they are 1 to {}",
                       options.notebook, notebooks.back().number));
  return left;
}

void check_options(const std::vector<Notebook>& notebooks,
                   const commands::ClaimsOptions& options) {
  if (options.number > 0) find_claim(notebooks, options.number);
  chosen(notebooks, options);
}

void show_chosen(const runner::Session& session,
                 const std::vector<Notebook>& notebooks,
                 const commands::ClaimsOptions& options) {
  const std::vector<Notebook> some = chosen(notebooks, options);
  runner::show_in_windows(session.terminal,
                          {[&] { return list_of(session, some); }});
}

}  // namespace claims
