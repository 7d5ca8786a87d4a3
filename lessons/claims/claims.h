#pragma once

#include "course/claims/notebook.h"

// The claims of each file, by name.

claims::ClaimCodes formula_claims();
claims::ClaimCodes attention_claims();
claims::ClaimCodes scheme_claims();
claims::ClaimCodes notebook_1_claims();
claims::ClaimCodes notebook_2_claims();
claims::ClaimCodes notebook_3_claims();
claims::ClaimCodes notebook_4_claims();
