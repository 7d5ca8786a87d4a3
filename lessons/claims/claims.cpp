#include "claims.h"

namespace claims {

ClaimCodes claim_codes();

// Those of all files.
ClaimCodes claim_codes() {
  ClaimCodes all;
  for (const ClaimCodes& codes :
       {attention_claims(), formula_claims(), scheme_claims(),
        notebook_1_claims(), notebook_2_claims(), notebook_3_claims(),
        notebook_4_claims()})
    all.insert(all.end(), codes.begin(), codes.end());
  return all;
}

}  // namespace claims
