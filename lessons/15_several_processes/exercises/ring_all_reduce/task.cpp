// The sum of all ranks' numbers, around a ring.
//
// Every rank runs your function, each with an x of its own, all of one shape.
// In the end all x must hold the sum over the ranks, element by element. As
// in the lesson: x is cut into n pieces, n being the number of ranks; each rank
// sends to the right, to rank + 1 (the last one to rank 0), and receives from
// the left.
//
//   first half, steps 0 … n - 2:   sends piece rank - step, and adds what
//                                  comes to piece rank - step - 1
//   second half, as many steps:    sends piece rank + 1 - step, and replaces
//                                  piece rank - step by what comes
//
// (all modulo n). Two things are harder than in the lesson. The numbers need
// not be divisible by n: some pieces are longer, some may be empty. And send()
// waits until the other one receives: if all send first, nobody ever goes on.
//
// Patarasuk and Yuan 2009.

#include "exercises/ring_all_reduce/answer.h"

using namespace horloge;

/// x (…), any number of axes -> its sum over all ranks, in place
/// Each rank sends 2 (n - 1) times, one piece at a time, to its right neighbour
/// only. No piece is longer than size / n, rounded up. A single rank sends
/// nothing.
///
/// What may help: me.rank() and me.size(); me.send(to, array) and
/// me.receive(from); x.data()[i] is number i, a real, whatever the axes;
/// zeros({k}) makes an array, also for k = 0. These are unsigned: write
/// rank + n - 1 instead of rank - 1 before you take % n.
void ring_all_reduce(Array& x, Rank& me) {
  // solution
  const std::size_t n = me.size(), rank = me.rank();
  const std::size_t right = (rank + 1) % n, left = (rank + n - 1) % n;
  const auto begin = [&](std::size_t piece) { return piece * x.size() / n; };
  // Sends one piece; what comes is the one before it.
  const auto exchange = [&](std::size_t piece) {
    Array out = zeros({begin(piece + 1) - begin(piece)});
    std::copy_n(x.data() + begin(piece), out.size(), out.data());
    if (rank > 0) me.send(right, out);
    Array in = me.receive(left);
    if (rank == 0) me.send(right, out);
    return in;
  };
  for (std::size_t step = 0; step + 1 < n; ++step) {
    const std::size_t piece = (rank + n - step) % n;
    const Array in = exchange(piece);
    real* const to = x.data() + begin((piece + n - 1) % n);
    for (std::size_t i = 0; i < in.size(); ++i) to[i] += in(i);
  }
  for (std::size_t step = 0; step + 1 < n; ++step) {
    const std::size_t piece = (rank + 1 + n - step) % n;
    const Array in = exchange(piece);
    std::copy_n(in.data(), in.size(), x.data() + begin((piece + n - 1) % n));
  }
  // end
}
