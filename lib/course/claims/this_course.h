#pragma once

// What the claims of this course are made of.

#include "course/claims/notebook.h"
#include "course/stage/this_lesson.h"

namespace claims {

/// The functions below `// Claim: name`: made by the build, as the texts are.
ClaimCodes claim_codes();

}  // namespace claims
