// A norm of norms; and each rank a place of its own, in place of a sum.

#include "exercises/clip_pieces/answer.h"

using namespace horloge;

double clip_pieces(Array& piece, double max_norm, Rank& me) {
  Array norms = zeros({me.size()});
  for (std::size_t i = 0; i < piece.size(); ++i)
    norms(me.rank()) = std::hypot(norms(me.rank()), piece.data()[i]);
  add_up(norms, me);
  double whole = 0;
  for (const double norm : norms) whole = std::hypot(whole, norm);
  const double factor = whole > max_norm ? max_norm / whole : 1;
  for (real& number : piece) number *= factor;
  return whole;
}
