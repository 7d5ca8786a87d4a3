// A gradient that lies in pieces, clipped.
//
// After the first half of a ring, each rank has one piece of the mean gradient,
// and only that. The pieces, put one behind the other, are the whole. If the
// norm of the whole, the root of the sum of all its squares, is more than
// max_norm, the whole must be shortened to that norm: all numbers of all
// pieces by the same factor, so that its direction stays.
//
// Every rank runs your function, each with its own piece. The function
// add_up(x, me) brings the others' numbers: it puts the sum of all ranks' x
// into x, element by element, and all ranks have to call it, equally often and
// with arrays of the same shape. (Pieces may be of different sizes, so they
// cannot be added up.)

#include "exercises/clip_pieces/answer.h"

using namespace horloge;

/// piece (k), changed in place -> the norm of the whole, before
/// A gradient that is short enough stays as it is; zeros stay zeros. A piece
/// may be empty.
///
/// What may help: for (double x : piece) goes through the numbers; Array{x} is
/// an array of a single number, and a(0) is that number; std::sqrt(x).
double clip_pieces(Array& piece, double max_norm, Rank& me) {
  // solution
  Array squares{0.0};
  for (const double x : piece) squares(0) += x * x;
  add_up(squares, me);
  const double norm = std::sqrt(squares(0));
  if (norm > max_norm) piece *= max_norm / norm;
  return norm;
  // end
}
