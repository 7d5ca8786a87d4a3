// Lesson 15's ring over real processes: its sums are those of MPI. Sends wait until they are
// received, so a program that relies on room for letters would stand still here.

#include <fmt/format.h>

#include <cmath>
#include <cstdio>

#include "common/processes/mpi_rank.h"
#include "exercises/ring_all_reduce/answer.h"
#include "horloge/core/rng.h"

namespace horloge {
namespace {

// How many numbers are not MPI's.
int differences(std::size_t size) {
  MpiRank me;
  Array x = Rng(size, static_cast<std::uint32_t>(me.rank())).normal({size});
  const Array want = MpiRank::sum(x);
  ring_all_reduce(x, me);
  int count = 0;
  for (std::size_t i = 0; i < size; ++i) count += std::fabs(x(i) - want(i)) <= 1e-5F ? 0 : 1;
  return count;
}

}  // namespace
}  // namespace horloge

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int wrong = 0;
  for (const std::size_t size : {1, 2, 3, 7, 64, 1000, 100003}) {
    const int count = horloge::differences(size);
    if (count > 0) fmt::print(stderr, "of {} numbers, {} are not MPI's\n", size, count);
    wrong += count;
  }
  MPI_Finalize();
  return wrong == 0 ? 0 : 1;
}
