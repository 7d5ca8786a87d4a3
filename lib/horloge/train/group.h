#pragma once

#include <cstddef>
#include <string>

#include "horloge/core/array.h"

namespace horloge {

class Transport;

/// Processes that train one model together, each with a part of every batch: those of a
/// program that mpirun has started. A copy is the same group.
///
/// A group of one does nothing, so that the same code serves one process and many. With more, all
/// of them have to call the same functions in the same order, on the thread that made the group.
class Group {
 public:
  /// A group of one.
  Group() = default;

  /// The processes that this transport joins, instead of those that mpirun started. It has to live
  /// as long as its groups.
  explicit Group(Transport& transport) : transport_(&transport) {}

  /// The group that mpirun started, or a group of one if there was no mpirun. The first call joins
  /// it: from then on, only process 0 is heard on standard output. ValueError if this program was
  /// started by mpirun as several processes and the library was built without MPI.
  static Group world();

  std::size_t rank() const;  ///< 0 … size - 1
  std::size_t size() const;
  bool is_first() const { return rank() == 0; }

  /// The mean over all processes, in place and for all. x has the same shape everywhere.
  void all_reduce_mean(Array& x) const;
  /// The numbers of process `root`, in place. IndexError if there is none.
  void broadcast(Array& x, std::size_t root = 0) const;
  /// The text of process `root`, which may be of another length than what was there.
  void broadcast(std::string& text, std::size_t root = 0) const;
  /// Waits until all processes have come here.
  void barrier() const;

  /// All are about to end: from now on, only process 0 is heard on standard error, too, and a
  /// status other than 0 is no failure that has to end the others.
  void mute_others() const;

  /// Ends all processes. This one says why, on standard error. In a group of one, nothing happens.
  void end_all(const std::string& why) const;

  /// What it is made of; null in a group of one.
  Transport* transport() const { return transport_; }

 private:
  Transport* transport_ = nullptr;  // lives as long as the program
};

}  // namespace horloge
