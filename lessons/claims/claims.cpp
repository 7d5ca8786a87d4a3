#include "claims.h"

namespace claims {

ClaimCodes claim_codes();

// Those of all files.
ClaimCodes claim_codes() {
  ClaimCodes all;
  for (const ClaimCodes& codes : {formula_claims()})
    all.insert(all.end(), codes.begin(), codes.end());
  return all;
}

}  // namespace claims
