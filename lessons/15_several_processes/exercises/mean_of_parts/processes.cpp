#include <limits>

#include "common/processes/trial.h"
#include "horloge/core/rng.h"

using namespace horloge;

Wrong beside_mpi(const Answer& answer, MpiRank& me) {
  Wrong wrong(me);
  const std::size_t rank = me.rank();
  // All alike, uneven, and none for rank 0.
  for (const std::size_t rows : {std::size_t{3}, 1 + 2 * rank, rank}) {
    Array mine = Rng(rows, static_cast<std::uint32_t>(rank)).normal({2, 3});
    const Array sum = double(rows) * mine;
    if (rows == 0) mine += std::numeric_limits<double>::quiet_NaN();
    const Array count = MpiRank::sum(Array{double(rows)});
    const Array want = MpiRank::sum(sum) / count(0);
    wrong.equal(answer.mean_of_parts(mine, rows, me), want,
                fmt::format("of whose rows there are {}", rows));
  }
  return wrong;
}
