#include "common/processes/trial.h"

#include "horloge/core/rng.h"

using namespace horloge;

Wrong beside_mpi(const Answer& answer, MpiRank& me) {
  Wrong wrong(me);
  const auto rank = static_cast<std::uint32_t>(me.rank());
  for (const Shape& shape :
       {Shape{8}, Shape{7}, Shape{1}, Shape{3, 5}, Shape{7}, Shape{100003}}) {
    Array x = Rng(1, rank).normal(shape);
    const Array want = MpiRank::sum(x);
    answer.ring_all_reduce(x, me);
    wrong.equal(x, want, "x " + to_string(shape));
  }
  return wrong;
}
