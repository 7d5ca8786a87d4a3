#pragma once

#include <cstddef>

namespace horloge {

/// What a group of processes is made of: how numbers get from one to the others. All of them call
/// the same functions in the same order. The library knows one transport, MPI, which is a shared
/// object of its own (lib/horloge/mpi/), loaded when a program was started by mpirun. Lesson 15 has
/// another one, for threads.
class Transport {
 public:
  Transport() = default;
  virtual ~Transport() = default;
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;

  virtual std::size_t rank() const = 0;
  virtual std::size_t size() const = 0;

  /// Adds up x of all processes, element by element, in place: started now, done after wait(). All
  /// processes start the same sums in the same order, and end with the same bits.
  virtual void start_all_reduce(float* x, std::size_t count) = 0;
  virtual void start_all_reduce(double* x, std::size_t count) = 0;
  /// Progresses pending all-reduces.
  virtual void progress() = 0;
  /// Waits until all of them are done.
  virtual void wait() = 0;

  /// The bytes of process `root`, for all.
  virtual void broadcast(void* bytes, std::size_t count, std::size_t root) = 0;
  /// Blocks until every process arrives.
  virtual void barrier() = 0;
  /// From now on each process ends by itself, with whatever status: none has to end the others.
  virtual void end_separately() {}
  /// Ends all processes, with this exit status.
  [[noreturn]] virtual void end_all(int status) = 0;
};

/// What the shared object holds: the transport of this process, made by the first call. Null if
/// that failed.
using MakeTransport = Transport* (*)();
inline constexpr const char* make_transport_name = "horloge_make_transport";

}  // namespace horloge
