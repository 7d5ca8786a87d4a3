#pragma once

#include <cstddef>

#include "horloge/core/array.h"
#include "horloge/core/error.h"

/// One of several that compute together. Each has a memory of its own: what
/// another one is to know has to be sent.
class Rank {
 public:
  Rank() = default;
  virtual ~Rank() = default;
  Rank(const Rank&) = delete;
  Rank& operator=(const Rank&) = delete;

  virtual std::size_t rank() const = 0;  ///< which one: 0 … size - 1
  virtual std::size_t size() const = 0;  ///< how many there are

  /// Sends a copy of the numbers.
  virtual void send(std::size_t to, const horloge::Array& numbers) = 0;
  /// The next numbers that `from` has sent to this one; waits until there are
  /// some.
  virtual horloge::Array receive(std::size_t from) = 0;
};

/// The sum of all ranks' x, element by element, in place and for all: through
/// rank 0. Each calls it with an x of the same shape.
inline void add_up(horloge::Array& x, Rank& me) {
  if (me.rank() > 0) {
    me.send(0, x);
    x = me.receive(0);
    return;
  }
  for (std::size_t from = 1; from < me.size(); ++from) {
    const horloge::Array other = me.receive(from);
    if (other.shape() != x.shape())
      throw horloge::ShapeError("[add_up] the ranks have different shapes");
    x += other;
  }
  for (std::size_t to = 1; to < me.size(); ++to) me.send(to, x);
}
