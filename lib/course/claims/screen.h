#pragma once

#include <string>
#include <vector>

#include "course/claims/notebook.h"
#include "course/runner/session.h"

namespace claims {

/// A verdict in its colour.
std::string coloured(Verdict verdict, const std::string& text,
                     const stage::Terminal& terminal);

/// A claim's number, a verdict on it, and what is claimed.
std::string list_line(const runner::Session& session, const Claim& claim,
                      Verdict verdict);

/// Notebooks with their claims, and below them how many of each verdict there
/// are.
std::string show_list(const runner::Session& session,
                      const std::vector<Notebook>& notebooks);

/// "112 claims: 59 true, 17 false, 36 only if", of any kind that there is.
std::string count_verdicts(const std::vector<Notebook>& notebooks);

/// What was found, a line a case, in so many columns.
std::string figures(const Finding& finding, std::size_t columns);

/// A claim up to its code: where it stands, what it means, what puts it to the
/// test.
std::string show_claim(const runner::Session& session, const Notebook& notebook,
                       const Claim& claim);

/// What came out, the verdict, and where a lesson shows it.
std::string show_finding(const runner::Session& session, const Claim& claim,
                         const Finding& finding);

/// The number of a step in its lesson, counted from 1; 0 if there is none of
/// that title, or if the lesson is meant as a whole.
std::size_t step_number(const runner::Course& course, const Shown& shown);

}  // namespace claims
