#include "common/processes/trial.h"
#include "horloge/core/rng.h"

using namespace horloge;

Wrong beside_mpi(const Answer& answer, MpiRank& me) {
  Wrong wrong(me);
  const std::size_t rank = me.rank();
  // Too long, short enough, and an empty piece in rank 0.
  const std::vector<std::pair<std::size_t, double>> cases = {
      {rank + 3, 0.5}, {rank + 3, 100}, {rank, 0.1}};
  for (const auto& [size, max_norm] : cases) {
    Array piece = Rng(size, static_cast<std::uint32_t>(rank)).normal({size});
    double squares = 0;
    for (const double x : piece) squares += x * x;
    const double norm = std::sqrt(MpiRank::sum(Array{squares})(0));
    const Array want =
        norm > max_norm ? Array(piece * (max_norm / norm)) : piece;
    const std::string what =
        fmt::format("a piece of {}, max_norm = {}", size, max_norm);
    const Array got{answer.clip_pieces(piece, max_norm, me)};
    wrong.equal(got, Array{norm}, "the norm returned, " + what);
    wrong.equal(piece, want, what);
  }
  return wrong;
}
