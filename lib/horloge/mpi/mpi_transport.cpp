// The transport that is MPI (MPI Forum, "MPI: a message-passing interface standard", 3.1), a shared
// object of its own, so that programs that do not use MPI need none.

#include <mpi.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <vector>

#include "horloge/train/transport.h"

namespace horloge {
namespace {

bool processes_end_separately = false;

// Errors within MPI end all processes, with MPI's own words: its default.
class MpiTransport : public Transport {
 public:
  MpiTransport() {
    int rank = 0, size = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    rank_ = static_cast<std::size_t>(rank);
    size_ = static_cast<std::size_t>(size);
  }

  std::size_t rank() const override { return rank_; }
  std::size_t size() const override { return size_; }

  void start_all_reduce(float* x, std::size_t count) override { start(x, count, MPI_FLOAT); }
  void start_all_reduce(double* x, std::size_t count) override { start(x, count, MPI_DOUBLE); }

  // MPI sends while somebody is in one of its functions.
  void progress() override {
    if (sums_.empty()) return;
    int done = 0;
    MPI_Testall(static_cast<int>(sums_.size()), sums_.data(), &done, MPI_STATUSES_IGNORE);
  }

  void wait() override {
    MPI_Waitall(static_cast<int>(sums_.size()), sums_.data(), MPI_STATUSES_IGNORE);
    sums_.clear();
  }

  void broadcast(void* bytes, std::size_t count, std::size_t root) override {
    char* from = static_cast<char*>(bytes);
    for (std::size_t done = 0; done < count; done += most) {
      const auto part = static_cast<int>(std::min(most, count - done));
      MPI_Bcast(from + done, part, MPI_BYTE, static_cast<int>(root), MPI_COMM_WORLD);
    }
  }

  void barrier() override { MPI_Barrier(MPI_COMM_WORLD); }

  void end_separately() override { processes_end_separately = true; }

  [[noreturn]] void end_all(int status) override {
    MPI_Abort(MPI_COMM_WORLD, status);
    std::_Exit(status);
  }

 private:
  // MPI counts in int.
  static constexpr std::size_t most = std::numeric_limits<int>::max() / 2;

  template <class Number>
  void start(Number* x, std::size_t count, MPI_Datatype type) {
    for (std::size_t done = 0; done < count; done += most) {
      sums_.emplace_back();
      MPI_Iallreduce(MPI_IN_PLACE, x + done, static_cast<int>(std::min(most, count - done)), type,
                     MPI_SUM, MPI_COMM_WORLD, &sums_.back());
    }
  }

  std::size_t rank_ = 0, size_ = 1;
  std::vector<MPI_Request> sums_;
};

// A program that fails takes the others along: they would wait for it for ever.
void leave(int status, void*) {
  int finalized = 0;
  MPI_Finalized(&finalized);
  if (finalized != 0) return;
  if (status != 0 && !processes_end_separately) MPI_Abort(MPI_COMM_WORLD, status);
  MPI_Finalize();
}

}  // namespace
}  // namespace horloge

extern "C" horloge::Transport* horloge_make_transport() {
  int initialized = 0;
  MPI_Initialized(&initialized);
  if (initialized == 0) {
    int given = 0;
    if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &given) != MPI_SUCCESS)
      return nullptr;
    ::on_exit(horloge::leave, nullptr);
  }
  static horloge::MpiTransport transport;
  return &transport;
}
