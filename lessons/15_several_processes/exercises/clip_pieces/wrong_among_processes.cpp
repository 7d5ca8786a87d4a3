// Rank 0 works the norm out and leaves it where the other threads find it.

#include "exercises/clip_pieces/answer.h"

using namespace horloge;

double clip_pieces(Array& piece, double max_norm, Rank& me) {
  static double norm = 0;
  Array squares{0.0};
  for (const double x : piece) squares(0) += x * x;
  add_up(squares, me);
  if (me.rank() == 0) norm = std::sqrt(squares(0));
  Array all_are_here{0.0};
  add_up(all_are_here, me);
  const double found = norm;
  add_up(all_are_here, me);
  if (found > max_norm) piece *= max_norm / found;
  return found;
}
