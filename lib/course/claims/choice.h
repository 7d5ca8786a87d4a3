#pragma once

#include <cstddef>
#include <vector>

#include "course/claims/notebook.h"
#include "course/commands/claims_options.h"
#include "course/runner/session.h"

namespace claims {

/// A claim, and the notebook that makes it.
struct Place {
  const Notebook* notebook;
  const Claim* claim;
};

/// The claim of a number; WrongUse if there is none.
Place find_claim(const std::vector<Notebook>& notebooks, std::size_t number);

/// Those that the options name; WrongUse for a notebook or a verdict that is
/// none.
std::vector<Notebook> chosen(std::vector<Notebook> notebooks,
                             const commands::ClaimsOptions& options);

/// WrongUse where one of both is so.
void check_options(const std::vector<Notebook>& notebooks,
                   const commands::ClaimsOptions& options);

/// Lists them, page by page.
void show_chosen(const runner::Session& session,
                 const std::vector<Notebook>& notebooks,
                 const commands::ClaimsOptions& options);

}  // namespace claims
