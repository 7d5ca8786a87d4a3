// Lesson 15's ring over real processes: its sums are those of MPI. Sends wait until they are
// received, so a program that relies on room for letters would stand still here.

#include <fmt/format.h>
#include <mpi.h>

#include <cmath>
#include <cstdio>

#include "horloge/core/rng.h"
#include "horloge/core/shape.h"
#include "yours.h"

namespace horloge {
namespace {

class MpiRank : public Rank {
 public:
  std::size_t rank() const override { return asked(MPI_Comm_rank); }
  std::size_t size() const override { return asked(MPI_Comm_size); }
  void send(std::size_t to, const Array& numbers) override {
    MPI_Ssend(numbers.data(), static_cast<int>(numbers.size()), MPI_FLOAT, static_cast<int>(to), 0,
              MPI_COMM_WORLD);
  }
  Array receive(std::size_t from) override {
    MPI_Status status;
    MPI_Probe(static_cast<int>(from), 0, MPI_COMM_WORLD, &status);
    int count = 0;
    MPI_Get_count(&status, MPI_FLOAT, &count);
    Array numbers = zeros({static_cast<std::size_t>(count)});
    MPI_Recv(numbers.data(), count, MPI_FLOAT, static_cast<int>(from), 0, MPI_COMM_WORLD, &status);
    return numbers;
  }

 private:
  static std::size_t asked(int (*function)(MPI_Comm, int*)) {
    int number = 0;
    function(MPI_COMM_WORLD, &number);
    return static_cast<std::size_t>(number);
  }
};

// How many numbers are not MPI's.
int differences(std::size_t size) {
  MpiRank me;
  Array x = Rng(size, static_cast<std::uint32_t>(me.rank())).normal({size});
  Array want = x;
  MPI_Allreduce(MPI_IN_PLACE, want.data(), static_cast<int>(size), MPI_FLOAT, MPI_SUM,
                MPI_COMM_WORLD);
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
