#pragma once

#include "course/claims/notebook.h"

// The claims of each file, by name.

claims::ClaimCodes formula_claims();
