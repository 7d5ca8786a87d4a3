#pragma once

#include <vector>

#include "course/claims/notebook.h"
#include "course/web/page_frame.h"

namespace web {

/// A claim of a notebook: its verdict, the code that decides, what that code
/// found, and the steps that show more.
PageText claim_page(const Maker& maker, const claims::Notebook& notebook,
                    const claims::Claim& claim);

/// All claims, to be narrowed down by verdict and notebook.
PageText claims_page(const Maker& maker,
                     const std::vector<claims::Notebook>& notebooks);

/// Which claims a step of a lesson decides, as a list of links; empty if none.
std::string claims_of_step(const Maker& maker,
                           const std::vector<claims::Notebook>& notebooks,
                           int lesson, const std::string& step);

/// "claims/65.html"
std::string page_of_claim(int number);

}  // namespace web
