// Self-Extend: a trained model reads further than it was trained.
//
// Query t sees key s at the offset t - s, as ever, as long as that is below
// `near`. Beyond, both positions are divided by `group` and cut off, so that
// neighbours share a position; and the query is put further on by
// near - near / group, so that far offsets go on where the near ones end:
//
//   far offset = (t / group + near - near / group) - s / group
//
// with whole numbers: 7 / 4 is 1. A key after the query is not seen: -1.
//
// Jin et al. 2024, "LLM maybe LongLM: Self-Extend LLM context window without
// tuning", section 3.

#include "exercises/grouped_offsets/answer.h"

using namespace horloge;

/// At which offset query t (row) sees key s (column).   -> (T, T)
/// Throws a ValueError for a group of 0.
///
/// What may help: a std::size_t is never below 0, so compare before you
/// subtract; std::int64_t(x) makes an id of it.
Ids grouped_offsets(std::size_t T, std::size_t near, std::size_t group) {
  // solution
  if (group == 0) throw ValueError("[grouped_offsets] group must be 1 or more");
  Ids offsets = Ids::from_shape({T, T});
  for (std::size_t t = 0; t < T; ++t)
    for (std::size_t s = 0; s < T; ++s) {
      if (s > t) {
        offsets(t, s) = -1;
        continue;
      }
      const std::size_t query = t / group + near - near / group;
      offsets(t, s) =
          t - s < near ? std::int64_t(t - s) : std::int64_t(query - s / group);
    }
  return offsets;
  // end
}
