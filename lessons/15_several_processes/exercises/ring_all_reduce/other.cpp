// Every second rank receives first; a list of pieces in place of one array.

#include "exercises/ring_all_reduce/answer.h"

using namespace horloge;

void ring_all_reduce(Array& x, Rank& me) {
  const int n = int(me.size()), rank = int(me.rank());
  const auto wrapped = [n](int i) { return std::size_t(((i % n) + n) % n); };
  const std::size_t longest = (x.size() + me.size() - 1) / me.size();
  std::vector<Array> pieces;
  for (std::size_t at = 0; pieces.size() < me.size(); at += longest) {
    const std::size_t from = std::min(at, x.size());
    const std::size_t to = std::min(at + longest, x.size());
    Array piece = Array::from_shape({to - from});
    std::copy(x.data() + from, x.data() + to, piece.data());
    pieces.push_back(piece);
  }
  for (int turn = 0; turn < 2 * (n - 1); ++turn) {
    const bool second = turn >= n - 1;
    const Array out = pieces[wrapped(rank - turn)];
    Array in;
    if (rank % 2 == 0) me.send(wrapped(rank + 1), out);
    in = me.receive(wrapped(rank - 1));
    if (rank % 2 == 1) me.send(wrapped(rank + 1), out);
    Array& mine = pieces[wrapped(rank - turn - 1)];
    if (second)
      mine = in;
    else
      mine += in;
  }
  real* to = x.data();
  for (const Array& piece : pieces)
    to = std::copy(piece.data(), piece.data() + piece.size(), to);
}
