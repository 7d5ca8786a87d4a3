#pragma once

#include <string>
#include <vector>

#include "course/claims/notebook.h"
#include "course/runner/session.h"

namespace claims {

/// Whether two texts say the same with the same numbers: but for their last
/// digit, or for `share` of them, or for what is so small that it is rounding.
bool agree(const std::string& a, const std::string& b, double share);

/// What is wrong with a claim after its code has run: a sentence each for
/// another verdict, for other figures than its page has, and for a step that
/// its lesson does not have. Figures of a model that was `trained` may be
/// others.
std::vector<std::string> troubles_of(const runner::Course& course,
                                     const Claim& claim, const Finding& finding,
                                     bool trained);

/// Puts all claims to the test and says how each compares with its page: 0 for
/// the shell if all are as there, else 1. `quick` leaves out those that train.
int check_all(const runner::Session& session,
              const std::vector<Notebook>& notebooks, bool quick);

}  // namespace claims
